"""`python -m tableassist`, and what a bundle starts."""

from tableassist.bundled import serve_as_child

if __name__ == "__main__":
    serve_as_child()
    from tableassist.cli import main

    main()

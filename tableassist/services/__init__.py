"""Use cases, each once, for command, window and page alike. Knows no terminal and no widget.

What a person types comes in as plain values, what is made comes out as values or paths, what is to be told along the
way goes to a callable that is handed in, and mistakes are raised.
"""

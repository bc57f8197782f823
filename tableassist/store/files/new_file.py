"""A file that a person asks for, and that must not take the place of another."""

from pathlib import Path

from tableassist.errors import BadRequestError


def check_new_file(path: Path) -> None:
    if path.exists():
        raise BadRequestError("{path} already exists; move it, or choose another name with --out", path=path)

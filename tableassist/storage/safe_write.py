"""Writing a file whole or not at all."""

import os
import tempfile
from pathlib import Path

from tableassist.errors import BadFileError


def write_text_safely(path: Path, text: str) -> None:
    write_bytes_safely(path, text.encode("utf-8"))


def write_bytes_safely(path: Path, content: bytes) -> None:
    """A temporary file in the same folder, safe on the disk, takes the place of the old one."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(file.name).chmod(0o644)
        Path(file.name).replace(path)
    except OSError as problem:
        raise BadFileError(f"{path}: cannot be written: {problem.strerror}") from None

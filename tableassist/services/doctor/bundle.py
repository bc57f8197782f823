"""A bundle for a bug report: one zip."""

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

from tableassist.errors import BadRequestError
from tableassist.formats.io.safe_write import write_bytes_safely
from tableassist.runtime.log_file import log_path

DAY = (1980, 1, 1, 0, 0, 0)


def check_out(out: Path) -> None:
    if out.suffix != ".zip":
        raise BadRequestError("--bundle: got '{name}', expected a name that ends in .zip", name=out.name)
    if out.exists():
        raise BadRequestError("--bundle: {out} is there already, expected a new name", out=out)


def write_bundle(files: Mapping[str, bytes], out: Path) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(zipfile.ZipInfo(name, DAY), content)
    write_bytes_safely(out, made.getvalue())


def log_files() -> dict[str, bytes]:
    """What went wrong so far, newest first."""
    path = log_path()
    return {each.name: each.read_bytes() for each in sorted(path.parent.glob(f"{path.name}*")) if each.is_file()}

"""A bundle for a bug report: a zip that is written only after a yes, and that says what is in it."""

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

from tableassist.errors import BadRequestError
from tableassist.formats.io.safe_write import write_bytes_safely

DAY = (1980, 1, 1, 0, 0, 0)


def bundle_words(files: Mapping[str, bytes], out: Path) -> list[str]:
    """What would be in it, line by line."""
    lines = [f"{out} would hold:"]
    lines += [f"  {name:<20} {len(content):>9} bytes" for name, content in files.items()]
    return [*lines, "Nothing is sent anywhere: the file is yours to look into, and to attach or not."]


def check_out(out: Path) -> None:
    if out.suffix != ".zip":
        raise BadRequestError(f"--bundle: got '{out.name}', expected a name that ends in .zip")
    if out.exists():
        raise BadRequestError(f"--bundle: {out} is there already, expected a new name")


def write_bundle(files: Mapping[str, bytes], out: Path) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(zipfile.ZipInfo(name, DAY), content)
    write_bytes_safely(out, made.getvalue())

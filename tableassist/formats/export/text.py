"""Records of a match as lines of JSON, and poses as CSV."""

import csv
import io
from collections.abc import Iterable, Iterator

import msgspec
import msgspec.structs

from tableassist.formats.export.records import PoseRecord, Record

FORMULA = ("=", "+", "-", "@", "\t", "\r")


def json_lines(records: Iterable[Record]) -> Iterator[bytes]:
    encoder = msgspec.json.Encoder()
    for record in records:
        yield encoder.encode(record) + b"\n"


def csv_lines(poses: Iterable[PoseRecord]) -> Iterator[bytes]:
    """A header, then a row for each pose that changed."""
    names = [field.name for field in msgspec.structs.fields(PoseRecord)]
    yield _row(names)
    for pose in poses:
        yield _row([_cell(getattr(pose, name)) for name in names])


def _cell(value: object) -> object:
    """A name from a stranger must not be a formula where a spreadsheet opens it."""
    if isinstance(value, bool):
        return int(value)
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def _row(cells: Iterable[object]) -> bytes:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(cells)
    return line.getvalue().encode("utf-8")

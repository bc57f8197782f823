"""A file that a command has made, taken into use by a table file beside it."""

from pathlib import Path

from tableassist.errors import BadRequestError
from tableassist.formats.table.edit import set_value
from tableassist.formats.table.file import read_table


def name_for_table(command: str, table: Path | None, file: Path) -> str:
    """What the table file will call it. Asked before the work begins: an hour of pictures must not end in a refusal."""
    if table is None:
        raise BadRequestError("{command} --use: no table file given, expected --table TABLE.toml", command=command)
    read_table(table, surveyed=False)
    folder = table.resolve().parent
    if file.suffix != ".toml" or not file.resolve().is_relative_to(folder):
        raise BadRequestError(
            "{command} --use: got --out {file}, expected a .toml in the folder of {table}",
            command=command,
            file=file,
            table=table,
        )
    return file.resolve().relative_to(folder).as_posix()


def use_in_table(table: Path, field: str, name: str) -> str:
    """Writes it into the table file; the words to say so."""
    set_value(table, field, name)
    return f'{table} now says {field} = "{name}"'

"""The sample table: what the kit is printed for where nobody has a table file yet, and the file that goes with it."""

from pathlib import Path
from typing import Final

from tableassist.errors import BadRequestError
from tableassist.setup.plan.new_table import Answers
from tableassist.store.files import packaged_folder, write_bytes_safely

HULLS: Final = ("five-mast", "four-mast", "three-mast", "two-mast", "one-mast")
"""One of each for each player. They have no cards, so nobody is told what their cannons reach before somebody has
written that into the table file."""
SAMPLE_ANSWERS: Final = Answers(
    name="Sample table",
    ships=tuple(f"Player {player}:{hull}" for player in (1, 2) for hull in HULLS),
    terrain=("reef", "reef", "fog-bank", "sargasso-sea", "whirlpool", "whirlpool"),
    has_optional_terrain=True,
)
"""What `new` was told when the sample was made (`make samples`)."""


def sample_table() -> Path:
    """Inside the program; nobody writes to it."""
    return packaged_folder("samples") / "sample-table.toml"


def copy_sample_table(path: Path, *, force: bool = False) -> Path:
    """To a file of one's own, for measurements to be written into."""
    if path.suffix != ".toml":
        raise BadRequestError("new {path}: got '{name}', expected a name that ends in .toml", path=path, name=path.name)
    if path.exists() and not force:
        raise BadRequestError("new {path}: the file already exists; --force overwrites it", path=path)
    write_bytes_safely(path, sample_table().read_bytes())
    return path


def own_sample_table(folder: Path) -> Path:
    """The one in that folder, copied there where it is not there yet: who comes back finds what was measured."""
    path = folder / sample_table().name
    return path if path.exists() else copy_sample_table(path)

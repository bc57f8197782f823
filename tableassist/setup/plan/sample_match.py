"""The sample match that travels with the program: a short staged game to replay where nobody has recorded one yet."""

from pathlib import Path
from typing import Final

from tableassist.store.files import packaged_folder
from tableassist.store.match import is_match, named_match
from tableassist.store.match_library import import_match

SAMPLE_NAME: Final = "sample"


def sample_match() -> Path:
    """The zip inside the program; nobody writes to it."""
    return packaged_folder("samples") / "sample-match.zip"


def own_sample_match(library: Path) -> Path:
    """The one in that library, taken in where it is not there yet: a mark that somebody makes in it is kept there."""
    folder = named_match(library / SAMPLE_NAME)
    return folder if is_match(folder) else import_match(sample_match(), library)

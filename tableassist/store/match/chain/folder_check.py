"""Whether a match's folder holds the files of the match and nothing else."""

import re
from collections.abc import Iterator
from pathlib import Path

from tableassist.store.match.chain.finding import MatchFinding, differs, not_proven, told
from tableassist.store.match.chain.reading import ReadChain
from tableassist.store.match.folder import BESIDE_DATABASE, DATABASE, LOCK
from tableassist.store.match.stills import STILL

VIDEO = re.compile(r"video-\d{4,}\.mp4")
LEFT_BY_SYSTEMS = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})
"""What file managers put into every folder that somebody has looked at."""
MOST_NAMED = 10


def check_files(folder: Path, chain: ReadChain) -> Iterator[MatchFinding]:
    """Links lead to files that anybody may change later; what is not of the match nobody has signed. The content of
    stills and videos has checks of its own."""
    strangers = []
    for path in sorted(folder.iterdir()):
        if path.is_symlink():
            yield differs("{file}: a link, expected a file of the match", file=path.name)
        elif not (path.is_file() and _is_ours(path.name)) and path.name not in LEFT_BY_SYSTEMS:
            strangers.append(path.name)
    for name in strangers[:MOST_NAMED]:
        if chain.was_killed and name.startswith("."):
            yield told("{file}: left by a recorder that was stopped by force", file=name)
        else:
            yield not_proven("{file}: not of the match; nobody has signed it", file=name)


def _is_ours(name: str) -> bool:
    is_picture = STILL.fullmatch(name) is not None or VIDEO.fullmatch(name) is not None
    return is_picture or name in (DATABASE, LOCK, *BESIDE_DATABASE)

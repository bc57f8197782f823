"""`tableassist demo`: a staged game in the window, or as files."""

from pathlib import Path

from tableassist.cli.painting import painter
from tableassist.cli.play.watch import watch_source
from tableassist.cli.terminal import progress_bar, tell
from tableassist.services.demo import write_demo


def play_in_window(stage: str) -> int:
    return watch_source(f"studio:{stage}", None)


def write_files(stage: str, out: Path, seed: int) -> None:
    with progress_bar() as progress:
        written = write_demo(stage, out, seed, painter=painter(steady=True), progress=progress)
    for path in written:
        tell(str(path))

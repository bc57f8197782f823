"""The first run in a window of its own: from a camera in its box to a table that is proven."""

from pathlib import Path
from typing import TYPE_CHECKING

from tableassist.cli.table.new import Answers, Interview, interview
from tableassist.errors import BadRequestError
from tableassist.formats.first_run_file import first_run_path, read_progress
from tableassist.formats.io.safe_write import write_text_safely
from tableassist.formats.table.file import settings_of_text
from tableassist.formats.table.text import table_text

if TYPE_CHECKING:
    from tableassist.ui.setup_wizard.start_pages import TableRequest


def is_first_run(path: Path | None = None) -> bool:
    """Whether nobody has begun to set up anything on this computer."""
    return not read_progress(path or first_run_path()).steps


def make_requested_table(request: "TableRequest") -> None:
    """As `tableassist new` does with the same answers."""
    if request.path.exists():
        raise BadRequestError(f"{request.path}: the file is there already; expected a new name, or open it")
    ships = tuple(f"{player}:{ship}" for player, fleet in request.fleets for ship in fleet)
    players = tuple(player for player, _ in request.fleets if player)
    answers = Answers(name=request.name, mat=request.mat, players=players, ships=ships)
    text = table_text(interview(request.path, answers, Interview(silent=True)))
    settings_of_text(request.path, text)
    write_text_safely(request.path, text)


def run_first_run() -> tuple[str, Path | None] | None:
    """What to watch, source and table file (the demo has its own); None where the player put it off."""
    from tableassist.ui.setup_wizard.wizard import FirstRun
    from tableassist.ui.shell.application import has_display, make_application

    if not has_display():
        raise BadRequestError("first run: no display found; expected DISPLAY or WAYLAND_DISPLAY to be set")
    make_application()
    wizard = FirstRun(make_table=make_requested_table)
    return (wizard.source, wizard.table) if wizard.exec() and wizard.source else None

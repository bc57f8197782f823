"""What the window has done for it by others: the one place where that is handed in."""

from dataclasses import dataclass

from tableassist.ui.matches.exports import Exports
from tableassist.ui.setup_wizard.start_pages import MakeTable


@dataclass(frozen=True, slots=True)
class UseCases:
    """None: there is nobody who does it."""

    exports: Exports | None = None
    make_table: MakeTable | None = None

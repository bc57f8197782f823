"""A fleet as players share it, looked up and held against the evening's edition and points."""

import tempfile
from pathlib import Path

from tableassist.formats.io.safe_write import write_text_safely
from tableassist.league.storage.evening.ids import new_id
from tableassist.league.storage.evening.people import FleetEntered
from tableassist.messages import Message, say
from tableassist.rulebook.editions.settings import EDITIONS
from tableassist.rulebook.referee.setup.advice import ADVICE
from tableassist.rulebook.referee.setup.fleet import check_fleet, fleet_points
from tableassist.rulebook.state.new_game import new_game
from tableassist.services.referee.fleet import fleet_start, imported_fleet

ANY_EDITION = "complete"


def checked_fleet(contents: str, player: str, name: str, *, edition: str, points: int) -> FleetEntered:
    """With what is wrong with it, in words. BadFileError where it is no fleet at all."""
    with tempfile.TemporaryDirectory(prefix="fleet-") as folder:
        path = Path(folder) / "fleet.txt"
        write_text_safely(path, contents)
        found = imported_fleet(path)
    rules = edition if edition in EDITIONS else ANY_EDITION
    start = fleet_start(found, name, edition=rules, points=points or None)
    problems = [
        Message("{place}: no card is called '{name}'.", place=each.listed.place, name=each.listed.name)
        for each in found.lost
    ]
    problems += [
        Message("{what} ({section})", what=each.words, section=each.section)
        for each in check_fleet(start, name)
        if each.code != ADVICE
    ]
    cost = fleet_points(new_game(start), name)
    return FleetEntered(new_id("fleet"), player, found.name[:200], rules, cost, contents, tuple(map(say, problems)))

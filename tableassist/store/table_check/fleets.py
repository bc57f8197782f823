"""Checks of fleets: homes, and all that the referee says of a fleet."""

from collections.abc import Iterator

from tableassist.messages import Message, all_of, template
from tableassist.pieces.catalogue import CrewCard
from tableassist.rulebook import new_game
from tableassist.rulebook.referee import ADVICE, Foul
from tableassist.rulebook.referee.setup import FleetProblem, fleet_problems
from tableassist.store.models.catalogue_file import packaged_catalogue
from tableassist.store.table.entry import PlayerEntry
from tableassist.store.table.file import ReadTable
from tableassist.store.table.game_start import with_entries
from tableassist.store.table.problem import Findings
from tableassist.store.table.table_state import crew_id

ONLY_WARNED = frozenset({ADVICE, Foul.NOT_IN_EDITION.value})
"""Many tables play an older edition with ships of later sets."""


def check_fleets(read: ReadTable, findings: Findings) -> None:
    _check_homes(read, findings)
    _check_same_limits(read, findings)
    places = _places(read)
    for player, problem in fleet_problems_of(read):
        has_limit = _limit(player, read) is not None
        _tell(problem, places, read.sifted.where(player), findings, has_limit=has_limit)


def fleet_problems_of(read: ReadTable) -> Iterator[tuple[PlayerEntry, FleetProblem]]:
    """All that the referee says of the fleets of a table, player by player."""
    game = new_game(with_entries(read.settings.state.start, read.entry))
    for player in read.entry.players:
        for problem in fleet_problems(game, player.name, limit=_limit(player, read)):
            yield player, problem


def _tell(problem: FleetProblem, places: dict[str, str], player: str, findings: Findings, *, has_limit: bool) -> None:
    where, reason = places.get(problem.thing, player), problem.reason
    section = "points_limit" if not problem.thing and has_limit else reason.section
    if problem.thing and reason.code in (Foul.NO_ROOM, Foul.TOO_EXPENSIVE, Foul.NO_CARGO):
        where = where.removesuffix(".card") + ".crew"
    tell = findings.warn if reason.code in ONLY_WARNED else findings.error
    tell(where, Message("{what} ({section})", what=reason.words, section=section))


def _places(read: ReadTable) -> dict[str, str]:
    """Where the table file names each ship and each of her crew."""
    places: dict[str, str] = {}
    for piece in read.entry.pieces:
        where = read.sifted.where(piece)
        places[piece.id] = f"{where}.card"
        known = [index for index, key in enumerate(piece.crew) if isinstance(_card(key), CrewCard)]
        places |= {crew_id(piece.id, place): f"{where}.crew[{index}]" for place, index in enumerate(known, start=1)}
    return places


def _card(key: str) -> object:
    return packaged_catalogue().card(key)


def _check_homes(read: ReadTable, findings: Findings) -> None:
    homes: dict[str, str] = {}
    for player in read.entry.players:
        field = f"{read.sifted.where(player)}.homes"
        for home in player.homes:
            other = homes.setdefault(home, player.name)
            if other != player.name:
                what = template("got '{home}', already the home of {other}; expected one player for each home island")
                findings.error(field, what, home=home, other=other)
        if not player.homes:
            findings.warn(field, "got none, expected the home island of {name}", name=player.name)


def _limit(player: PlayerEntry, read: ReadTable) -> float | None:
    """What somebody has set; None where only the edition recommends something."""
    return player.points_limit if player.points_limit is not None else read.settings.rules.points_limit


def _check_same_limits(read: ReadTable, findings: Findings) -> None:
    limits = {limit for player in read.entry.players if (limit := _limit(player, read)) is not None}
    if len(limits) > 1:
        got = all_of([Message("{points:g}", points=limit) for limit in sorted(limits)])
        section = read.settings.rules.edition.setup.fleet_section
        what = template("got points limits of {got}, expected the same for all fleets ({section})")
        findings.warn("players", what, got=got, section=section)

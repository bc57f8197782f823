"""Play goes on: what could follow the last move has lapsed, and a boarding party is up to the other player."""

import msgspec.structs

from tableassist.rulebook.state.duty import Duty, DutyKind
from tableassist.rulebook.state.game import GameState, RamMade, changed


def go_on(game: GameState) -> GameState:
    """The player whose turn it is does something else.

    After a ram either player may start a boarding party, and the player whose turn it is decides first (every edition,
    Board). Going on is a decision: from now on the other player is asked, until the turn ends.
    """
    if not game.rams:
        return changed(game, just_moved="", acted=True, duties=_musts(game))
    rams = tuple(_passed_by(each, game.player) for each in game.rams)
    questions = tuple(duty for ram in rams if (duty := question_after(game, ram)) is not None)
    return changed(game, just_moved="", acted=True, rams=rams, duties=(*_musts(game), *questions))


def without_rams_of(game: GameState, ships: tuple[str, ...]) -> GameState:
    """The rams of ships that are somewhere else now, and what could be asked about them, are over."""
    if not any(each.ship in ships or each.target in ships for each in game.rams):
        return game
    rams = tuple(each for each in game.rams if each.ship not in ships and each.target not in ships)
    duties = tuple(
        each
        for each in game.duties
        if each.kind is not DutyKind.BOARDING or (each.piece not in ships and each.other not in ships)
    )
    return changed(game, rams=rams, duties=duties)


def _passed_by(ram: RamMade, player: str) -> RamMade:
    if player in ram.declined | ram.boarded | ram.passed:
        return ram
    return msgspec.structs.replace(ram, passed=ram.passed | {player})


def question_after(game: GameState, ram: RamMade) -> Duty | None:
    """Whom a boarding party after this ram is offered to next; None where nobody may start one any more."""
    if ram.boarded and game.reading("boarding-parties") == "one-a-ram":
        return None
    for mine, theirs in ((ram.ship, ram.target), (ram.target, ram.ship)):
        owner = game.units[mine].owner
        if owner not in ram.declined | ram.boarded | ram.passed:
            return Duty(DutyKind.BOARDING, owner, mine, theirs)
    return None


def _musts(game: GameState) -> tuple[Duty, ...]:
    return tuple(each for each in game.duties if each.must)

"""Play goes on: what could follow the last move has lapsed, and a boarding party is up to the other player."""

import msgspec.structs

from tableassist.rulebook.state.game import GameState, RamMade, changed, with_turn
from tableassist.rulebook.state.things import Duty, DutyKind


def go_on(game: GameState) -> GameState:
    """The player whose turn it is does something else.

    After a ram either player may start a boarding party, and the player whose turn it is decides first (every edition,
    Board). Going on is a decision: from now on the other player is asked, until the turn ends.
    """
    game = _without_begun_shots(game)
    if not game.rams:
        return changed(game, just_moved="", acted=True, duties=_musts(game))
    rams = tuple(_passed_by(each, game.player) for each in game.rams)
    questions = tuple(duty for ram in rams if (duty := question_after(game, ram)) is not None)
    return changed(game, just_moved="", acted=True, rams=rams, duties=(*_musts(game), *questions))


def _without_begun_shots(game: GameState) -> GameState:
    """Where a shoot action is not split, what another piece does ends it."""
    if game.reading("shoot-split") == "yes" or not any(each.turn.shooting for each in game.units.values()):
        return game
    for each in game.units.values():
        if each.turn.shooting:
            game = with_turn(game, each, shooting=False)
    return game


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


def rams_of_last_turn(game: GameState) -> tuple[RamMade, ...]:
    """List the rams that a boarding party may still follow in the turn that begins, by the table's reading.

    Only where the text does not say "immediately". Who went on without deciding may decide again; who declined may
    not.
    """
    if game.edition.contact.boarding_at_once or game.reading("boarding-later") == "no":
        return ()
    open_rams = (each for each in game.rams if each.turn == game.turn and question_after(game, _undecided(each)))
    return tuple(_undecided(each) for each in open_rams)


def _undecided(ram: RamMade) -> RamMade:
    return msgspec.structs.replace(ram, passed=frozenset())


def _passed_by(ram: RamMade, player: str) -> RamMade:
    if player in ram.declined | ram.boarded | ram.passed:
        return ram
    return msgspec.structs.replace(ram, passed=ram.passed | {player})


def question_after(game: GameState, ram: RamMade) -> Duty | None:
    """Whom a boarding party after this ram is offered to next; None where nobody may start one any more."""
    if ram.boarded and game.reading("boarding-parties") == "one-a-ram":
        return None
    both = ((ram.ship, ram.target), (ram.target, ram.ship))
    # Whose turn it is decides first: in a later turn that may be the player who was rammed.
    for mine, theirs in sorted(both, key=lambda pair: game.units[pair[0]].owner != game.player):
        owner = game.units[mine].owner
        if owner not in ram.declined | ram.boarded | ram.passed:
            return Duty(DutyKind.BOARDING, owner, mine, theirs)
    return None


def _musts(game: GameState) -> tuple[Duty, ...]:
    return tuple(each for each in game.duties if each.must)

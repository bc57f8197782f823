"""What people put right, and the corrections that lead from one state of a table to another."""

from collections import Counter
from collections.abc import Callable, Iterator
from enum import StrEnum

import msgspec.structs

from tableassist.messages import Message, template
from tableassist.pieces import PieceState
from tableassist.rulebook.play.log import FINE, Judgement
from tableassist.rulebook.referee.acts.act import Act
from tableassist.rulebook.referee.acts.table import begin_turn
from tableassist.rulebook.referee.changes import carry_coins, lose_masts
from tableassist.rulebook.referee.foul import Foul, foul
from tableassist.rulebook.state.game import GameState
from tableassist.rulebook.state.questions import conditions_to_note
from tableassist.rulebook.state.things import GONE, NOBODY, DutyKind


class CorrectionKind(StrEnum):
    MAST_LOST = "mast-lost"
    MAST_BACK = "mast-back"
    STATE = "state"
    """The piece is in this state: a `PieceState`."""
    STATE_OVER = "state-over"
    OWNER = "owner"
    CREW = "crew"
    """This crew is aboard."""
    CREW_GONE = "crew-gone"
    COIN = "coin"
    """This coin is here: aboard, or on the island."""
    COIN_GONE = "coin-gone"
    HOME = "home"
    """The island is this player's home."""
    WILD = "wild"
    """The island is nobody's home."""
    ACTION_BACK = "action-back"
    """The piece has its action again."""
    TURN = "turn"
    """It is this player's turn: the subject is the player."""


class Correct(Act, frozen=True, tag="correct"):
    """A person puts right what the log has wrong. It is shown as a correction."""

    piece: str
    what: CorrectionKind
    value: str = ""

    title = Message("Correction")
    text = template("corrected: {piece} {what} {value}")
    always = True
    by_anybody = True

    def assess(self, game: GameState) -> Judgement:
        """A person's word is not judged, only whether it makes sense."""
        makes_sense: dict[CorrectionKind, Callable[[], bool]] = {
            **dict.fromkeys(MASTS, lambda: self.piece in game.units and _is_mast(game, self)),
            **dict.fromkeys(STATES, lambda: _is_state(game, self)),
            **dict.fromkeys(CREW, lambda: self.piece in {*game.units, *game.islands} and self.value in game.crew),
            **dict.fromkeys(COINS, lambda: self.piece in {*game.units, *game.islands} and self.value in game.coins),
            **dict.fromkeys(HOMES, lambda: self.piece in game.islands),
            CorrectionKind.OWNER: lambda: self.piece in {*game.units, *game.crew} and self.value in game.order,
            CorrectionKind.ACTION_BACK: lambda: self.piece in {*game.units, *game.crew},
            CorrectionKind.TURN: lambda: self.piece in game.order,
        }
        if self.what is CorrectionKind.HOME and self.value not in game.order:
            makes_sense[CorrectionKind.HOME] = lambda: False
        if makes_sense[self.what]():
            return FINE
        details = {"what": self.what.value, "piece": self.piece, "value": self.value}
        words = Message("'{what} {value}' of {piece} makes no sense", **details)
        return foul(Foul.UNKNOWN, words, game.edition.turn.action_section)

    def fold(self, game: GameState) -> GameState:
        return _drop_unanswerable_duties(_apply_correction(game, self))


MASTS = (CorrectionKind.MAST_LOST, CorrectionKind.MAST_BACK)
STATES = (CorrectionKind.STATE, CorrectionKind.STATE_OVER)
CREW = (CorrectionKind.CREW, CorrectionKind.CREW_GONE)
COINS = (CorrectionKind.COIN, CorrectionKind.COIN_GONE)
HOMES = (CorrectionKind.HOME, CorrectionKind.WILD)


def _is_mast(game: GameState, act: Correct) -> bool:
    return act.value.isdigit() and 1 <= int(act.value) <= game.units[act.piece].card.masts


def _is_state(game: GameState, act: Correct) -> bool:
    """Of a crew only whether its ability is cancelled."""
    if act.piece in game.crew:
        return act.value == PieceState.CANCELLED
    return act.piece in game.units and act.value in {state.value for state in PieceState}


def _drop_unanswerable_duties(game: GameState) -> GameState:
    """Without what was owed and nobody can answer any more: a mast of a ship without masts, a crew that is gone."""
    kept = []
    for duty in game.duties:
        unit = game.units.get(duty.piece)
        if duty.kind is DutyKind.MAST:
            if unit is not None and unit.masts > 0:
                kept.append(msgspec.structs.replace(duty, count=min(duty.count, unit.masts)))
        elif duty.kind is not DutyKind.CREW or any(not member.card.equipment for member in game.crew_at(duty.piece)):
            kept.append(duty)
    return game.replace(duties=tuple(kept)) if tuple(kept) != game.duties else game


def _apply_correction(game: GameState, act: Correct) -> GameState:
    if act.what is CorrectionKind.TURN:
        return begin_turn(game, act.piece, turn=game.turn if act.piece == game.player else game.turn + 1)
    if act.what in HOMES:
        home = act.value if act.what is CorrectionKind.HOME else ""
        return game.with_island(game.islands[act.piece], home=home)
    if act.what in CREW:
        return game.with_crew(game.crew[act.value], at=act.piece if act.what is CorrectionKind.CREW else GONE)
    if act.what in COINS:
        return carry_coins(game, (act.value,), to=act.piece if act.what is CorrectionKind.COIN else GONE)
    return _of_a_crew(game, act) if act.piece in game.crew else _of_a_piece(game, act)


def _of_a_crew(game: GameState, act: Correct) -> GameState:
    member = game.crew[act.piece]
    if act.what in STATES:
        return game.with_crew(member, cancelled=act.what is CorrectionKind.STATE)
    owner = act.value if act.what is CorrectionKind.OWNER else member.owner
    return game.with_crew(member, owner=owner, actions=())


def _of_a_piece(game: GameState, act: Correct) -> GameState:
    unit = game.units[act.piece]
    match act.what:
        case CorrectionKind.MAST_LOST:
            return lose_masts(game, unit, frozenset({int(act.value)}), by="")
        case CorrectionKind.MAST_BACK:
            # A creature was eliminated with its last segment, so a segment that is back brings it back.
            states = unit.states - {PieceState.SUNK} if unit.is_creature else unit.states
            back = {int(act.value)}
            lost, by_ram = unit.masts_lost - back, unit.masts_rammed - back
            return game.with_unit(unit, masts_lost=lost, masts_rammed=by_ram, states=states)
        case CorrectionKind.STATE:
            return game.with_unit(unit, states=unit.states | {PieceState(act.value)})
        case CorrectionKind.STATE_OVER:
            left = unit.states - {PieceState(act.value)}
            lost_in = "" if act.value == PieceState.LOST else unit.lost_in
            tangled_in = "" if act.value == PieceState.TANGLED else unit.tangled_in
            rammed = NOBODY if act.value == PieceState.PINNED else unit.rammed
            return game.with_unit(unit, states=left, lost_in=lost_in, tangled_in=tangled_in, rammed=rammed)
        case CorrectionKind.OWNER:
            return game.with_unit(unit, owner=act.value)
    return game.with_turn(unit, actions=(), turn_over=False, shooting=False, fired=())


def corrections_between(before: GameState, after: GameState) -> tuple[Correct, ...]:
    """List the changes of turn, masts, owners, homes, conditions and crew, as corrections.

    Crew are named by their cards, as a score names them. Tows, and a piece that loses its last owner, have no
    correction and are left out.
    """
    return () if before is after else tuple(_changes(before, after))


def _changes(before: GameState, after: GameState) -> Iterator[Correct]:
    kind, nothing = CorrectionKind, frozenset[int]()
    if after.player_in_turn is not None and after.player_in_turn != before.player_in_turn:
        yield Correct(after.player_in_turn, kind.TURN)
    for piece in sorted(before.masts_lost.keys() | after.masts_lost.keys()):
        was, now = before.masts_lost.get(piece, nothing), after.masts_lost.get(piece, nothing)
        yield from (Correct(piece, kind.MAST_LOST, str(mast)) for mast in sorted(now - was))
        yield from (Correct(piece, kind.MAST_BACK, str(mast)) for mast in sorted(was - now))
    for piece, owner in sorted(after.owners.items()):
        if before.owners.get(piece) != owner and piece not in after.crew:
            yield Correct(piece, kind.OWNER, owner)
    for island, player in sorted(after.homes.items()):
        if before.homes.get(island) != player:
            yield Correct(island, kind.HOME, player)
    yield from (Correct(island, kind.WILD) for island in sorted(before.homes.keys() - after.homes.keys()))
    earlier, later = conditions_to_note(before), conditions_to_note(after)
    for piece in sorted(earlier.keys() | later.keys()):
        states_before, states_after = set(earlier.get(piece, ())), set(later.get(piece, ()))
        yield from (Correct(piece, kind.STATE, state) for state in sorted(states_after - states_before))
        yield from (Correct(piece, kind.STATE_OVER, state) for state in sorted(states_before - states_after))
    yield from _crew_changes(before, after)


def _crew_changes(before: GameState, after: GameState) -> Iterator[Correct]:
    """Two generic captains are two."""
    for piece in sorted(before.units.keys() | after.units.keys()):
        was, now = _cards_aboard(before, piece), _cards_aboard(after, piece)
        yield from (Correct(piece, CorrectionKind.CREW_GONE, crew) for crew in (was - now).elements())
        yield from (Correct(piece, CorrectionKind.CREW, crew) for crew in (now - was).elements())


def _cards_aboard(state: GameState, ship: str) -> Counter[str]:
    return Counter(member.card.card or member.card.id for member in state.crew_at(ship))

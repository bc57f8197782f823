"""A move that was found, as an act: whose turn it was, where she docks, whom she touches."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from tableassist.messages import Message
from tableassist.pieces import Effect, PieceKind
from tableassist.pipeline.game.proposal import Proposal, ProposalKind, ProposedActs
from tableassist.pipeline.moves.found_move import FoundMove, MoveKind, apart_mm, turned_rad
from tableassist.pipeline.moves.found_moves import RIGHTED_MM, RIGHTED_RAD
from tableassist.rulebook import PIRATES, AnyAct, GameState, Phase, RefereedAct, RefereedGame, Verdict
from tableassist.rulebook.acts import EndTurn, Fact, LoseMast, Move
from tableassist.rulebook.engine import TERRAIN
from tableassist.rulebook.moves import NO_LENGTH_MM, Route
from tableassist.rulebook.referee import actions_left
from tableassist.rulebook.state import FactKind, can_sail, effects_of, is_derelict, name_of

SEEN, LIKELY, MAYBE = 0.998, 0.8, 0.5
"""How sure it is that a ship which lies elsewhere was moved; that a turn is over with ships left to act; a side of what
is too close to call."""
MOST_DOUBTS = 2
"""So many contacts that are too close to call are asked about; the others are stated as too close."""


@dataclass(frozen=True, slots=True)
class _Doubt:
    """A contact that is too close to call, and decides something."""

    fact: Fact

    def words(self, game: GameState, *, holds: bool) -> Message:
        said = {"other": name_of(game, self.fact.target)}
        if self.fact.kind is FactKind.DOCKED:
            return Message("docks at {other}", **said) if holds else Message("does not dock at {other}", **said)
        return Message("rams {other}", **said) if holds else Message("does not touch {other}", **said)


def proposed_move(refereed: RefereedGame, found: FoundMove, earlier: Mapping[int, FoundMove]) -> Proposal | None:
    """None where the move is nobody's act: a bump, a piece that is not in the game, an iceberg. `earlier`: the moves
    that became acts, by the numbers of their entries."""
    game = refereed.game
    unit = game.units.get(found.piece)
    if found.kind is not MoveKind.MOVED or unit is None or unit.is_fort or game.phase is not Phase.PLAYING:
        return None
    back = _taken_back(refereed, found, earlier)
    if back is not None:
        return back
    game, after = _place(refereed, found, unit.owner)
    ends = _ended_turns(game, unit.owner)
    kind = ProposalKind.END_TURN if ends else ProposalKind.MOVE
    return Proposal(kind, unit.id, found.settled_ns, tuple(_options(game, ends, found)), after=after)


def _options(game: GameState, ends: tuple[EndTurn, ...], found: FoundMove) -> list[ProposedActs]:
    before = game
    for each in ends:
        before = PIRATES.apply(before, each)
    doubts = _doubts(before, found)
    certainty = _certainty(game, ends, found.piece)
    said = {"name": name_of(game, found.piece)}
    if not doubts:
        moved = _words(game, ends, Message("{name} moves", **said))
        return [ProposedActs((*ends, *_acts(before, found, ())), moved, certainty)]
    options = []
    for holds in product((True, False), repeat=len(doubts)):
        told = [each.words(game, holds=so) for each, so in zip(doubts, holds, strict=True)]
        words = Message("{name} moves and {first}", first=told[0], **said)
        for more in told[1:]:
            words = Message("{words}, and {more}", words=words, more=more)
        settled = tuple(
            Fact(each.fact.subject, each.fact.kind, each.fact.target, answer=Verdict.YES if so else Verdict.NO)
            for each, so in zip(doubts, holds, strict=True)
        )
        options.append(ProposedActs((*ends, *_acts(before, found, settled)), _words(game, ends, words), MAYBE))
    return options


def _certainty(game: GameState, ends: tuple[EndTurn, ...], ship: str) -> float:
    """While an answer is owed, nobody can say whose turn it is: it is asked, and follows by itself once the answer is
    known."""
    if not ends and game.units[ship].owner != game.player and game.owed() is not None:
        return MAYBE
    return SEEN if not ends or _is_over(game, ends) else LIKELY


def _words(game: GameState, ends: tuple[EndTurn, ...], move: Message) -> Message:
    return Message("{player}'s turn is over: {move}", player=game.player, move=move) if ends else move


def _acts(game: GameState, found: FoundMove, settled: Sequence[Fact]) -> tuple[AnyAct, ...]:
    """The move, then the contacts that are too close to call and that nobody was asked about."""
    said = {(each.kind, each.target): each.answer for each in settled}
    contacts = tuple(
        Fact(each.subject, each.kind, each.target, answer=said.get((each.kind, each.target), each.answer))
        for each in (*found.arrival.docks, *found.arrival.contacts)
        if _matters(game, each)
    )
    sure = {kind: _targets(contacts, kind) for kind in FactKind}
    docks = sure[FactKind.DOCKED]
    bows = sure[FactKind.BOW_ON]
    by_bow = {*bows, *sure[FactKind.TOUCHES_BOW_OF], *docks}
    judgement = found.judgement
    route = None if judgement is None else judgement.route
    move = Move(
        found.piece,
        legal=None if judgement is None else judgement.ruling.verdict,
        come_about=route is not None and route.came_about,
        docks=docks[0] if docks else "",
        bow_on=bows,
        bow_to_bow=tuple(each for each in sure[FactKind.BOW_TO_BOW] if each in bows),
        touches=tuple(each for each in sure[FactKind.TOUCHES] if each not in by_bow),
        touches_bow_of=sure[FactKind.TOUCHES_BOW_OF],
        terrain=_terrain(game, found),
        plus_s=_sails_bonus(game, found.piece, route),
        over_edge=(judgement is not None and judgement.leaves_game) or (route is not None and route.wraps),
    )
    close = tuple(each for each in contacts if each.answer is Verdict.TOO_CLOSE and each.kind is not FactKind.DOCKED)
    return (move, *close)


def _sails_bonus(game: GameState, ship: str, route: Route | None) -> bool:
    """Say whether the way took more segments than her base move has: then the +S of an ability was one of them."""
    unit = game.units[ship]
    base = [each for each in unit.card.base_move.split("+") if each]
    if route is None or not base or Effect.BASE_MOVE_PLUS_S not in effects_of(game, unit):
        return False
    count = 1 if unit.towing or is_derelict(game, unit) else len(base)
    return sum(each.length_mm > NO_LENGTH_MM for each in route.segments) > count


def _targets(contacts: Sequence[Fact], kind: FactKind) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.target for each in contacts if (each.kind, each.answer) == (kind, Verdict.YES)))


def _matters(game: GameState, fact: Fact) -> bool:
    """Whether the referee knows the other: a ship that is sunk may still lie there. An island is touched by docking."""
    unit = game.units.get(fact.target)
    if unit is not None:
        return unit.in_play
    return fact.kind is FactKind.DOCKED and fact.target in game.islands


def _terrain(game: GameState, found: FoundMove) -> tuple[str, ...]:
    met = (each for each in found.terrain if each.rule == TERRAIN.id and each.verdict is Verdict.YES)
    known = (each.target for each in met if each.target in game.terrain)
    kinds = game.terrain
    return tuple(dict.fromkeys(each for each in known if kinds[each].kind is not PieceKind.TRADE_CURRENT))


def _doubts(game: GameState, found: FoundMove) -> list[_Doubt]:
    """Docking, and a bow on an enemy: the rest of the game hangs on them."""
    doubts = []
    mine = game.units[found.piece].owner
    for each in (*found.arrival.docks, *found.arrival.contacts):
        if each.answer is not Verdict.TOO_CLOSE or not _matters(game, each):
            continue
        enemy = game.units.get(each.target)
        rams = each.kind is FactKind.BOW_ON and enemy is not None and enemy.owner != mine
        if each.kind is FactKind.DOCKED or rams:
            doubts.append(_Doubt(each))
    return doubts[:MOST_DOUBTS]


def _ended_turns(game: GameState, owner: str) -> tuple[EndTurn, ...]:
    """The turns that must be over if a ship of this player moves: one, where the player is the next."""
    if owner == game.player or owner not in game.order or game.owed() is not None:
        return ()
    end = EndTurn(game.player)
    return (end,) if PIRATES.apply(game, end).player == owner else ()


def _is_over(game: GameState, ends: tuple[EndTurn, ...]) -> bool:
    """Whether nobody of the player whose turn ends has anything left to do but what is free."""
    return all(not _can_act(game, unit.id) for each in ends for unit in game.fleet(each.player))


def _can_act(game: GameState, ship: str) -> bool:
    unit = game.units[ship]
    idle = unit.is_fort or is_derelict(game, unit) or (not can_sail(game, unit) and not unit.cannons)
    return not idle and actions_left(game, unit) > 0


def _place(refereed: RefereedGame, found: FoundMove, owner: str) -> tuple[GameState, int | None]:
    """The game that the move was made in, and the entry that it follows; None: the last one. What was said after she
    lay there comes after the move, and so does her player's end of the turn, also if it was said a little sooner."""
    game, number = refereed.start, 0
    for each in refereed.acts:
        if _is_later(each, found, owner):
            return game, number
        game, number = each.game, each.number
    return refereed.game, None


def _is_later(each: RefereedAct, found: FoundMove, owner: str) -> bool:
    entry = each.judged.entry
    if entry.t_ns is None or isinstance(entry.act, LoseMast):
        return False  # a mast is noticed later than it was taken off, and it was owed before anybody sailed
    ends = isinstance(entry.act, EndTurn) and entry.act.player == owner and each.judged.took_effect
    return entry.t_ns > (found.moved_ns if ends else found.settled_ns)


def _taken_back(refereed: RefereedGame, found: FoundMove, earlier: Mapping[int, FoundMove]) -> Proposal | None:
    """She lies again where she lay before her last move: the answer to a foul, or second thoughts."""
    last = next((each for each in reversed(refereed.acts) if _is_move_of(each, found.piece)), None)
    seen = None if last is None else earlier.get(last.number)
    if last is None or seen is None or not _lies_again(seen, found):
        return None
    foul, newest = last.is_unanswered, last is refereed.acts[-1]
    if not foul and not newest:
        return None
    words = Message("{name} is back where she was: her move is taken back", name=name_of(refereed.game, found.piece))
    option = ProposedActs((), words, SEEN if foul else LIKELY)
    return Proposal(ProposalKind.TAKEN_BACK, found.piece, found.settled_ns, (option,), strikes=last.number)


def _is_move_of(each: RefereedAct, ship: str) -> bool:
    act = each.judged.entry.act
    return isinstance(act, Move) and act.ship == ship


def _lies_again(first: FoundMove, second: FoundMove) -> bool:
    before = first.start
    if before is None:
        return False
    return apart_mm(before, second.end) <= RIGHTED_MM and turned_rad(before, second.end) <= RIGHTED_RAD

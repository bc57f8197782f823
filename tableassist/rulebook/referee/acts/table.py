"""How a turn ends and the next begins, what is declared at its beginning, and the end that players agree on."""

from collections.abc import Iterator

import msgspec.structs

from tableassist.messages import Message, template
from tableassist.pieces import PieceKind, PieceState
from tableassist.rulebook.play.log import FINE, Judgement
from tableassist.rulebook.referee.acts.act import Act, Offer
from tableassist.rulebook.referee.changes import question_after, rams_of_last_turn, sink
from tableassist.rulebook.referee.ending import make_ending, reveal_all
from tableassist.rulebook.referee.foul import Foul, foul, not_hers
from tableassist.rulebook.state.game import GameState, Phase
from tableassist.rulebook.state.questions import find_pinning_enemies, keyword_carrier
from tableassist.rulebook.state.things import FRESH_TURN, NOBODY, CrewMember, Duty, DutyKind, Unit


class EndTurn(Act, frozen=True, tag="end-turn"):
    player: str

    title = Message("End of the turn")
    text = template("{player} ends the turn")

    def assess(self, game: GameState) -> Judgement:
        if self.player != game.player:
            words = Message("it is {player}'s turn, not {other}'s", player=game.player, other=self.player)
            return foul(Foul.NOT_YOUR_TURN, words, game.edition.turn.action_section)
        return FINE

    def fold(self, game: GameState) -> GameState:
        after = game.order.index(self.player) + 1
        later = (*game.order[after:], *game.order[:after])
        if game.reading("fleetless-turn") == "skipped":
            later = tuple(player for player in later if any(True for _ in game.fleet(player))) or later
        return begin_turn(game, later[0], turn=game.turn + 1)


class AgreeToEnd(Act, frozen=True, tag="agree-to-end"):
    """The players agree that the game is over: where no rule ends it, or nobody wants to go on."""

    player: str
    reason: str = ""

    title = Message("Agreement to end the game")
    text = template("{player} agrees that the game is over")
    always = True
    by_anybody = True

    def assess(self, _game: GameState) -> Judgement:
        return FINE

    def fold(self, game: GameState) -> GameState:
        return reveal_all(game.replace(phase=Phase.OVER, ending=make_ending(game, "agreed")))


class Declare(Act, frozen=True, tag="declare"):
    """At the beginning of a turn: whether a ship is ghostly or submerged until her player's next turn."""

    ship: str
    state: str
    """`ghostly`, `submerged`, or `none`."""

    title = Message("Ghostly or submerged")
    text = template("{ship} is declared {state}")

    def assess(self, game: GameState) -> Judgement:
        unit, section = game.units[self.ship], game.edition.turn.keyword_section
        if (bad := not_hers(game, unit)) is not None:
            return bad
        if self.state not in ("none", *KEYWORDS):
            return foul(Foul.UNKNOWN, Message("'{state}' is nothing to declare", state=self.state), section)
        if game.acted:
            words = Message("that is decided at the beginning of the turn, before any action")
            return foul(Foul.TOO_LATE, words, section)
        if self.state != "none" and not _able(game, unit, PieceState(self.state)):
            words = Message("{name} has no card that makes her {state}", name=unit.name, state=self.state)
            return foul(Foul.NOT_ABLE, words, section)
        return FINE

    def fold(self, game: GameState) -> GameState:
        unit = game.units[self.ship]
        states = unit.states - DECLARED
        if self.state not in KEYWORDS:
            return game.with_unit(unit, states=states)
        state = PieceState(self.state)
        member = next(_crew_able(game, unit, state), None)
        if member is not None and not any(unit.has(keyword) for keyword in KEYWORDS[state]):
            game = game.with_crew(member, face_up=True)
        held = tuple(ship for ship in game.units.values() if self.ship in find_pinning_enemies(game, ship))
        after = game.with_unit(unit, states=states | {state})
        return _still_pinned(after, self.ship, held) if state is PieceState.GHOSTLY else after


DECLARED = frozenset({PieceState.GHOSTLY, PieceState.SUBMERGED})


def begin_turn(game: GameState, player: str, *, turn: int) -> GameState:
    """Dice of the last turn are put away, the player's ships are as they lie now, and what the beginning of a turn
    asks for is owed."""
    units = {key: _begin_turn_of(unit, player) for key, unit in game.units.items()}
    crew = {key: _rest(member) for key, member in game.crew.items()}
    terrain = {
        key: msgspec.structs.replace(piece, rating=0) if piece.rating else piece for key, piece in game.terrain.items()
    }
    after = game.replace(
        player=player,
        turn=turn,
        units=units,
        crew=crew,
        terrain=terrain,
        duties=tuple(duty for duty in game.duties if duty.must),
        rams=rams_of_last_turn(game),
        just_moved="",
        acted=False,
        built_fort=False,
    )
    for ram in after.rams:
        if (question := question_after(after, ram)) is not None:
            after = after.with_duty(question)
    for unit in tuple(after.units.values()):
        if unit.scuttling and unit.owner == player and unit.in_play:
            after = sink(after, unit, by="")
    drifts = PieceKind.ICEBERG in after.edition.terrain.kinds
    if drifts and any(piece.kind is PieceKind.ICEBERG for piece in after.terrain.values()):  # also where all are stuck
        after = after.with_duty(Duty(DutyKind.ICEBERGS, player, player))
    return after


def _begin_turn_of(unit: Unit, player: str) -> Unit:
    """As she begins a turn: what she did in the last one is over, and her own player's begins where she is now."""
    if unit.owner != player:
        return unit if unit.turn is FRESH_TURN else msgspec.structs.replace(unit, turn=FRESH_TURN)
    return msgspec.structs.replace(
        unit,
        states=unit.states - DECLARED if unit.states & DECLARED else unit.states,
        began_docked_at=unit.docked_at,
        began_on=unit.terrain or NOBODY,
        turn=FRESH_TURN,
    )


def _rest(member: CrewMember) -> CrewMember:
    if not member.actions and not member.hits_this_turn:
        return member
    return msgspec.structs.replace(member, actions=(), hits_this_turn=0)


KEYWORDS = {
    PieceState.GHOSTLY: ("Ghost Ship",),
    PieceState.SUBMERGED: ("Submarine", "Sea Monster"),
}


def _still_pinned(game: GameState, ship: str, held: tuple[Unit, ...]) -> GameState:
    """Who is pinned stays so when the other turns ghostly: she has neither moved away nor become derelict
    (revolution, Pin). The contact is kept as a ram is, for a bow that comes against a ghost later is not pinned."""
    after = game
    for rammer in held:
        now = after.units[rammer.id]
        after = after.with_unit(now, rammed=now.rammed | {ship})
    return after


def _able(game: GameState, unit: Unit, state: PieceState) -> bool:
    """The ship's own keyword, or that of a crew who may use it aboard."""
    return (
        any(unit.has(keyword) for keyword in KEYWORDS[state]) or next(_crew_able(game, unit, state), None) is not None
    )


def _crew_able(game: GameState, unit: Unit, state: PieceState) -> Iterator[CrewMember]:
    for keyword in KEYWORDS[state]:
        if (member := keyword_carrier(game, unit, keyword)) is not None:
            yield member


def declarations(game: GameState, unit: Unit) -> Iterator[Offer]:
    if game.acted:
        return
    crew = {keyword for member in game.crew_at(unit.card.id) for keyword in member.card.keywords}
    for state, keywords in KEYWORDS.items():
        if any(unit.has(keyword) or keyword in crew for keyword in keywords) and state not in unit.states:
            words = Message("{name} is {state} this turn", name=unit.name, state=state.value)
            yield Offer(unit.owner, Declare(unit.card.id, state.value), words)

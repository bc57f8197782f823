"""Mysterious islands, marked islands, coins turned over, events."""

from collections.abc import Iterator

from tableassist.messages import Message, template
from tableassist.pieces import Effect
from tableassist.rulebook.play.game import Need
from tableassist.rulebook.play.log import FINE, Judgement
from tableassist.rulebook.referee.acts.act import Act, Answer, Offer
from tableassist.rulebook.referee.changes import reveal_coin, show_crew
from tableassist.rulebook.referee.foul import Foul, foul, judge_answer, not_hers
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.state.game import Call, FactKind, GameState
from tableassist.rulebook.state.questions import effects_of
from tableassist.rulebook.state.things import Duty, DutyKind, Unit


class MysteriousRoll(Act, frozen=True, tag="mysterious-roll"):
    """The roll when a ship docks at a mysterious island. What it brings is printed on the island."""

    ship: str
    island: str
    roll: int
    effect: str = ""

    title = Message("Roll at a mysterious island")
    text = template("{ship} rolls {roll} at {island}")
    answers = DutyKind.MYSTERIOUS

    def assess(self, game: GameState) -> Judgement:
        if _find_roll_duty(game, self) is None:
            words = Message("{name} owes no roll there", name=game.units[self.ship].name)
            return foul(Foul.NOT_OWED, words, game.edition.treasure.mysterious_section)
        return FINE

    def fold(self, game: GameState) -> GameState:
        """What it brings is printed on the island, and is said as further acts by card."""
        duty = _find_roll_duty(game, self)
        return game.without_duty(duty) if duty else game


class MarkIsland(Act, frozen=True, tag="mark-island"):
    """A ship whose card allows it chooses an island within S without touching it."""

    ship: str
    island: str
    within: Answer = None

    title = Message("Marking an island")
    text = template("{ship} marks {island}")

    def assess(self, game: GameState) -> Judgement:
        unit, island, section = game.units[self.ship], game.islands[self.island], game.edition.turn.keyword_section
        details = {"name": unit.name, "island": island.name}
        if (bad := not_hers(game, unit)) is not None:
            return bad
        if Effect.MARKS_ISLAND_WITHIN_S not in effects_of(game, unit):
            return foul(Foul.NOT_ABLE, Message("{name} has no card that marks islands", **details), section)
        answer = self.within if self.within is not None else game.answer(FactKind.WITHIN_S, self.ship, self.island)
        return judge_answer(
            answer,
            Foul.NO_CONTACT,
            Message("{island} is not within S of {name}", **details),
            section,
            unknown=Message("whether {island} is within S of {name} is not settled", **details),
        )

    def fold(self, game: GameState) -> GameState:
        """Her player's token lies there from now on."""
        unit, island = game.units[self.ship], game.islands[self.island]
        after = show_crew(game, unit, Effect.MARKS_ISLAND_WITHIN_S)
        return after.with_island(after.islands[self.island], tokens=island.tokens | {unit.owner})

    def calls(self) -> tuple[Call, ...]:
        return (("ability", self.ship, self.island, 0),)


class Reveal(Act, frozen=True, tag="reveal"):
    """A coin or a crew is turned face up."""

    thing: str
    value: int | None = None
    """What a coin is worth; None for crew."""

    title = Message("Coin or crew turned over")
    text = template("{thing} is turned over")
    answers = DutyKind.COIN
    always = True

    def choose_text(self) -> str:
        return self.text if self.value is None else template("{thing} is turned over: {value}")

    def assess(self, game: GameState) -> Judgement:
        section = game.edition.treasure.treasure_section
        if self.thing in game.crew:
            return FINE
        coin = game.coins[self.thing]
        if self.value is None and coin.value is None:
            return foul(Foul.UNKNOWN, Message("what is the coin worth?"), section)
        is_known = coin.value is not None and not coin.is_unique
        if is_known and self.value not in (None, coin.value):
            words = Message("the set-up has another value for that coin")  # without the value: it may lie face down
            return foul(Foul.NOT_THERE, words, section)
        return FINE

    def fold(self, game: GameState) -> GameState:
        if self.thing in game.crew:
            return game.with_crew(game.crew[self.thing], face_up=True)
        value = self.value if self.value is not None else game.coins[self.thing].worth
        return reveal_coin(game, self.thing, value)

    def speaker(self, game: GameState) -> str:
        return next((duty.player for duty in game.duties if duty.piece == self.thing), game.player)


class PlayEvent(Act, frozen=True, tag="play-event"):
    player: str
    event: str
    effect: str = ""

    title = Message("Event card")
    text = template("{player} plays the event {event}")

    def assess(self, game: GameState) -> Judgement:
        if self.event not in game.events.get(self.player, ()):
            words = Message("{player} holds no event {event}", player=self.player, event=self.event)
            return foul(Foul.NOT_YOURS, words, game.edition.setup.fleet_section)
        return FINE

    def fold(self, game: GameState) -> GameState:
        """Played by its text, which is on the card; it is played once."""
        held = list(game.events.get(self.player, ()))
        if self.event in held:
            held.remove(self.event)
        return game.replace(events={**game.events, self.player: tuple(held)})


def _find_roll_duty(game: GameState, act: MysteriousRoll) -> Duty | None:
    wanted = (DutyKind.MYSTERIOUS, act.ship, act.island)
    return next((duty for duty in game.duties if (duty.kind, duty.piece, duty.other) == wanted), None)


def marks(game: GameState, unit: Unit) -> Iterator[Offer]:
    if Effect.MARKS_ISLAND_WITHIN_S not in effects_of(game, unit):
        return
    for (kind, subject, target, _), answer in game.facts_about(unit.card.id):
        island = game.islands.get(target)
        if kind is FactKind.WITHIN_S and subject == unit.card.id and answer is Verdict.YES and island is not None:
            words = Message("{name} marks {island}", name=unit.name, island=island.name)
            yield Offer(unit.owner, MarkIsland(unit.card.id, target, answer), words)


def event_cards(game: GameState, player: str) -> Iterator[Offer]:
    for event in dict.fromkeys(game.events.get(player, ())):
        words = Message("{player} plays {event}", player=player, event=event)
        yield Offer(player, PlayEvent(player, event), words, (Need("effect"),))

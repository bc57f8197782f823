"""Boarding parties: after a ram, either player, one; both roll, and the winner takes a crew or a coin."""

from collections.abc import Mapping
from typing import Any

import msgspec.structs

from tableassist.messages import Message, Text, template
from tableassist.pieces import Effect
from tableassist.rulebook.play.log import FINE, Judgement
from tableassist.rulebook.referee.acts.act import Act, Answer
from tableassist.rulebook.referee.changes import carry_coins, eliminate_crew, question_after, show_crew
from tableassist.rulebook.referee.foul import Foul, foul, judge_answer
from tableassist.rulebook.state.game import (
    Call,
    FactKind,
    GameState,
    RamMade,
)
from tableassist.rulebook.state.questions import cannot_be_met, cargo_space, cargo_used, effects_of
from tableassist.rulebook.state.things import CrewMember, Duty, DutyKind, Unit


class Board(Act, frozen=True, tag="board"):
    """A boarding party after a ram; both players roll."""

    ship: str
    """Of the player who wants it."""
    target: str
    roll: int
    enemy_roll: int
    within: Answer = None
    """For a ship that may board from a distance: whether the other is within S."""

    title = Message("Boarding party")
    text = template("{ship} boards {target}: rolls {roll} against {enemy_roll}")
    answers = DutyKind.BOARDING

    def assess(self, game: GameState) -> Judgement:
        unit, enemy, section = game.units[self.ship], game.units[self.target], game.edition.contact.board_section
        details = {"name": unit.name, "other": enemy.name}
        if not unit.in_play or not enemy.in_play or unit.owner == enemy.owner:
            return foul(Foul.OUT_OF_PLAY, Message("{name} and {other} are no two enemies in play", **details), section)
        ram = ram_between(game, self.ship, self.target)
        if ram is None or unit.owner in ram.passed:
            return _from_afar(game, self, unit, enemy)
        return _after_ram(game, ram, unit, enemy) or FINE

    def fold(self, game: GameState) -> GameState:
        unit, enemy = game.units[self.ship], game.units[self.target]
        ram = ram_between(game, self.ship, self.target)
        is_open = ram is not None and unit.owner not in ram.passed
        after = _note_boarding(game, ram, unit) if ram is not None and is_open else _note_boarding_from_afar(game, unit)
        mine = strength(game, unit, self.roll)
        theirs = strength(game, enemy, self.enemy_roll)
        for ship in (unit, enemy):
            after = show_crew(after, ship, Effect.BOARDING_PLUS_1)
        if mine == theirs and game.reading("boarding-tie") == "nobody":
            return after
        winner, loser = (unit, enemy) if mine >= theirs else (enemy, unit)
        if not has_prize(after, loser):
            return after
        return after.with_duty(Duty(DutyKind.PRIZE, winner.owner, winner.card.id, loser.card.id))

    def calls(self) -> tuple[Call, ...]:
        return (("board", self.ship, self.target, 0),)


class DeclineBoarding(Act, frozen=True, tag="decline-boarding"):
    player: str
    ship: str
    """The own one of the two ships of the ram."""

    title = Message("No boarding party")
    text = template("{player} sends no boarding party from {ship}")
    answers = DutyKind.BOARDING

    def assess(self, game: GameState) -> Judgement:
        if _open_ram(game, self) is None:
            words = Message("{player} has no boarding party to decline", player=self.player)
            return foul(Foul.NOT_OWED, words, game.edition.contact.board_section)
        return FINE

    def fold(self, game: GameState) -> GameState:
        ram = _open_ram(game, self)
        if ram is None:
            return game
        return _with_ram(game, ram, msgspec.structs.replace(ram, declined=ram.declined | {self.player}))


class BoardingPrize(Act, frozen=True, tag="boarding-prize"):
    """What the winner of a boarding party takes: a crew's life, a coin, or nothing."""

    ship: str
    """The winner's."""
    crew: str = ""
    """The crew; `any` where the loser picks which."""
    coin: str = ""

    title = Message("Prize of a boarding party")
    text = template("{ship} takes nothing")
    answers = DutyKind.PRIZE

    def choose_text(self) -> str:
        return template("{ship} takes {thing}") if self.crew or self.coin else self.text

    def describe(self, values: Mapping[str, Any]) -> Text:
        return super().describe({**values, "thing": values["coin"] or values["crew"]})

    def assess(self, game: GameState) -> Judgement:
        duty, section = _prize_owed(game, self.ship), game.edition.contact.board_section
        unit = game.units[self.ship]
        if duty is None:
            return foul(Foul.NOT_OWED, Message("{name} has won no boarding party", name=unit.name), section)
        if self.crew and self.coin:
            return foul(Foul.NOT_THERE, Message("a crew or a coin, not both"), section)
        if self.crew:
            return _crew_prize(game, self, duty.other)
        if self.coin:
            return _coin_prize(game, self, duty.other)
        return FINE

    def fold(self, game: GameState) -> GameState:
        duty = _prize_owed(game, self.ship)
        if duty is None:
            return game
        after, winner = game.without_duty(duty), game.units[self.ship]
        if self.coin:
            return carry_coins(after, (self.coin,), to=self.ship)
        if not self.crew:
            return after
        aboard = people_aboard(after, duty.other)
        if self.crew != ANY:
            return eliminate_crew(after, self.crew, by=winner.owner)
        if len(aboard) == 1:
            return eliminate_crew(after, aboard[0].card.id, by=winner.owner)
        loser = game.units[duty.other]
        return after.with_duty(Duty(DutyKind.CREW, loser.owner, loser.card.id, winner.owner))


class LoseCrew(Act, frozen=True, tag="lose-crew"):
    """The loser of a boarding party picks the crew that is eliminated."""

    ship: str
    crew: str

    title = Message("Crew lost to a boarding party")
    text = template("{ship} loses {crew}")
    answers = DutyKind.CREW

    def assess(self, game: GameState) -> Judgement:
        unit, section = game.units[self.ship], game.edition.contact.board_section
        if _crew_owed(game, self.ship) is None:
            return foul(Foul.NOT_OWED, Message("{name} owes no crew", name=unit.name), section)
        if game.crew[self.crew] not in people_aboard(game, self.ship):
            words = Message("there is no such crew aboard {name}", name=unit.name)
            return foul(Foul.NOT_THERE, words, section)
        return FINE

    def fold(self, game: GameState) -> GameState:
        duty = _crew_owed(game, self.ship)
        after = game.without_duty(duty) if duty else game
        return eliminate_crew(after, self.crew, by=duty.other if duty else "")


ANY = "any"


def _after_ram(game: GameState, ram: RamMade, unit: Unit, other: Unit) -> Judgement | None:
    section = game.edition.contact.board_section
    if ram.boarded and (game.reading("boarding-parties") == "one-a-ram" or unit.owner in ram.boarded):
        return foul(Foul.ONE_PARTY, Message("that ram has had its boarding party"), section)
    if unit.owner in ram.declined:
        return foul(Foul.ONE_PARTY, Message("{player} has declined", player=unit.owner), section)
    decided = ram.declined | ram.boarded | ram.passed
    if unit.owner != game.player and other.owner == game.player and game.player not in decided:
        words = Message("{player}, whose turn it is, decides first", player=game.player)
        return foul(Foul.DECIDES_FIRST, words, section)
    if unit.card.id == ram.target and cannot_be_met(other) and game.reading("boards-back-ghost") == "no":
        return foul(Foul.CANNOT_BE_RAMMED, Message("{other} is out of reach", other=other.name), section)
    return None


def _from_afar(game: GameState, act: Board, unit: Unit, other: Unit) -> Judgement:
    """Some cards board a ship up to S away."""
    section, details = game.edition.contact.board_section, {"name": unit.name, "other": other.name}
    if Effect.BOARDS_WITHIN_S not in effects_of(game, unit) or unit.owner != game.player:
        words = Message("no ram of this moment joins {name} and {other}", **details)
        return foul(Foul.NO_RAM, words, section)
    if not unit.is_ship or not other.is_ship:
        return foul(Foul.WRONG_KIND, Message("only ships board and are boarded"), section)
    if unit.turn.boarded_afar or unit.is_lost or other.is_lost:
        return foul(Foul.ONE_PARTY, Message("{name} cannot board from afar again", **details), section)
    answer = act.within if act.within is not None else game.answer(FactKind.WITHIN_S, act.ship, act.target)
    return judge_answer(
        answer,
        Foul.NO_CONTACT,
        Message("{other} is not within S of {name}", **details),
        section,
        unknown=Message("whether {other} is within S of {name} is not settled", **details),
    )


def ram_between(game: GameState, one: str, other: str) -> RamMade | None:
    return next((ram for ram in game.rams if {ram.ship, ram.target} == {one, other}), None)


def _note_boarding_from_afar(game: GameState, unit: Unit) -> GameState:
    return show_crew(game.with_turn(unit, boarded_afar=True), unit, Effect.BOARDS_WITHIN_S)


def strength(game: GameState, unit: Unit, roll: int) -> int:
    """The die and the masts that stand, and one more by some cards."""
    return roll + unit.masts + (Effect.BOARDING_PLUS_1 in effects_of(game, unit))


def has_prize(game: GameState, loser: Unit) -> bool:
    return bool(people_aboard(game, loser.card.id) or game.coins_at(loser.card.id))


def people_aboard(game: GameState, ship: str) -> tuple[CrewMember, ...]:
    """Crew, without equipment: a boarding party eliminates none."""
    return tuple(member for member in game.crew_at(ship) if not member.card.equipment)


def _note_boarding(game: GameState, ram: RamMade, unit: Unit) -> GameState:
    return _with_ram(game, ram, msgspec.structs.replace(ram, boarded=ram.boarded | {unit.owner}))


def _with_ram(game: GameState, ram: RamMade, now: RamMade) -> GameState:
    """What may still be decided about it is owed to the one who decides next."""
    rams = tuple(now if earlier == ram else earlier for earlier in game.rams)
    pair = {now.ship, now.target}
    duties = tuple(
        duty for duty in game.duties if duty.kind is not DutyKind.BOARDING or {duty.piece, duty.other} != pair
    )
    after, question = game.replace(rams=rams, duties=duties), question_after(game, now)
    return after if question is None else after.with_duty(question)


def _open_ram(game: GameState, act: DeclineBoarding) -> RamMade | None:
    ship = game.units[act.ship]
    return next(
        (
            ram
            for ram in game.rams
            if act.ship in (ram.ship, ram.target)
            and ship.owner == act.player
            and act.player not in ram.declined | ram.boarded | ram.passed
            and not (ram.boarded and game.reading("boarding-parties") == "one-a-ram")
        ),
        None,
    )


def loser_picks_crew(game: GameState) -> bool:
    """Say whether the loser of a boarding party picks the crew that goes: by the text (complete, Board), or where the
    text is silent by the table's reading."""
    return game.edition.combat.loser_picks_crew or game.reading("boarding-crew-picked-by") == "loser"


def _crew_prize(game: GameState, act: BoardingPrize, loser: str) -> Judgement:
    section, aboard = game.edition.contact.board_section, {member.card.id for member in people_aboard(game, loser)}
    named = aboard if act.crew == ANY else {act.crew}
    if not aboard or not named <= aboard:
        words = Message("there is no such crew aboard {name}", name=game.units[loser].name)
        return foul(Foul.NOT_THERE, words, section)
    if loser_picks_crew(game) and act.crew != ANY and len(aboard) > 1:
        words = Message("{player} picks which crew goes", player=game.units[loser].owner)
        return foul(Foul.NOT_YOURS, words, section)
    if not loser_picks_crew(game) and act.crew == ANY and len(aboard) > 1:
        return foul(Foul.NOT_THERE, Message("the winner names the crew that goes"), section)
    return FINE


def _coin_prize(game: GameState, act: BoardingPrize, loser: str) -> Judgement:
    section, unit = game.edition.contact.board_section, game.units[act.ship]
    coin = game.coins.get(act.coin)
    if coin is None or coin.at != loser:
        words = Message("there is no such coin aboard {name}", name=game.units[loser].name)
        return foul(Foul.NOT_THERE, words, section)
    if not coin.is_unique and cargo_used(game, unit) >= cargo_space(game, unit):
        words = Message("{name} has no cargo space left", name=unit.name)
        return foul(Foul.NO_ROOM, words, game.edition.treasure.cargo_section)
    return FINE


def _prize_owed(game: GameState, ship: str) -> Duty | None:
    return next((duty for duty in game.duties if duty.kind is DutyKind.PRIZE and duty.piece == ship), None)


def _crew_owed(game: GameState, ship: str) -> Duty | None:
    return next((duty for duty in game.duties if duty.kind is DutyKind.CREW and duty.piece == ship), None)

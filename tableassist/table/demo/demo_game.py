"""The demo's game and its players, who say what no camera sees."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib.resources import files
from typing import Final

import msgspec.structs

from tableassist.errors import TableAssistError
from tableassist.messages import Message, Text, sentence
from tableassist.pipeline.dice.rolls import DiceRoll
from tableassist.pipeline.game.watching import TableWatch, watch_table
from tableassist.pipeline.hull_looks import mast_contradictions
from tableassist.pipeline.moves.found_moves import MoveWatch, watch_moves
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.rulebook import AnyAct, GameStart, Ruling, Source
from tableassist.rulebook.acts import EndTurn, Fact
from tableassist.rulebook.referee import DICE, names_of
from tableassist.store.game import GameFile, parse_json_lines
from tableassist.store.game_words import act_words
from tableassist.table.events import Problem
from tableassist.table.game.desk import POORLY_SEEN, GameDesk
from tableassist.table.game.table_game import TableGame


def tell(desk: GameDesk, act: AnyAct, rulings: Sequence[Ruling] = (), *, by: str = "", t_ns: int | None = None) -> bool:
    """Says the act; where dice decide it, picks what is offered, and the dice are waited for. False where it is not on
    offer."""
    if not _dice_of(act):
        desk.say(act, by=by, t_ns=t_ns)
        return True
    offer = next((each for each in desk.offers(rulings) if _is_same(each.act, act)), None)
    if offer is not None:
        desk.choose(offer, by=by, t_ns=t_ns)
    return offer is not None


def _dice_of(act: AnyAct) -> frozenset[str]:
    return DICE & set(act.__struct_fields__)


def _is_same(offered: AnyAct, meant: AnyAct) -> bool:
    """But for its dice, and for what is measured."""
    if type(offered) is not type(meant):
        return False
    left_out = _dice_of(meant) | {"line", "within"}
    fields = [name for name in meant.__struct_fields__ if name not in left_out]
    return all(msgspec.structs.asdict(offered)[name] == msgspec.structs.asdict(meant)[name] for name in fields)


FILE: Final = "demo_game.jsonl"


@lru_cache(maxsize=1)
def demo_truth() -> GameFile:
    """The whole game as it is staged, every act with its time and who can know of it: the camera, or a person."""
    return parse_json_lines(files("tableassist.studio").joinpath(FILE).read_text("utf-8"), where=FILE)


def demo_start() -> GameStart:
    return demo_truth().start


def demo_choices() -> tuple[tuple[float, AnyAct], ...]:
    """What the players say because no camera sees it: seconds since the game began, and the act. Dice in it are what
    will be rolled; say it with `tableassist.table.demo.demo_game.tell`, which waits for them."""
    said = [entry for entry in demo_truth().log.entries if entry.source is Source.PERSON]
    return tuple(((each.t_ns or 0) / 1e9, each.act) for each in said)


@dataclass(slots=True)
class DemoFollower:
    """Follows the demo's game by its states, one after another; the players say their part at its time."""

    desk: GameDesk = field(default_factory=lambda: GameDesk(demo_start()))
    _moves: MoveWatch = field(default_factory=MoveWatch)
    _watch: TableWatch = field(default_factory=TableWatch)
    _rolls: list[DiceRoll] = field(default_factory=list)
    """Dice that are not taken yet, because a hand is over the table."""
    _waiting: list[tuple[float, AnyAct]] = field(default_factory=lambda: list(demo_choices()))

    def settings(self, table: TableSettings) -> TableSettings:
        """By the game as it stands."""
        return replace(table, state=self.desk.game.with_seats(table.state.players))

    @property
    def words(self) -> Text:
        """What happened last, but for the ends of turns; who has won, once the game is over."""
        game, acts = self.desk.game, [each.judged.entry.act for each in self.desk.refereed.acts]
        if game.ending is not None:
            return Message("The game is over. Most gold: {players}", players=game.ending.winners)
        told = [act for act in acts if not isinstance(act, EndTurn | Fact)]
        return act_words(told[-1], names_of(game)) if told else ""

    def see(self, state: TableState, settings: TableSettings) -> None:
        """Take what one state shows. Dice that cannot be read are left to the players."""
        self._moves, moves = watch_moves(self._moves, state, settings)
        self._watch = watch_table(self._watch, state)
        self.desk.take_watch(self._watch)
        if moves:
            self.desk.take_moves(moves)
        if state.dice.roll is not None:
            self._rolls.append(state.dice.roll)
        while self._rolls and self._watch.should_take(self._rolls[0], state.t_ns):
            self._take_dice(self._rolls.pop(0))
        self.desk.take_masts(mast_contradictions(state.fits, self.desk.game), state.t_ns)
        while self._waiting and self._waiting[0][0] <= state.t_ns / 1e9:
            _, act = self._waiting.pop(0)
            tell(self.desk, act, state.rulings, t_ns=state.t_ns)
        self._answer()

    def _take_dice(self, roll: DiceRoll) -> None:
        values = tuple(die.value for die in roll.dice if die.value is not None)
        if len(values) == len(roll.dice):
            self.desk.take_rolls(values, min(die.certainty for die in roll.dice), roll.t_ns)

    def _answer(self) -> None:
        """The players say yes to what is asked only because the pictures come too slowly, or a hand is in them."""
        for proposal in self.desk.proposals:
            if proposal.certainty >= POORLY_SEEN and not self._watch.has_hand:
                self.desk.accept(proposal.number)


LAID_OUT_S, BEGINS_S = 1.5, 3.0
"""From the first on all pieces lie where the game begins; until the second nothing has happened yet."""


class DemoLaps:
    """Tells when a looping studio game is laid out again: what changes place then was moved by nobody."""

    def __init__(self, frames_per_s: float, duration_s: float) -> None:
        self._frames_per_s, self._duration_s = frames_per_s, duration_s

    def is_being_laid_out(self, state: TableState) -> bool:
        """From the second lap on; where the game first begins nothing has moved before."""
        laps, at_s = divmod(state.frame_number / self._frames_per_s, self._duration_s)
        return laps >= 1.0 and at_s < LAID_OUT_S


class DemoPlayers:
    """Give up for good once a person begins or opens another game."""

    def __init__(
        self,
        game: TableGame,
        *,
        frames_per_s: float,
        duration_s: float,
        on_begin: Callable[[], object] = lambda: None,
    ) -> None:
        self._game = game
        self._frames_per_s, self._duration_s = frames_per_s, duration_s
        self.on_begin = on_begin
        self._desk: GameDesk | None = None
        self._lap = -1
        self._waiting: list[tuple[float, AnyAct]] = []

    def close(self) -> None:
        """Abandon their own game; it is not resumed."""
        if self._game.desk is self._desk:
            self._give_up()

    def see(self, state: TableState) -> None:
        """Look at every measured state, after the game has seen it."""
        if self._game.desk is not self._desk:
            return
        laps, at_s = divmod(state.frame_number / self._frames_per_s, self._duration_s)
        if int(laps) != self._lap and at_s < BEGINS_S and state.registration is not None:
            self._give_up()
            if at_s >= LAID_OUT_S:
                self._begin(int(laps))
        desk = self._desk
        while desk is not None and self._waiting and self._waiting[0][0] <= at_s:
            _, act = self._waiting.pop(0)
            tell(desk, act, state.rulings, t_ns=self._game.now_ns)

    def _give_up(self) -> None:
        """Before the pieces are laid out again: that is nobody's move."""
        if self._desk is not None:
            with suppress(TableAssistError):
                self._game.abandon()
        self._desk = self._game.desk

    def _begin(self, lap: int) -> None:
        self._lap = lap
        try:
            self._game.begin(demo_start())
        except TableAssistError as problem:  # a full disk: the demo goes on without its game
            self._game.session.publish(Problem(sentence(problem.message)))
            self._desk = self._game.desk
            return
        self._desk, self._waiting = self._game.desk, list(demo_choices())
        self.on_begin()

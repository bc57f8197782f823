"""The demo as a game: how it begins, what its players say and when, and the desk that follows it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib.resources import files
from typing import Final

from tableassist.formats.game.game_file import GameFile
from tableassist.formats.game.json_lines import parse_json_lines
from tableassist.formats.score.act_words import act_words
from tableassist.messages import Message, Text
from tableassist.pipeline.hull_looks import mast_contradictions
from tableassist.pipeline.moves.found_move import FoundMove
from tableassist.pipeline.moves.found_moves import MoveWatch, watch_moves
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.rulebook.play.log import Source
from tableassist.rulebook.referee.acts.all import AnyAct
from tableassist.rulebook.referee.acts.table import EndTurn, Fact
from tableassist.rulebook.referee.refereed import names_of
from tableassist.rulebook.state.game import with_seats
from tableassist.rulebook.state.start import GameStart
from tableassist.runtime.game.desk import GameDesk
from tableassist.runtime.game.told import tell

FILE: Final = "demo_game.jsonl"


@lru_cache(maxsize=1)
def demo_truth() -> GameFile:
    """The whole game as it is staged, every act with its time and who can know of it: the camera, or a person."""
    return parse_json_lines(files("tableassist.studio").joinpath(FILE).read_text("utf-8"), where=FILE)


def demo_start() -> GameStart:
    return demo_truth().start


def demo_choices() -> tuple[tuple[float, AnyAct], ...]:
    """What the players say because no camera sees it: seconds since the game began, and the act. Dice in it are what
    will be rolled; say it with `tableassist.runtime.game.told.tell`, which waits for them."""
    said = [each for each in demo_truth().log.entries if each.source is Source.PERSON]
    return tuple(((each.t_ns or 0) / 1e9, each.act) for each in said)


@dataclass(slots=True)
class DemoFollower:
    """Follows the demo's game by its states, one after another; the players say their part at its time."""

    desk: GameDesk = field(default_factory=lambda: GameDesk(demo_start()))
    _watch: MoveWatch = field(default_factory=MoveWatch)
    _waiting: list[tuple[float, AnyAct]] = field(default_factory=lambda: list(demo_choices()))

    def settings(self, table: TableSettings) -> TableSettings:
        """By the game as it stands."""
        return replace(table, state=with_seats(self.desk.game, table.state.players))

    @property
    def words(self) -> Text:
        """What happened last, but for the ends of turns; who has won, once the game is over."""
        game, acts = self.desk.game, [each.judged.entry.act for each in self.desk.refereed.acts]
        if game.ending is not None:
            return Message("The game is over. Most gold: {players}", players=game.ending.winners)
        told = [act for act in acts if not isinstance(act, EndTurn | Fact)]
        return act_words(told[-1], names_of(game)) if told else ""

    def see(self, state: TableState, settings: TableSettings) -> None:
        self._watch, moves = watch_moves(self._watch, state, settings)
        take_seen(self.desk, state, moves)
        while self._waiting and self._waiting[0][0] <= state.t_ns / 1e9:
            _, act = self._waiting.pop(0)
            tell(self.desk, act, state.rulings, t_ns=state.t_ns)


def take_seen(desk: GameDesk, state: TableState, moves: Sequence[FoundMove]) -> None:
    """All that one state shows of a game. Dice that cannot be read are left to the players."""
    if moves:
        desk.take_moves(moves)
    roll = state.dice.roll
    values = () if roll is None else tuple(die.value for die in roll.dice if die.value is not None)
    if roll is not None and len(values) == len(roll.dice):
        desk.take_rolls(values, min(die.certainty for die in roll.dice), state.t_ns)
    desk.take_masts(mast_contradictions(state.fits, desk.game), state.t_ns)

"""A game begun at a table that is open: its fleets and islands, treasure as it was laid, ships where they are seen."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec.structs

from tableassist.errors import BadRequestError
from tableassist.pieces import PieceKind
from tableassist.pipeline.game.seen_start import where_seen
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.rulebook import GameStart, GameState, Verdict
from tableassist.rulebook.acts import Fact
from tableassist.rulebook.play import Opinion
from tableassist.rulebook.referee import facts_of, judge_act
from tableassist.rulebook.state import CoinStart, FactKind, IslandStart
from tableassist.store.table import game_start_of, read_whole_table, with_entries

LASTING = frozenset({FactKind.BOW_ON, FactKind.BOW_TO_BOW, FactKind.TOUCHES, FactKind.TOUCHES_BOW_OF})


@dataclass(frozen=True, slots=True)
class NewGame:
    """What people say of a game that begins."""

    first: str
    """The player."""
    setting_up: bool = False
    """The log begins with the acts of the set-up."""
    coins_an_island: int = 0
    """That lie on each wild island already."""
    values: tuple[int, ...] = ()
    """Of all coins, in no order, where they are known: it is not known which coin is which."""


def start_at_table(
    settings: TableSettings, new: NewGame, state: TableState | None = None, *, table: Path | None = None
) -> GameStart:
    """`state`: of the newest moment, which shows where ships lie. `table`: the file, which says more than the
    settings. BadRequestError where nobody plays."""
    if not settings.state.players:
        raise BadRequestError("{table}: players: got none, expected those who play", table=settings.name)
    start = game_start_of(settings.state, settings.rules, setting_up=new.setting_up, name=settings.name)
    if table is not None:
        start = with_entries(start, read_whole_table(table).entry)
    at = next((n for n, each in enumerate(start.players) if each.name == new.first), 0)
    start = msgspec.structs.replace(start, players=(*start.players[at:], *start.players[:at]))
    if new.setting_up:
        return start
    if state is not None and state.registration is not None:
        start = where_seen(start, {piece.id for piece in state.scene.pieces}, state.rulings)
    total = sum(new.values) if new.values else None
    return msgspec.structs.replace(start, islands=_with_coins(start, new), starting_gold=total)


def _with_coins(start: GameStart, new: NewGame) -> tuple[IslandStart, ...]:
    islands, count = [], 0
    for island in start.islands:
        if island.home:
            islands.append(island)
            continue
        coins = tuple(CoinStart(f"c{count + n + 1}") for n in range(new.coins_an_island))
        count += len(coins)
        islands.append(msgspec.structs.replace(island, coins=coins))
    return tuple(islands)


def wild_islands(settings: TableSettings) -> int:
    """On which treasure lies."""
    homes = settings.state.homes
    return sum(piece.model.kind is PieceKind.ISLAND and piece.id not in homes for piece in settings.pieces)


def touching_now(game: GameState, state: TableState, settings: TableSettings) -> Iterator[Fact]:
    """Contacts that a game begins with, which pin ships and let them board or tow."""
    if state.registration is None:
        return
    for fact in facts_of(game, state.scene, state.rulings, settings.rules):
        is_lasting = fact.kind in LASTING or fact.kind is FactKind.IN_TERRAIN
        if is_lasting and fact.answer is Verdict.YES and judge_act(game, fact).opinion is Opinion.FINE:
            yield fact

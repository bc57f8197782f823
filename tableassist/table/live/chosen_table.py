"""Which table is meant, of either game, and how a live table is made of it."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tableassist.capture import SourceKind, parse_source, split_sources
from tableassist.errors import BadRequestError
from tableassist.pipeline.card_game.as_moment import card_table
from tableassist.pipeline.card_game.settings import CardTableSettings
from tableassist.pipeline.table_settings import TableSettings
from tableassist.sources import card_settings_for, demo_table_path, find_stage, stage_table_text
from tableassist.sources.supervised import TagSource, open_tag_source
from tableassist.store.kept import table_folder
from tableassist.store.table import TableBundle, bundle_of, read_table, settings_of
from tableassist.table.live.host import (
    NO_LISTENERS,
    LiveCardHost,
    LiveHost,
    LiveListeners,
    LiveTableHost,
    TablePlace,
)
from tableassist.table.live.live_cards import CARD_FAMILIES
from tableassist.table.recording import TableRecord

OpenTagSource = Callable[[str, tuple[str, ...]], TagSource]


@dataclass(frozen=True, slots=True)
class ChosenTable:
    """A table and the source that looks at it."""

    source: str
    table_file: Path | None
    settings: TableSettings
    cards: CardTableSettings | None
    """Of a card table."""
    bundle: TableBundle | None
    """The table file as used, for the record; None for a card table."""

    @property
    def plays_demo(self) -> bool:
        """Whether a studio's own players can play here."""
        first = split_sources(self.source)[0]
        return self.table_file is None and parse_source(first).kind is SourceKind.STUDIO

    def saved_games(self, root: Path) -> Path:
        """Find the folder of this table's saved games."""
        return table_folder(root, self.settings.name, str(self.table_file or self.source))

    def open_source(self, opener: OpenTagSource = open_tag_source) -> TagSource:
        """Look at the source. SourceError if it cannot be opened."""
        return opener(self.source, self.settings.tag_families if self.cards is None else CARD_FAMILIES)

    def make_host(
        self,
        tag_source: TagSource,
        saved_games: Path,
        record: TableRecord,
        listeners: LiveListeners = NO_LISTENERS,
        *,
        finds_moves: bool = True,
    ) -> LiveHost:
        """Make the live table, not started yet; it closes the source. `finds_moves`: whether a move of a ship is
        looked for, which only a game and a window need."""
        place = TablePlace(saved_games, source=self.source, table_file=self.table_file)
        if self.cards is not None:
            return LiveCardHost(tag_source, self.cards, place, record, listeners)
        return LiveTableHost(tag_source, self.settings, place, record, listeners, finds_moves=finds_moves)


def choose_table(source: str, table_file: Path | None) -> ChosenTable:
    """Read the table file, or take the table that a studio brings along. TableAssistError where there is none."""
    cards = card_settings_for(source, table_file)
    if cards is not None:
        return ChosenTable(source, table_file, card_table(cards), cards, None)
    specs = [parse_source(one) for one in split_sources(source)]
    if table_file is not None:
        return ChosenTable(source, table_file, read_table(table_file), None, bundle_of(table_file))
    if any(spec.kind is not SourceKind.STUDIO for spec in specs):
        raise BadRequestError("{source}: no table file given, expected --table TABLE.toml", source=source)
    text = stage_table_text(*(find_stage(spec.target) for spec in specs))
    bundle = bundle_of(demo_table_path(), text)
    return ChosenTable(source, None, settings_of(bundle), None, bundle)

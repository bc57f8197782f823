"""A table that somebody is putting together in a form: a value, with every change a person can make to it."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from tableassist.errors import BadRequestError
from tableassist.messages import tr
from tableassist.pieces import TERRAIN_KINDS, IslandMake
from tableassist.pieces.catalogue import CrewCard, FortCard, ShipCard
from tableassist.pieces.lookup import CardQuery, FoundCard, find_cards
from tableassist.rulebook import EDITIONS
from tableassist.setup.mat_size import DEFAULT_MAT, LengthUnit, mat_text, parse_mat
from tableassist.setup.plan.new_table import ISLANDS_A_PLAYER, Interview, add_islands, add_terrain, oddity, write_table
from tableassist.store.camera import TYPICAL
from tableassist.store.first_run_file import KeptDraft, KeptPlayer
from tableassist.store.models import model_names, packaged_catalogue
from tableassist.store.table_edit import NewPlayer, NewTable, table_text, with_tags

MOST_PLAYERS = 10
MOST_ISLANDS = 60
MOST_POINTS = 1000
MOST_TERRAIN = 12
"""Of one kind."""
FleetCard = ShipCard | FortCard
_NOT_IN_A_FILE_NAME = re.compile(r"[^0-9a-z]+")


@dataclass(frozen=True, slots=True)
class DraftPlayer:
    name: str
    ships: tuple[FleetCard, ...] = ()

    @property
    def points(self) -> int:
        """A fort is bought with gold, during the game."""
        return sum(ship.points for ship in self.ships if isinstance(ship, ShipCard))


@dataclass(frozen=True, slots=True)
class TableDraft:
    """As typed so far: it may be full of mistakes."""

    name: str
    players: tuple[DraftPlayer, ...]
    mat: str = DEFAULT_MAT
    unit: LengthUnit = LengthUnit.MM
    edition: str = "complete"
    points: int = EDITIONS["complete"].setup.build_total
    """What a fleet may cost; 0: no limit."""
    islands: int = 2 * ISLANDS_A_PLAYER
    """Homes included."""
    terrain: tuple[str, ...] = ()
    """Names of models, one for each piece."""
    island_make: IslandMake = IslandMake.PRINTED
    least_tag_mm: float = 0.0
    """No tag of a piece is printed smaller."""


def first_draft() -> TableDraft:
    players = tuple(DraftPlayer(tr("Player {number}", number=number)) for number in (1, 2))
    return TableDraft(tr("My table"), players)


def kept_draft(draft: TableDraft, made: str = "") -> KeptDraft:
    """To be taken up some other day. `made`: the file that was made of it."""
    return KeptDraft(
        name=draft.name,
        players=tuple(KeptPlayer(each.name, tuple(ship.key for ship in each.ships)) for each in draft.players),
        mat=draft.mat,
        unit=draft.unit.value,
        edition=draft.edition,
        points=draft.points,
        islands=draft.islands,
        terrain=draft.terrain,
        island_make=draft.island_make.value,
        least_tag_mm=draft.least_tag_mm,
        made=made,
    )


def draft_again(kept: KeptDraft) -> TableDraft:
    """What this program does not know, of a file that another version wrote or somebody edited, is left out."""
    cards = packaged_catalogue()
    players = []
    for player in kept.players[:MOST_PLAYERS]:
        known = (cards.card(key) for key in player.ships)
        players.append(DraftPlayer(player.name, tuple(card for card in known if isinstance(card, ShipCard | FortCard))))
    return TableDraft(
        name=kept.name,
        players=tuple(players),
        mat=kept.mat,
        unit=LengthUnit(kept.unit) if kept.unit in list(LengthUnit) else LengthUnit.MM,
        edition=kept.edition if kept.edition in EDITIONS else "complete",
        points=min(max(kept.points, 0), MOST_POINTS),
        islands=min(max(kept.islands, 0), MOST_ISLANDS),
        terrain=tuple(each for each in kept.terrain if each in terrain_names())[: 6 * MOST_TERRAIN],
        island_make=IslandMake(kept.island_make) if kept.island_make in list(IslandMake) else IslandMake.PRINTED,
        least_tag_mm=min(max(kept.least_tag_mm, 0.0), 100.0),
    )


def terrain_names() -> tuple[str, ...]:
    return tuple(sorted({kind.value for kind in TERRAIN_KINDS} & set(model_names())))


def find_fleet_cards(words: str) -> tuple[FoundCard, ...]:
    """Ships and forts, best first; slips are forgiven. Of one name the card that most boxes hold comes first."""
    found = find_cards(packaged_catalogue(), CardQuery(words=words, is_unfinished=True))
    fleet = [(hit, hit.card) for hit in found if not isinstance(hit.card, CrewCard)]
    return tuple(hit for hit, _ in sorted(fleet, key=lambda each: (each[0].match, each[0].slips, oddity(each[1]))))


def with_player(draft: TableDraft, at: int, change: Callable[[DraftPlayer], DraftPlayer]) -> TableDraft:
    players = (change(each) if place == at else each for place, each in enumerate(draft.players))
    return replace(draft, players=tuple(players))


def renamed(draft: TableDraft, at: int, name: str) -> TableDraft:
    return with_player(draft, at, lambda player: replace(player, name=name))


def with_ship(draft: TableDraft, at: int, card: FleetCard) -> TableDraft:
    return with_player(draft, at, lambda player: replace(player, ships=(*player.ships, card)))


def without_ship(draft: TableDraft, at: int, ship: int) -> TableDraft:
    return with_player(draft, at, lambda player: replace(player, ships=player.ships[:ship] + player.ships[ship + 1 :]))


def with_new_player(draft: TableDraft) -> TableDraft:
    name = free_player_name(draft, tr("Player {number}", number=len(draft.players) + 1))
    return _peopled(draft, (*draft.players, DraftPlayer(name)))


def without_player(draft: TableDraft, at: int) -> TableDraft:
    return _peopled(draft, draft.players[:at] + draft.players[at + 1 :])


def _peopled(draft: TableDraft, players: tuple[DraftPlayer, ...]) -> TableDraft:
    """As many islands as the rules want, unless somebody has wished for another number."""
    usual = draft.islands == ISLANDS_A_PLAYER * len(draft.players)
    islands = ISLANDS_A_PLAYER * len(players) if usual else draft.islands
    return replace(draft, players=players, islands=islands)


def free_player_name(draft: TableDraft, name: str) -> str:
    """`Anne`, or `Anne 2` where somebody is called Anne."""
    taken = {player.name.strip() for player in draft.players}
    numbered = (name, *(f"{name} {number}" for number in range(2, len(taken) + 3)))
    return next(each for each in numbered if each not in taken)


def with_edition(draft: TableDraft, edition: str) -> TableDraft:
    """With its points, unless somebody has wished for others."""
    usual = draft.points == EDITIONS[draft.edition].setup.build_total
    points = EDITIONS[edition].setup.build_total if usual else draft.points
    return replace(draft, edition=edition, points=points)


def with_unit(draft: TableDraft, unit: LengthUnit, *, converted: bool = True) -> TableDraft:
    """`converted`: the mat stays as large as it is; else the same numbers are meant in the other unit."""
    mat = draft.mat
    if converted and unit is not draft.unit and (size := mat_size(draft)) is not None:
        mat = mat_text(*size, unit)
    return replace(draft, unit=unit, mat=mat)


def mat_size(draft: TableDraft) -> tuple[float, float] | None:
    """In mm; None where nobody can tell."""
    try:
        return parse_mat(draft.mat, draft.unit)
    except BadRequestError:
        return None


def with_terrain(draft: TableDraft, kind: str, count: int) -> TableDraft:
    kept = tuple(each for each in draft.terrain if each != kind)
    return replace(draft, terrain=tuple(sorted((*kept, *(kind,) * count))))


def new_table_of(draft: TableDraft) -> NewTable:
    """TableAssistError where the draft has a mistake that leaves nothing to make."""
    width, height = parse_mat(draft.mat, draft.unit)
    talk, names = Interview(None), [player.name.strip() for player in draft.players]
    for player in draft.players:
        for card in player.ships:
            talk.add(card.name, card.model, card, player.name.strip())
    homes = add_islands(draft.islands, names, talk, draft.island_make)
    add_terrain(draft.terrain, talk, draft.island_make)
    return NewTable(
        name=draft.name.strip(),
        camera=TYPICAL,
        edition=draft.edition,
        ruler="bars",
        width_mm=width,
        height_mm=height,
        players=tuple(NewPlayer(name, (home,)) for name, home in zip(names, homes, strict=True)),
        pieces=with_tags(talk.pieces, least_mm=draft.least_tag_mm),
        points_limit=float(draft.points) or None,
    )


def keep_draft(draft: TableDraft, folder: Path, before: tuple[Path, str] | None = None) -> tuple[Path, str]:
    """Writes the table file and gives its path and text. Its name is made of the table's, and no file is overwritten
    but the one of `before`, as it was written then: whatever was measured into it since stays."""
    new = new_table_of(draft)
    text = table_text(new)
    path = _free_path(folder, draft.name)
    if before is not None and before[0].parent == folder and _still_says(*before):
        path = before[0]
    write_table(path, new)
    return path, text


def _still_says(path: Path, text: str) -> bool:
    try:
        return path.read_text("utf-8") == text
    except (OSError, UnicodeDecodeError):
        return False


def _free_path(folder: Path, name: str) -> Path:
    stem = _NOT_IN_A_FILE_NAME.sub("-", name.lower()).strip("-")[:40] or "table"
    number = 1
    while (path := folder / f"{stem if number == 1 else f'{stem}-{number}'}.toml").exists():
        number += 1
    return path

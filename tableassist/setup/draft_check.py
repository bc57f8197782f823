"""Everything that is wrong with a draft of a table, at once, each with its place in the form and what would mend it."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

from tableassist.errors import BadRequestError
from tableassist.messages import Message, Text, all_of, tr
from tableassist.pieces.catalogue import ShipCard
from tableassist.rulebook import EDITIONS
from tableassist.rulebook.referee import ADVICE, Foul
from tableassist.rulebook.referee.setup import LIMIT, FleetProblem
from tableassist.setup.draft.table_draft import (
    FleetCard,
    TableDraft,
    free_player_name,
    new_table_of,
    renamed,
    with_edition,
    with_new_player,
    with_unit,
    without_ship,
)
from tableassist.setup.mat_size import DEFAULT_MAT, LengthUnit, mat_text, parse_mat
from tableassist.setup.plan.new_table import MOST_NAME
from tableassist.store.files import parse_toml
from tableassist.store.table import Findings, ReadTable, Severity, read_leniently
from tableassist.store.table_check import ONLY_WARNED, check_mat, check_pieces, fleet_problems_of, smallest_tags_mm
from tableassist.store.table_edit import NewTable, table_text

_PATH = Path("table.toml")
_LATEST = "complete"
MOST_NAMED = 3
"""Ships on a button."""
_FLEET_CODES = (Foul.TOO_EXPENSIVE.value, ADVICE)


class DraftField(Enum):
    NAME = "name"
    MAT = "mat"
    PLAYERS = "players"
    ISLANDS = "islands"
    PLAYER_NAME = "player's name"
    FLEET = "fleet"
    SHIP = "ship"
    TABLE = "table"
    """Of no single field."""


@dataclass(frozen=True, slots=True)
class DraftPlace:
    field: DraftField
    player: int | None = None
    ship: int | None = None


@dataclass(frozen=True, slots=True)
class DraftFix:
    words: Message
    """What the button says."""
    draft: TableDraft | None
    """As it is then; None: a ship is to be looked for."""


@dataclass(frozen=True, slots=True)
class DraftProblem:
    place: DraftPlace
    weight: Severity
    words: Text
    fixes: tuple[DraftFix, ...] = ()


def draft_problems(draft: TableDraft) -> tuple[DraftProblem, ...]:
    """A slip in a name or the mat hides nothing: the fleets are checked as if it were mended."""
    own = tuple(_own_problems(draft))
    sound = _mended(draft)
    try:
        new = new_table_of(sound)
    except BadRequestError as problem:
        return (*own, DraftProblem(DraftPlace(DraftField.TABLE), Severity.ERROR, problem.message))
    return (*own, *_checked(draft, new))


def is_sound(problems: Sequence[DraftProblem]) -> bool:
    """Whether a table can be made of it."""
    return all(each.weight is not Severity.ERROR for each in problems)


def _mended(draft: TableDraft) -> TableDraft:
    """Each error of a field gone, by the first way there is."""
    for _ in range(4 + 2 * len(draft.players)):
        errors = (each for each in _own_problems(draft) if each.weight is Severity.ERROR)
        fixed = next((fix.draft for each in errors for fix in each.fixes if fix.draft is not None), None)
        if fixed is None:
            return draft
        draft = fixed
    return draft


def _own_problems(draft: TableDraft) -> Iterator[DraftProblem]:
    yield from _name_problems(draft)
    yield from _mat_problems(draft)
    for at in range(len(draft.players)):
        yield from _player_problems(draft, at)
    players = len(draft.players)
    if players < 2:
        more = with_new_player(draft if draft.players else with_new_player(draft))
        fix = DraftFix(Message("Add a player"), more)
        yield DraftProblem(
            DraftPlace(DraftField.PLAYERS), Severity.ERROR, Message("A game needs two players or more."), (fix,)
        )
    if draft.islands < players:
        fix = DraftFix(Message("Play with {count} islands", count=players), replace(draft, islands=players))
        words = Message("Each player needs a home island: {players} players, {islands} islands.",
                        players=players, islands=draft.islands)  # fmt: skip
        yield DraftProblem(DraftPlace(DraftField.ISLANDS), Severity.ERROR, words, (fix,))


def _fault_of_name(name: str) -> Message | None:
    if not name.strip():
        return Message("Enter a name.")
    if len(name.strip()) > MOST_NAME:
        return Message("This name has {count} letters; the limit is {most}.", count=len(name.strip()), most=MOST_NAME)
    return None if name.isprintable() else Message("This name contains characters that cannot be printed.")


def _sound_name(name: str, otherwise: str) -> str:
    return "".join(letter for letter in name if letter.isprintable()).strip()[:MOST_NAME].strip() or otherwise


def _name_problems(draft: TableDraft) -> Iterator[DraftProblem]:
    fault = _fault_of_name(draft.name)
    if fault is not None:
        name = _sound_name(draft.name, tr("My table"))
        fix = DraftFix(Message("Call it “{name}”", name=name), replace(draft, name=name))
        yield DraftProblem(DraftPlace(DraftField.NAME), Severity.ERROR, fault, (fix,))


def _mat_problems(draft: TableDraft) -> Iterator[DraftProblem]:
    try:
        parse_mat(draft.mat, draft.unit)
    except BadRequestError:
        example = mat_text(*parse_mat(DEFAULT_MAT), draft.unit)
        words = Message("Type width and height, as in {example}: 250 to 5000 mm (10 to 196 inches).", example=example)
        yield DraftProblem(DraftPlace(DraftField.MAT), Severity.ERROR, words, tuple(_mat_fixes(draft)))


def _mat_fixes(draft: TableDraft) -> Iterator[DraftFix]:
    """Numbers that fit in the other unit were meant in it."""
    other = LengthUnit.INCH if draft.unit is LengthUnit.MM else LengthUnit.MM
    meant = with_unit(draft, other, converted=False)
    try:
        parse_mat(meant.mat, other)
    except BadRequestError:
        usual = mat_text(*parse_mat(DEFAULT_MAT), draft.unit)
        yield DraftFix(Message("Use {mat} {unit}", mat=usual, unit=draft.unit.words), replace(draft, mat=usual))
    else:
        yield DraftFix(Message("It is {mat} {unit}", mat=draft.mat, unit=other.words), meant)


def _player_problems(draft: TableDraft, at: int) -> Iterator[DraftProblem]:
    player, place = draft.players[at], DraftPlace(DraftField.PLAYER_NAME, at)
    name = player.name.strip()
    fault = _fault_of_name(player.name)
    before = {each.name.strip() for each in draft.players[:at]}
    if fault is None and name in before:
        fault = Message("There is another {name}.", name=name)
    if fault is not None:
        wanted = _sound_name(name, tr("Player {number}", number=at + 1))
        other = free_player_name(draft, wanted[: MOST_NAME - 3]) if wanted in before or wanted == name else wanted
        fix = DraftFix(Message("Call this player “{name}”", name=other), renamed(draft, at, other))
        yield DraftProblem(place, Severity.ERROR, fault, (fix,))
    if not player.ships:
        find = DraftFix(Message("Find a ship"), None)
        words = Message("No ships yet.")
        yield DraftProblem(DraftPlace(DraftField.FLEET, at), Severity.WARNING, words, (find,))


def _checked(draft: TableDraft, new: NewTable) -> Iterator[DraftProblem]:
    """What `tableassist check` says of the file, but for what later steps measure."""
    findings = Findings(_PATH)
    read = read_leniently(parse_toml(_PATH, table_text(new)), findings)
    if read is not None:
        check_mat(read.entry.mat, read.settings.mat, read.sifted, findings)
        yield from _small_tags(draft, read)
        check_pieces(read, findings)
    for problem in findings.problems:
        if problem.weight is not Severity.HINT and not problem.field.endswith(".size_mm"):
            yield DraftProblem(DraftPlace(DraftField.TABLE), problem.weight, problem.message)
    if read is not None:
        ships = {piece.id: place for piece, place in zip(new.pieces, _ship_places(draft), strict=False)}
        names = [player.name for player in new.players]
        for player, fleet_problem in fleet_problems_of(read):
            yield _fleet_problem(draft, names.index(player.name), ships.get(fleet_problem.thing), fleet_problem)


def _ship_places(draft: TableDraft) -> Iterator[tuple[int, int]]:
    """In the order of the pieces: fleets come first."""
    for at, player in enumerate(draft.players):
        yield from ((at, ship) for ship in range(len(player.ships)))


def _small_tags(draft: TableDraft, read: ReadTable) -> Iterator[DraftProblem]:
    least = math.ceil(smallest_tags_mm(read)["36h11"])
    small = min((tag.size_mm for piece in read.entry.pieces for tag in piece.tags), default=math.inf)
    if small >= smallest_tags_mm(read)["36h11"]:
        return
    fix = DraftFix(Message("Print tags of {size_mm} mm", size_mm=least), replace(draft, least_tag_mm=float(least)))
    words = Message("On a mat of this size a camera may not read tags of {small_mm:g} mm.", small_mm=small)
    yield DraftProblem(DraftPlace(DraftField.MAT), Severity.WARNING, words, (fix,))


def _fleet_problem(draft: TableDraft, at: int, ship: tuple[int, int] | None, found: FleetProblem) -> DraftProblem:
    reason = found.reason
    weight = Severity.WARNING if reason.code in ONLY_WARNED else Severity.ERROR
    if ship is None:
        place = DraftPlace(DraftField.FLEET, at)
        if reason.code in _FLEET_CODES:
            return DraftProblem(place, weight, _cost_words(draft, at), tuple(_cost_fixes(draft, at)))
        return DraftProblem(place, weight, reason.words)
    place = DraftPlace(DraftField.SHIP, *ship)
    card = draft.players[at].ships[ship[1]]
    take_out = DraftFix(Message("Take out {ship}", ship=card.name), without_ship(draft, *ship))
    if reason.code == Foul.NOT_IN_EDITION:
        latest = DraftFix(Message("Play by the complete rules"), with_edition(draft, _LATEST))
        knows = card.nation in EDITIONS[_LATEST].setup.nations
        fixes = (latest, take_out) if knows else (take_out,)
        words = Message("This edition does not have the nation {nation}.", nation=card.nation.words)
        return DraftProblem(place, weight, words, fixes)
    if reason.code == Foul.DUPLICATE:
        return DraftProblem(place, weight, _twice_words(draft, at, card), (take_out,))
    return DraftProblem(place, weight, reason.words, (take_out,))


def _twice_words(draft: TableDraft, at: int, card: FleetCard) -> Message:
    limited = isinstance(card, ShipCard) and LIMIT in card.keywords
    names = [each.name for each in draft.players[at].ships]
    if limited and names.count(card.name) < 2:
        return Message("A fleet may have one ship with the keyword Limit.")
    return Message("She is already in this fleet; each ship may be used once.")


def _limit(draft: TableDraft) -> int:
    return draft.points or EDITIONS[draft.edition].setup.build_total


def _cost_words(draft: TableDraft, at: int) -> Message:
    total, limit = draft.players[at].points, _limit(draft)
    if not draft.points:
        return Message("{total} points; the rules recommend {limit}.", total=total, limit=limit)
    return Message("{over} points over the limit of {limit}.", over=total - limit, limit=limit)


def _cost_fixes(draft: TableDraft, at: int) -> Iterator[DraftFix]:
    going = _too_much(draft.players[at].ships, _limit(draft))
    without = draft
    for ship in sorted(going, reverse=True):
        without = without_ship(without, at, ship)
    words = Message("Take out {count} ships", count=len(going))
    if len(going) <= MOST_NAMED:
        words = Message("Take out {ships}", ships=all_of([draft.players[at].ships[ship].name for ship in going]))
    yield DraftFix(words, without)
    if draft.points:
        total = max(player.points for player in draft.players)
        yield DraftFix(Message("Play to {total} points", total=total), replace(draft, points=total))


def _too_much(ships: tuple[FleetCard, ...], limit: int) -> tuple[int, ...]:
    """The cheapest ship that is enough; else the dearest ones."""
    cost = {at: ship.points for at, ship in enumerate(ships) if isinstance(ship, ShipCard)}
    over = sum(cost.values()) - limit
    enough = [at for at, points in cost.items() if points >= over]
    if enough:
        return (min(enough, key=lambda at: (cost[at], -at)),)
    going: list[int] = []
    for at in sorted(cost, key=lambda each: -cost[each]):
        if over > 0:
            going.append(at)
            over -= cost[at]
    return tuple(sorted(going))

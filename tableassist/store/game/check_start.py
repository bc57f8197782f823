"""Whether a game's set-up makes sense in itself: names that are there, once each."""

from collections.abc import Iterable, Iterator

from tableassist.errors import BadFileError
from tableassist.messages import template
from tableassist.pieces import TERRAIN_KINDS, PieceKind
from tableassist.rulebook import EDITIONS, GameStart
from tableassist.rulebook.engine import ALL_HOUSE_RULES
from tableassist.store.files.problems import bad_file
from tableassist.store.files.toml_file import nearest, not_known

HOUSE_RULES_BY_NAME = {each.name: each for each in ALL_HOUSE_RULES}
MOST = {"players": 40, "ships": 400, "crew": 1_000, "islands": 200, "terrain": 200}
MOST_COINS = 2_000
UNIT_KINDS = frozenset({PieceKind.SHIP, PieceKind.SEA_CREATURE, PieceKind.FORT})


def check_start(start: GameStart, where: str) -> None:
    """BadFileError for the first thing that is wrong."""
    problem = next(_problems(start, where), None)
    if problem is not None:
        raise problem


def _problems(start: GameStart, where: str) -> Iterator[BadFileError]:
    yield from _unknown(f"{where}: edition", start.edition, EDITIONS)
    if not start.players:
        yield bad_file(f"{where}: players", "missing, expected at least one player with a name")
    yield from _too_many(start, where)
    yield from _house(start, where)
    yield from _twice(start, where)
    yield from _kinds(start, where)
    yield from _names(start, where)


def _too_many(start: GameStart, where: str) -> Iterator[BadFileError]:
    counts = {field: len(getattr(start, field)) for field in MOST}
    coins = sum(len(each.coins) for each in start.islands) + sum(len(each.coins) for each in start.ships)
    for field, most in {**MOST, "coins": MOST_COINS}.items():
        if (count := counts.get(field, coins)) > most:
            yield bad_file(f"{where}: {field}", "got {count}, expected at most {most}", count=count, most=most)


def _house(start: GameStart, where: str) -> Iterator[BadFileError]:
    for name, value in start.house.items():
        rule = HOUSE_RULES_BY_NAME.get(name)
        if rule is None:
            yield from _unknown(f"{where}: house", name, HOUSE_RULES_BY_NAME)
        elif (problem := rule.problem(value)) is not None:
            yield bad_file(f"{where}: house.{name}", problem)


def _twice(start: GameStart, where: str) -> Iterator[BadFileError]:
    """Acts name every piece, coin and crew by its id, so no two of them may share one."""
    for ids in (_players(start), _pieces(start)):
        seen: set[str] = set()
        for place, name in ids:
            if name in seen:
                yield bad_file(f"{where}: {place}", "got '{id}' a second time, expected each id once", id=name)
            seen.add(name)


def _players(start: GameStart) -> Iterator[tuple[str, str]]:
    return ((f"players[{index}].name", each.name) for index, each in enumerate(start.players))


def _pieces(start: GameStart) -> Iterator[tuple[str, str]]:
    for kind in ("ships", "crew", "islands", "terrain"):
        yield from ((f"{kind}[{index}].id", each.id) for index, each in enumerate(getattr(start, kind)))
    for kind in ("ships", "islands"):
        for index, each in enumerate(getattr(start, kind)):
            yield from ((f"{kind}[{index}].coins[{i}].id", coin.id) for i, coin in enumerate(each.coins))


def _kinds(start: GameStart, where: str) -> Iterator[BadFileError]:
    for index, ship in enumerate(start.ships):
        yield from _unknown(f"{where}: ships[{index}].kind", ship.kind, UNIT_KINDS)
        bad = next((mast for mast in ship.masts_lost if not 1 <= mast <= ship.masts), None)
        if bad is not None:
            what = template("got mast {mast}, expected 1 to {masts}")
            yield bad_file(f"{where}: ships[{index}].masts_lost", what, mast=bad, masts=ship.masts)
    for index, piece in enumerate(start.terrain):
        yield from _unknown(f"{where}: terrain[{index}].kind", piece.kind, TERRAIN_KINDS)


def _names(start: GameStart, where: str) -> Iterator[BadFileError]:
    """Owners are players, places are pieces."""
    players = [each.name for each in start.players]
    islands = [each.id for each in start.islands]
    units = [each.id for each in start.ships]
    for index, ship in enumerate(start.ships):
        yield from _unknown(f"{where}: ships[{index}].owner", ship.owner, players)
        if ship.at:
            yield from _unknown(f"{where}: ships[{index}].at", ship.at, [*islands, *units])
    for index, member in enumerate(start.crew):
        yield from _unknown(f"{where}: crew[{index}].owner", member.owner, players)
        if member.at:
            yield from _unknown(f"{where}: crew[{index}].at", member.at, [*islands, *units])
    for index, island in enumerate(start.islands):
        for field, names in (("home", (island.home,) if island.home else ()), ("explored_by", island.explored_by)):
            for name in names:
                yield from _unknown(f"{where}: islands[{index}].{field}", name, players)


def _unknown(where: str, got: str, known: Iterable[str]) -> Iterator[BadFileError]:
    names = [str(each) for each in known]
    if got not in names:
        yield bad_file(where, not_known(f"'{got}'", nearest(got, names), sorted(names)))

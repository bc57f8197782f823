"""A new table file: by questions, each with a default that will do, or from a form."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeVar

from tableassist.errors import BadRequestError, TableAssistError
from tableassist.messages import Message, template, visible
from tableassist.pieces import TERRAIN_KINDS, IslandMake, PieceKind, PieceModel
from tableassist.pieces.catalogue import CrewCard, FortCard, Rarity, ShipCard
from tableassist.pieces.lookup import CardQuery, NameMatch, find_cards
from tableassist.rulebook import EDITIONS
from tableassist.rulebook.editions import RULERS
from tableassist.setup.mat_size import DEFAULT_MAT, parse_mat
from tableassist.store.camera import TYPICAL, profile_names, real_profile_names
from tableassist.store.files import pick, write_text_safely
from tableassist.store.models import find_model, model_names, packaged_catalogue
from tableassist.store.table import Problem, Severity, read_table, settings_of_text
from tableassist.store.table_check import check_table_text
from tableassist.store.table_edit import (
    SHIP_TAGS,
    NewPiece,
    NewPlayer,
    NewTable,
    border_tags,
    free_id,
    table_text,
    with_tags,
)

T = TypeVar("T")
ISLANDS_A_PLAYER = 3
"""complete, Placing Islands."""
ISLAND_MODELS = {
    IslandMake.PRINTED: (
        "printed-island-round",
        "printed-island-bean",
        "printed-island-cove",
        "printed-island-long",
        "printed-island-pear",
        "printed-island-lobes",
    ),
    IslandMake.CARDBOARD: ("island-round", "island-cove", "island-long"),
}
PRINTED_SHAPES = 2
"""Of each kind of printed terrain: printed-reef-1 and printed-reef-2."""
SHIP_KINDS = (PieceKind.SHIP, PieceKind.SEA_CREATURE, PieceKind.FORT)
MOST_OFFERED = 9
MOST_NAME = 80


@dataclass(frozen=True, slots=True)
class Answers:
    """What is given; None is asked for, or takes its default."""

    name: str | None = None
    mat: str | None = None
    camera: str | None = None
    edition: str | None = None
    ruler: str | None = None
    players: tuple[str, ...] = ()
    ships: tuple[str, ...] = ()
    """PLAYER:SHIP, where the ship is a name, a number or a model."""
    islands: int | None = None
    terrain: tuple[str, ...] = ()
    points: float | None = None
    tag_size_mm: float | None = None
    ship_tags: int | None = None
    """2: flag and wake plate; 1: the flag alone."""
    island_make: IslandMake | None = None
    has_optional_terrain: bool = False
    """The terrain is not in every game: it counts once the camera has seen it."""


Offered = Sequence[ShipCard | FortCard]


class Person(Protocol):
    """Who is asked, and told what comes of the answers."""

    def answer(self, question: Message, default: str) -> str: ...
    def choose(self, cards: Offered) -> ShipCard | FortCard: ...
    def told(self, words: Message) -> None: ...
    def mistaken(self, problem: TableAssistError) -> None: ...


@dataclass(slots=True)
class Interview:
    """Asks, unless all defaults are to be taken. A wrong answer is asked again; a wrong option is an error."""

    person: Person | None
    silent: bool = True
    pieces: list[NewPiece] = field(default_factory=list)

    def ask(self, question: Message, given: str | None, default: str, parse: Callable[[str], T]) -> T:
        if given is not None:
            return parse(given)
        while self.person is not None and not self.silent:
            try:
                return parse(self.person.answer(question, default).strip())
            except TableAssistError as problem:
                self.person.mistaken(problem)
        return parse(default)

    def add(
        self,
        name: str,
        model_name: str,
        card: ShipCard | FortCard | None,
        owner: str | None,
        *,
        optional: bool = False,
    ) -> NewPiece:
        taken = [piece.id for piece in self.pieces]
        piece = NewPiece(free_id(name, taken), name, _model(model_name), model_name, card, owner, is_optional=optional)
        self.pieces.append(piece)
        return piece


@dataclass(frozen=True, slots=True)
class MadeTable:
    path: Path
    table: NewTable
    mat_tags: int
    piece_tags: int
    problems: tuple[Problem, ...]
    """What the check says of it, but for hints."""


def make_table(
    path: Path, answers: Answers, person: Person | None = None, *, silent: bool = True, force: bool = False
) -> MadeTable:
    """`person`: who is asked for what `answers` do not say; None, or `silent`, takes every default."""
    if path.suffix != ".toml":
        raise BadRequestError("new {path}: got '{name}', expected a name that ends in .toml", path=path, name=path.name)
    if path.exists() and not force:
        raise BadRequestError("new {path}: the file already exists; --force overwrites it", path=path)
    return write_table(path, interview(path, answers, Interview(person, silent)))


def write_table(path: Path, new: NewTable) -> MadeTable:
    text = table_text(new)
    settings_of_text(path, text)
    write_text_safely(path, text, keep_if=read_table)
    tags = sum(len(piece.mounts) for piece in new.pieces)
    problems = tuple(each for each in check_table_text(path, text) if each.weight is not Severity.HINT)
    return MadeTable(path, new, len(border_tags(new.width_mm, new.height_mm)), tags, problems)


def interview(path: Path, answers: Answers, talk: Interview) -> NewTable:
    stem = visible(path.stem).replace("-", " ").capitalize()[:MOST_NAME]
    name = talk.ask(Message("Name of the table"), answers.name, stem, parse_name)
    width, height = talk.ask(Message("Mat, in mm: 915x915, 670x670 or your own"), answers.mat, DEFAULT_MAT, parse_mat)
    question = Message(
        "Camera: {cameras}, or a .toml file next to the table file", cameras=(TYPICAL, *real_profile_names())
    )
    camera = talk.ask(question, answers.camera, TYPICAL, parse_camera(path))
    question = Message("Edition: {editions}", editions=tuple(EDITIONS))
    edition = talk.ask(question, answers.edition, "complete", parse_one_of("edition", EDITIONS))
    question = Message("Ruler: {rulers}", rulers=tuple(RULERS))
    ruler = talk.ask(question, answers.ruler, "bars", parse_one_of("ruler", RULERS))
    names = _ask_players(answers, talk)
    question, usual = Message("Points a fleet may cost (0: no limit)"), str(EDITIONS[edition].setup.build_total)
    points = talk.ask(question, _text(answers.points), usual, parse_number("points"))
    for player in names:
        _ask_fleet(player, names, answers, talk)
    question, usual = Message("Islands, homes included"), str(ISLANDS_A_PLAYER * len(names))
    count = talk.ask(question, _text(answers.islands), usual, parse_count(len(names)))
    question = Message("Islands and terrain: printed with the kit, or the game's own cardboard")
    make = talk.ask(question, answers.island_make, IslandMake.PRINTED, parse_island_make)
    homes = add_islands(count, names, talk, make)
    question = Message("Terrain, as in: reef, fog-bank (or none)")
    terrain = talk.ask(question, _joined(answers.terrain), "none", parse_terrain)
    add_terrain(terrain, talk, make, optional=answers.has_optional_terrain)
    return NewTable(
        name=name,
        camera=camera,
        edition=edition,
        ruler=ruler,
        width_mm=width,
        height_mm=height,
        players=tuple(NewPlayer(player, (home,)) for player, home in zip(names, homes, strict=True)),
        pieces=with_tags(talk.pieces, ship_tag_mm=answers.tag_size_mm, ship_tags=answers.ship_tags or SHIP_TAGS),
        points_limit=points or None,
    )


def _ask_players(answers: Answers, talk: Interview) -> tuple[str, ...]:
    named = tuple(dict.fromkeys(ship.partition(":")[0].strip() for ship in answers.ships if ":" in ship))
    given = answers.players or (named if len(named) > 1 else ())
    return talk.ask(Message("Players, as in: Anne, Mary"), _joined(given), "Player 1, Player 2", parse_players)


def _ask_fleet(player: str, names: Sequence[str], answers: Answers, talk: Interview) -> None:
    if answers.ships:
        for ship in answers.ships:
            owner, colon, wanted = ship.partition(":")
            if not colon or owner.strip() not in names:
                what = template("--ship: got '{ship}', expected PLAYER:SHIP with a player of {players}")
                raise BadRequestError(what, ship=ship, players=tuple(names))
            if owner.strip() == player:
                _add_ship(wanted.strip(), player, talk, choose=_first)
        return
    person = talk.person
    question = Message("A ship of {player}, by name or number (Enter: no more)", player=player)
    while person is not None and not talk.silent:
        wanted = person.answer(question, "").strip()
        if not wanted:
            return
        try:
            _add_ship(wanted, player, talk, choose=person.choose)
        except TableAssistError as problem:
            person.mistaken(problem)


def _add_ship(wanted: str, player: str, talk: Interview, *, choose: Callable[[Offered], ShipCard | FortCard]) -> None:
    if wanted in model_names() and _model(wanted).kind in SHIP_KINDS:
        talk.add(f"{wanted.capitalize()} ({player})", wanted, None, player)
        return
    card = choose(find_ships(wanted))
    talk.add(card.name, card.model, card, player)
    if talk.person is None:
        return
    total = sum(p.card.points for p in talk.pieces if p.owner == player and isinstance(p.card, ShipCard))
    facts = {"ship": card.name, "card": card.key, "nation": card.nation.value, "player": player}
    what = template("{ship} ({card}), {nation}, {cost}; {player} has {total} points")
    talk.person.told(Message(what, cost=cost_words(card), total=total, **facts))


def cost_words(card: ShipCard | FortCard) -> Message:
    if isinstance(card, ShipCard):
        return Message("{points} points", points=card.points)
    return Message("{gold} gold", gold=card.gold_cost)


def find_ships(wanted: str) -> Offered:
    """The best matches; an error with the nearest name where there is none."""
    found = find_cards(packaged_catalogue(), CardQuery(words=wanted))
    hits = [(hit.match, hit.card) for hit in found if not isinstance(hit.card, CrewCard)]
    if not hits:
        what = template("ship: got '{wanted}', expected a ship of the catalogue (tableassist catalog find)")
        raise BadRequestError(what, wanted=wanted)
    best = min(match for match, _ in hits)
    if best is NameMatch.SLIP:
        raise BadRequestError("ship: got '{wanted}', did you mean '{name}'?", wanted=wanted, name=hits[0][1].name)
    cards = [card for match, card in hits if match == best and isinstance(card, ShipCard | FortCard)]
    return sorted(cards, key=oddity)


def oddity(card: ShipCard | FortCard) -> tuple[bool, bool, bool]:
    """Of several cards of one name, the one that most boxes hold comes first."""
    rare = isinstance(card, ShipCard) and card.rarity in (Rarity.PR, Rarity.PROMO, Rarity.ONE_OF_ONE)
    return not card.released, card.reprint, rare


def _first(cards: Offered) -> ShipCard | FortCard:
    """For scripts: an exact name may be on several cards, then the first print stands; else it must be the only one."""
    names = list(dict.fromkeys(card.name for card in cards))
    if len(names) > 1:
        what = template("ship: got a name that fits {count} ships, expected one of {names}")
        raise BadRequestError(what, count=len(names), names=tuple(names[:MOST_OFFERED]))
    return cards[0]


def add_islands(count: int, names: Sequence[str], talk: Interview, make: IslandMake) -> list[str]:
    """Add homes, then wild islands, in turn of each shape; return the ids of the homes."""
    homes, models = [], ISLAND_MODELS[make]
    for number in range(count):
        model = models[number % len(models)]
        home = number < len(names)
        piece = talk.add(f"{names[number]} home" if home else f"Island {number + 1}", model, None, None)
        if home:
            homes.append(piece.id)
    return homes


def add_terrain(kinds: Sequence[str], talk: Interview, make: IslandMake, *, optional: bool = False) -> None:
    """Add a piece for each kind named; two of a kind are numbered, and printed ones have different shapes."""
    for place, kind in enumerate(kinds):
        number, count = kinds[:place].count(kind) + 1, kinds.count(kind)
        name = kind.replace("-", " ").capitalize()
        model = f"printed-{kind}-{(number - 1) % PRINTED_SHAPES + 1}" if make is IslandMake.PRINTED else kind
        talk.add(f"{name} {number}" if count > 1 else name, model, None, None, optional=optional)


def _model(name: str) -> PieceModel:
    return find_model(name, asked_in=Path("new"), field="model")


def _text(given: float | None) -> str | None:
    return None if given is None else f"{given:g}"


def _joined(given: Sequence[str]) -> str | None:
    return ", ".join(given) if given else None


def parse_name(text: str) -> str:
    if not 1 <= len(text) <= MOST_NAME or not text.isprintable():
        raise BadRequestError("name: got {text!r}, expected 1 to 80 letters", text=text[:90])
    return text


def parse_camera(table: Path) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if text.endswith(".toml"):
            if not (table.parent / text).is_file():
                what = template(
                    "camera: got '{text}', but there is no such file next to {table}; use 'typical' to begin with"
                )
                raise BadRequestError(what, text=text, table=table)
            return text
        return pick(Path("new"), "camera", text, (TYPICAL, *profile_names()))

    return parse


def parse_one_of(what: str, known: Iterable[str]) -> Callable[[str], str]:
    return lambda text: pick(Path("new"), what, text, known)


def parse_players(text: str) -> tuple[str, ...]:
    names = tuple(name for part in text.split(",") if (name := part.strip()))
    if not names or len(set(names)) != len(names) or len(names) > 10 or any(":" in name for name in names):
        what = template("players: got '{text}', expected one to ten different names, separated by commas")
        raise BadRequestError(what, text=text)
    return tuple(parse_name(name) for name in names)


def parse_number(what: str) -> Callable[[str], float]:
    def parse(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = -1.0
        if not 0 <= value <= 100_000:
            raise BadRequestError("{what}: got '{text}', expected a number from 0 to 100000", what=what, text=text)
        return value

    return parse


def parse_count(least: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) <= 60:
            what = template("islands: got '{text}', expected {least} (one a player) to 60")
            raise BadRequestError(what, text=text, least=least)
        return int(text)

    return parse


def parse_island_make(text: str) -> IslandMake:
    return IslandMake(pick(Path("new"), "island kind", text, tuple(IslandMake)))


def parse_terrain(text: str) -> tuple[str, ...]:
    known = {kind.value for kind in TERRAIN_KINDS} & set(model_names())
    names = tuple(name for part in text.split(",") if (name := part.strip()) and name != "none")
    return tuple(pick(Path("new"), "terrain", name, known) for name in names)

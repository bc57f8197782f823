"""`tableassist new`: a table file by questions, each with a default that will do."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import typer

from tableassist.cli.table.new_answers import (
    DEFAULT_MAT,
    parse_camera,
    parse_count,
    parse_mat,
    parse_name,
    parse_number,
    parse_one_of,
    parse_players,
    parse_terrain,
)
from tableassist.errors import BadRequestError, TableAssistError
from tableassist.formats.camera.profile_file import TYPICAL, profile_names
from tableassist.formats.catalogue.file import packaged_catalogue
from tableassist.formats.io.safe_write import write_text_safely
from tableassist.formats.models.file import find_model, model_names
from tableassist.formats.table.check import check_table_text
from tableassist.formats.table.file import read_table, settings_of_text
from tableassist.formats.table.new_table import NewPiece, NewPlayer, NewTable, border_tags, free_id, with_tags
from tableassist.formats.table.problem import Severity
from tableassist.formats.table.text import table_text
from tableassist.pieces.catalogue import CrewCard, FortCard, Rarity, ShipCard
from tableassist.pieces.catalogue_search import CardQuery, Match, find_cards
from tableassist.pieces.model import PieceKind, PieceModel
from tableassist.rules.editions.all import EDITIONS
from tableassist.rules.editions.ruler import RULERS

T = TypeVar("T")
ISLANDS_A_PLAYER = 3
"""complete, Placing Islands."""
ISLAND_MODELS = ("island-round", "island-cove", "island-long")
SHIP_KINDS = (PieceKind.SHIP, PieceKind.SEA_CREATURE, PieceKind.FORT)
MOST_OFFERED = 9


@dataclass(frozen=True, slots=True)
class Answers:
    """What was given as options; None is asked for, or takes its default."""

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


@dataclass(slots=True)
class Interview:
    """Asks, unless all defaults are to be taken. A wrong answer is asked again; a wrong option is an error."""

    silent: bool
    pieces: list[NewPiece] = field(default_factory=list)

    def ask(self, question: str, given: str | None, default: str, parse: Callable[[str], T]) -> T:
        if given is not None:
            return parse(given)
        while not self.silent:
            try:
                return parse(str(typer.prompt(question, default=default)).strip())
            except TableAssistError as problem:
                typer.secho(f"  {problem}", fg=typer.colors.YELLOW)
        return parse(default)

    def add(self, name: str, model_name: str, card: ShipCard | FortCard | None, owner: str | None) -> NewPiece:
        taken = [piece.id for piece in self.pieces]
        piece = NewPiece(free_id(name, taken), name, _model(model_name), model_name, card, owner)
        self.pieces.append(piece)
        return piece


def make_table(path: Path, answers: Answers, *, yes: bool = False, force: bool = False) -> None:
    if path.suffix != ".toml":
        raise BadRequestError(f"new {path}: got '{path.name}', expected a name that ends in .toml")
    if path.exists() and not force:
        raise BadRequestError(f"new {path}: the file is there already; --force writes over it")
    new = interview(path, answers, Interview(silent=yes))
    text = table_text(new)
    settings_of_text(path, text)
    write_text_safely(path, text, keep_if=read_table)
    _say_what_next(path, new, text)


def interview(path: Path, answers: Answers, talk: Interview) -> NewTable:
    name = talk.ask("Name of the table", answers.name, path.stem.replace("-", " ").capitalize(), parse_name)
    width, height = talk.ask("Mat, in mm: 915x915, 670x670 or your own", answers.mat, DEFAULT_MAT, parse_mat)
    cameras = ", ".join((TYPICAL, *profile_names()))
    camera = talk.ask(f"Camera: {cameras}, or a .toml beside the table", answers.camera, TYPICAL, parse_camera(path))
    edition = talk.ask(
        f"Edition: {', '.join(EDITIONS)}", answers.edition, "complete", parse_one_of("edition", EDITIONS)
    )
    ruler = talk.ask(f"Ruler: {' or '.join(RULERS)}", answers.ruler, "bars", parse_one_of("ruler", RULERS))
    names = _ask_players(answers, talk)
    build_total = EDITIONS[edition].setup.build_total
    points = talk.ask(
        "Points a fleet may cost (0: no limit)", _text(answers.points), f"{build_total}", parse_number("points")
    )
    for player in names:
        _ask_fleet(player, names, answers, talk)
    count = talk.ask(
        "Islands, homes included", _text(answers.islands), str(ISLANDS_A_PLAYER * len(names)), parse_count(len(names))
    )
    homes = _add_islands(count, names, talk)
    for terrain in talk.ask(
        "Terrain, as in: reef, fog-bank (or none)", _joined(answers.terrain), "none", parse_terrain
    ):
        talk.add(terrain.replace("-", " ").capitalize(), terrain, None, None)
    return NewTable(
        name=name,
        camera=camera,
        edition=edition,
        ruler=ruler,
        width_mm=width,
        height_mm=height,
        players=tuple(NewPlayer(player, (home,)) for player, home in zip(names, homes, strict=True)),
        pieces=with_tags(talk.pieces, ship_tag_mm=answers.tag_size_mm),
        points_limit=points or None,
    )


def _ask_players(answers: Answers, talk: Interview) -> tuple[str, ...]:
    named = tuple(dict.fromkeys(ship.partition(":")[0].strip() for ship in answers.ships if ":" in ship))
    given = answers.players or (named if len(named) > 1 else ())
    return talk.ask("Players, as in: Anne, Mary", _joined(given), "Player 1, Player 2", parse_players)


def _ask_fleet(player: str, names: Sequence[str], answers: Answers, talk: Interview) -> None:
    if answers.ships:
        for ship in answers.ships:
            owner, colon, wanted = ship.partition(":")
            if not colon or owner.strip() not in names:
                raise BadRequestError(f"--ship: got '{ship}', expected PLAYER:SHIP with a player of {', '.join(names)}")
            if owner.strip() == player:
                _add_ship(wanted.strip(), player, talk, choose=_first)
        return
    while not talk.silent:
        question = f"A ship of {player}, by name or number (Enter: no more)"
        wanted = str(typer.prompt(question, default="", show_default=False)).strip()
        if not wanted:
            return
        try:
            _add_ship(wanted, player, talk, choose=_chosen)
        except TableAssistError as problem:
            typer.secho(f"  {problem}", fg=typer.colors.YELLOW)


Offered = Sequence[ShipCard | FortCard]


def _add_ship(wanted: str, player: str, talk: Interview, *, choose: Callable[[Offered], ShipCard | FortCard]) -> None:
    if wanted in model_names() and _model(wanted).kind in SHIP_KINDS:
        talk.add(f"{wanted.capitalize()} ({player})", wanted, None, player)
        return
    card = choose(find_ships(wanted))
    talk.add(card.name, card.model, card, player)
    total = sum(p.card.points for p in talk.pieces if p.owner == player and isinstance(p.card, ShipCard))
    typer.echo(f"  {card.name} ({card.key}), {card.nation}, {_cost(card)}; {player} has {total} points")


def _cost(card: ShipCard | FortCard) -> str:
    return f"{card.points} points" if isinstance(card, ShipCard) else f"{card.gold_cost} gold"


def find_ships(wanted: str) -> Offered:
    """The best matches; an error with the nearest name where there is none."""
    found = find_cards(packaged_catalogue(), CardQuery(words=wanted))
    hits = [(hit.match, hit.card) for hit in found if not isinstance(hit.card, CrewCard)]
    if not hits:
        raise BadRequestError(f"ship: got '{wanted}', expected a ship of the catalogue (tableassist catalog find)")
    best = min(match for match, _ in hits)
    if best is Match.SLIP:
        raise BadRequestError(f"ship: got '{wanted}', did you mean '{hits[0][1].name}'?")
    cards = [card for match, card in hits if match == best and isinstance(card, ShipCard | FortCard)]
    return sorted(cards, key=_oddity)


def _oddity(card: ShipCard | FortCard) -> tuple[bool, bool, bool]:
    """Of several cards of one name, the one that most boxes hold comes first."""
    rare = isinstance(card, ShipCard) and card.rarity in (Rarity.PR, Rarity.PROMO, Rarity.ONE_OF_ONE)
    return not card.released, card.reprint, rare


def _first(cards: Offered) -> ShipCard | FortCard:
    """For scripts: an exact name may be on several cards, then the first print stands; else it must be the only one."""
    names = list(dict.fromkeys(card.name for card in cards))
    if len(names) > 1:
        offered = ", ".join(names[:MOST_OFFERED])
        raise BadRequestError(f"ship: got a name that fits {len(names)} ships, expected one of {offered}")
    return cards[0]


def _chosen(cards: Offered) -> ShipCard | FortCard:
    if len(cards) == 1:
        return cards[0]
    for number, card in enumerate(cards[:MOST_OFFERED], start=1):
        masts = f", {card.masts} masts" if isinstance(card, ShipCard) else ""
        typer.echo(f"  {number}  {card.name}, {card.nation}, {_cost(card)}{masts}, {card.cannons}, {card.key}")
    if len(cards) > MOST_OFFERED:
        typer.echo(f"  and {len(cards) - MOST_OFFERED} more: type more of the name, or a number such as SM/PS-001")
    number = int(typer.prompt("  Which", default=1, type=int))
    if not 1 <= number <= min(len(cards), MOST_OFFERED):
        raise BadRequestError(f"got {number}, expected 1 to {min(len(cards), MOST_OFFERED)}")
    return cards[number - 1]


def _add_islands(count: int, names: Sequence[str], talk: Interview) -> list[str]:
    homes = []
    for number in range(count):
        model = ISLAND_MODELS[number % len(ISLAND_MODELS)]
        home = number < len(names)
        piece = talk.add(f"{names[number]} home" if home else f"Island {number + 1}", model, None, None)
        if home:
            homes.append(piece.id)
    return homes


def _model(name: str) -> PieceModel:
    return find_model(name, asked_in=Path("new"), field="model")


def _text(given: float | None) -> str | None:
    return None if given is None else f"{given:g}"


def _joined(given: Sequence[str]) -> str | None:
    return ", ".join(given) if given else None


def _say_what_next(path: Path, new: NewTable, text: str) -> None:
    tags = sum(len(piece.mounts) for piece in new.pieces)
    mat = len(border_tags(new.width_mm, new.height_mm))
    typer.secho(f"\n{path}: {mat} tags on the mat, {len(new.pieces)} pieces with {tags} tags.", bold=True)
    for problem in check_table_text(path, text):
        if problem.weight is not Severity.HINT:
            typer.secho(f"  {problem.weight}: {problem.field}: {problem.words}", fg=typer.colors.YELLOW)
    steps = [
        (f"tableassist print kit --table {path} --out kit.pdf", "print everything, cut, and lay the tags out"),
        (f"tableassist calibrate camera:0 --out my-camera.toml --table {path} --use", "calibrate the camera"),
        (f"tableassist survey camera:0 --out mat.toml --table {path} --use", "find where the mat's tags really are"),
        (f"tableassist mount --table {path}", "measure each ship's tag on the jig"),
        (f"tableassist watch camera:0 --table {path}", "play"),
    ]
    typer.echo("What comes next:")
    for number, (command, why) in enumerate(steps, start=1):
        typer.echo(f"  {number}. {why}\n       {command}")

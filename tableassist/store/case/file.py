"""A case: a small scene, the rules it is played by, and the rulings that a person expects, as TOML.

Pieces, players and rules are written as in a table file; in place of tags a piece has its pose. Format 2 adds a game,
acts and what is expected of them. tests/cases holds many; `tableassist case` makes one of a picture, for a person to
correct.
"""

import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import msgspec
import numpy as np

from tableassist.geometry import Floats, PlanarPose
from tableassist.messages import template
from tableassist.pieces import Effect, Piece
from tableassist.rulebook import GameState, RuleSettings, Scene, build_scene
from tableassist.scene.piece_pose import PiecePose
from tableassist.store.camera.profile_file import TYPICAL
from tableassist.store.case.expected import CASE_FORMAT, Expected, ExpectedEntry, Sentence, expected_of
from tableassist.store.case.game import GameCase, game_of
from tableassist.store.files.problems import bad_file
from tableassist.store.files.toml_file import Degrees, Length, Name, Sigma, Size, pick, read_toml
from tableassist.store.files.toml_sift import Sifted
from tableassist.store.table.entry import HouseRulesEntry, MatEntry, PieceEntry, PlayerEntry, RulerEntry, TableEntry
from tableassist.store.table.game_start import game_start_of
from tableassist.store.table.notes import read_notes
from tableassist.store.table.pieces import piece_of
from tableassist.store.table.problem import Findings
from tableassist.store.table.rules import rule_settings
from tableassist.store.table.table_state import table_state

SIGMA_MM, SIGMA_HEADING_DEG = 0.05, 0.07
"""Of a pose for which the case states none: a good camera on a good day."""
TOGETHER = ("islands", "terrain")
TABLE_FIELDS = ("edition", "multiplayer", "ruler", "house_rules", "players", "crew_effects")
"""Of a table file, as they stand there."""
Row = list[Length]


class BeforeEntry(msgspec.Struct, forbid_unknown_fields=True):
    x_mm: Length
    y_mm: Length
    heading_deg: Degrees = 0.0


class CasePieceEntry(PieceEntry, forbid_unknown_fields=True):
    """A piece of a table file, and where it lies; without `x_mm` it has not been seen."""

    x_mm: Length | None = None
    y_mm: Length | None = None
    heading_deg: Degrees = 0.0
    sigma_mm: Sigma | None = None
    sigma_heading_deg: Sigma | None = None
    own: list[Row] | None = None
    """As measured, in place of both sigmas: 3 rows of 3, the covariance of x (mm), y (mm), heading (rad)."""
    shared: list[Row] | None = None
    """3 rows: how the pose answers to the errors that all pieces of the picture share."""
    hidden_s: Annotated[float, msgspec.Meta(ge=0.0, le=100_000.0)] = 0.0
    before: BeforeEntry | None = None
    """Where a piece that has moved lay before."""
    base_move: Annotated[str, msgspec.Meta(pattern=r"^[SL](\+[SL]){0,7}$")] | None = None
    """Of a piece that has moved, as `S+L`."""


class CaseEntry(msgspec.Struct, forbid_unknown_fields=True):
    format: int
    why: Sentence
    expected: Annotated[list[dict[str, Any]], msgspec.Meta(max_length=1000)]
    """Rulings; since format 2 also what becomes of acts, states and offers: see `expected`."""
    pieces: Annotated[list[CasePieceEntry], msgspec.Meta(max_length=400)] = []
    cites: list[Name] = []
    """`row 15`: of the differences between editions; `D8`: a dispute."""
    edition: Name = "complete"
    multiplayer: bool = False
    ruler: Name | RulerEntry = "bars"
    house_rules: HouseRulesEntry = msgspec.field(default_factory=HouseRulesEntry)
    players: Annotated[list[PlayerEntry], msgspec.Meta(max_length=40)] = msgspec.field(
        default_factory=lambda: [PlayerEntry("A"), PlayerEntry("B")]
    )
    crew_effects: dict[Name, list[Effect]] = {}
    outline_sigma_mm: Sigma | None = None
    """Of all pieces that state none of their own."""
    table_mm: tuple[Size, Size] | None = None
    """Width and height of the play area, where its edge matters."""
    game: Annotated[dict[str, Any], msgspec.Meta(max_length=40)] = {}
    """How a game begins, as in a game's file. What is not there comes from the fields above and from the pieces."""
    before: Annotated[list[Any], msgspec.Meta(max_length=1000)] = []
    """Acts that are done before, whatever the rules say of them."""
    acts: Annotated[list[Any], msgspec.Meta(max_length=1000)] = []
    """Acts that are judged."""


@dataclass(frozen=True, slots=True)
class CaseMove:
    """Where a piece lay before it moved, and what its card lets it sail."""

    before: PlanarPose
    base_move: str


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    why: str
    cites: tuple[str, ...]
    pieces: tuple[Piece, ...]
    poses: dict[str, PiecePose]
    moved: dict[str, CaseMove]
    state: GameState
    rules: RuleSettings
    expected: tuple[ExpectedEntry, ...]
    game: GameCase | None = None

    @property
    def scene(self) -> Scene:
        return build_scene(self.pieces, self.poses, self.state, 0)


def read_case(path: Path) -> Case:
    entry = read_toml(path, CaseEntry, newest=CASE_FORMAT)
    if not entry.pieces and not entry.game:
        raise bad_file(path, "got neither pieces nor a game, expected one of them")
    _take_from_game(path, entry)
    findings = Findings(path)
    table, sifted = _as_table(entry, findings)
    rules = replace(rule_settings(table, findings), table_mm=entry.table_mm)
    pieces = tuple(piece_of(each, sifted, findings) for each in entry.pieces)
    known = tuple(piece for piece in pieces if piece is not None)
    notes = read_notes(table, known, sifted, findings)
    findings.raise_first()
    state = table_state(known, notes, rules)
    expected = [expected_of(path, index, raw, entry.format) for index, raw in enumerate(entry.expected)]
    _check_names(path, entry, expected)
    rulings = tuple(each for each in expected if isinstance(each, ExpectedEntry))
    poses = {each.id: _pose(path, index, each) for index, each in enumerate(entry.pieces) if each.x_mm is not None}
    moved = {each.id: way for index, each in enumerate(entry.pieces) if (way := _moved(path, index, each)) is not None}
    game = None
    if entry.game or entry.acts or entry.before:
        derived = msgspec.to_builtins(game_start_of(state, rules))
        game = game_of(path, entry.game, derived, entry.before, entry.acts, expected)
    return Case(entry.why, tuple(entry.cites), known, poses, moved, state, rules, rulings, game)


def _take_from_game(path: Path, entry: CaseEntry) -> None:
    """A game may bring its own edition and players; the pieces are then judged by them too."""
    game = entry.game
    if entry.format < CASE_FORMAT and (game or entry.acts or entry.before):
        raise bad_file(path, "got a game or acts, expected them with format = {format}", format=CASE_FORMAT)
    if isinstance(edition := game.get("edition"), str):
        entry.edition = edition
    if isinstance(multiplayer := game.get("multiplayer"), bool):
        entry.multiplayer = multiplayer
    if not entry.pieces and isinstance(players := game.get("players"), list):
        names = [each["name"] for each in players if isinstance(each, dict) and isinstance(each.get("name"), str)]
        entry.players = [PlayerEntry(name) for name in dict.fromkeys(names)]


def _as_table(entry: CaseEntry, findings: Findings) -> tuple[TableEntry, Sifted]:
    """The part of a case that a table file has too, so that it is read and checked as one."""
    sifted = Sifted(findings.error, {})
    for index, piece in enumerate(entry.pieces):
        sifted.places[id(piece)] = f"pieces[{index}]"
        if piece.outline_sigma_mm is None:
            piece.outline_sigma_mm = entry.outline_sigma_mm
    for index, player in enumerate(entry.players):
        sifted.places[id(player)] = f"players[{index}]"
    alike = {name: getattr(entry, name) for name in TABLE_FIELDS}
    table = TableEntry(entry.format, "case", TYPICAL, MatEntry(1.0, 1.0, []), [*entry.pieces], **alike)
    sifted.places[id(table)] = ""
    return table, sifted


def _check_names(path: Path, entry: CaseEntry, expected: list[Expected]) -> None:
    """A ruling that is expected of a piece which is not there would never be missed."""
    ids = [piece.id for piece in entry.pieces]
    for index, piece in enumerate(entry.pieces):
        if ids.index(piece.id) != index:
            where = f"{path}: pieces[{index}].id"
            raise bad_file(where, "got '{id}' a second time, expected each id once", id=piece.id)
    for index, each in enumerate(expected):
        if not isinstance(each, ExpectedEntry):
            continue
        for field, name in (("subject", each.subject), ("target", each.target), ("blocker", each.blocker)):
            if name is not None and name not in ("", *TOGETHER):
                pick(path, f"expected[{index}].{field}", name, ids)


def _pose(path: Path, index: int, entry: CasePieceEntry) -> PiecePose:
    where = f"{path}: pieces[{index}]"
    if entry.x_mm is None or entry.y_mm is None:
        raise bad_file(f"{where}.y_mm", "missing, expected it together with x_mm")
    pose = PlanarPose(entry.x_mm, entry.y_mm, math.radians(entry.heading_deg))
    shared = _rows(entry.shared, len(entry.shared[0]), f"{where}.shared") if entry.shared else np.zeros((3, 0))
    return PiecePose(pose, _own(entry, where), shared, -round(entry.hidden_s * 1e9), (), 0.0)


def _moved(path: Path, index: int, entry: CasePieceEntry) -> CaseMove | None:
    if entry.before is None:
        return None
    if entry.x_mm is None or entry.base_move is None:
        field = "x_mm" if entry.x_mm is None else "base_move"
        raise bad_file(f"{path}: pieces[{index}].{field}", "missing, expected it of a piece that has moved")
    was = entry.before
    return CaseMove(PlanarPose(was.x_mm, was.y_mm, math.radians(was.heading_deg)), entry.base_move)


def _own(entry: CasePieceEntry, where: str) -> Floats:
    if entry.own is not None:
        return _rows(entry.own, 3, f"{where}.own")
    sigma = SIGMA_MM if entry.sigma_mm is None else entry.sigma_mm
    turn = SIGMA_HEADING_DEG if entry.sigma_heading_deg is None else entry.sigma_heading_deg
    return np.diag([sigma**2, sigma**2, math.radians(turn) ** 2])


def _rows(rows: list[Row], columns: int, where: str) -> Floats:
    if len(rows) != 3 or any(len(row) != columns for row in rows):
        lengths = ", ".join(str(len(row)) for row in rows)
        what = template("got rows of {lengths} numbers, expected 3 rows of {columns}")
        raise bad_file(where, what, lengths=lengths, columns=columns)
    return np.array(rows, dtype=np.float64)

"""A ship with another's plate, or with her tag on half a turn round, is not measured until a person says who she is."""

import math
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from tableassist.geometry.frames import PlanarPose
from tableassist.messages import Message
from tableassist.pieces import Cannon, CannonRange, MountKind, Piece, TagMount
from tableassist.pipeline.piece_fit import HullSeen, PieceFit
from tableassist.pipeline.ship_identity import identity_doubts, perhaps_exchanged, tags_vouch_for
from tableassist.pipeline.step import first_state, step
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.ruling import Verdict
from tableassist.scene.facts import Confirmation, Fact
from tableassist.scene.piece_pose import PiecePose
from tableassist.store.models import find_model
from tableassist.studio.optics import Look
from tableassist.studio.rendering.render import Studio
from tableassist.studio.staging import table_faults as faults
from tableassist.studio.staging.staged_table import StagedPiece, StagedTable
from tableassist.vision.camera.frame import Frame
from tableassist.vision.camera.profile import CameraProfile
from tableassist.vision.hull.identity import Identity, IdentityVerdict
from tableassist.vision.hull.look import HullLook
from tableassist.vision.hull.masts import MastSeen
from tableassist.vision.tags.detector import TagDetector
from tests.table_states import state_of
from tests.vision.jig_studio import COLOURS, LENS, MAT, camera_over

SHIPS = {
    # name: model, x, y, heading in degrees, colours
    "Anna": ("one-mast", 300.0, 620.0, 20.0, "red"),
    "Bella": ("three-mast", 560.0, 600.0, 140.0, "green"),
    "Clara": ("five-mast", 330.0, 330.0, -70.0, "brown"),
    "Dora": ("two-mast", 600.0, 320.0, 200.0, "yellow"),
}


def _ship(number: int, name: str) -> Piece:
    model = replace(find_model(SHIPS[name][0], asked_in=Path(__file__), field="test"), sigma_mm=0.2)
    stern = min(x for x, _ in model.hull) + 3.0
    mount = TagMount("36h11", 100 + number, 18.0, MountKind.FLAG, stern, 0.0, 57.0, 0.0, 0.1, 0.15, 0.002)
    cannons = tuple(Cannon(mast, 3, CannonRange.LONG) for mast in range(1, len(model.masts) + 1))
    return Piece(name.lower(), name, model, "AB"[number % 2], cannons, (mount,))


PIECES = {name: _ship(number, name) for number, name in enumerate(SHIPS)}
SETTINGS = TableSettings(
    "test",
    MAT,
    CameraProfile("test", LENS),
    tuple(PIECES.values()),
    RuleSettings(),
    state_of(tuple(PIECES.values())),
)


def _staged() -> dict[str, StagedPiece]:
    return {
        name: StagedPiece(PIECES[name], PlanarPose(x, y, math.radians(heading)), colours=COLOURS[paint])
        for name, (_, x, y, heading, paint) in SHIPS.items()
    }


def _judge(staged: dict[str, StagedPiece], settings: TableSettings = SETTINGS):
    view = camera_over((457.0, 457.0, 0.0), distance_mm=1300.0)
    image = Studio(view, Look()).picture(StagedTable(MAT, tuple(staged.values())), np.random.default_rng(5))
    frame = Frame(image, 0, 0, "test")
    return step(first_state(settings), frame, settings, TagDetector(("36h11",)).detect)


@cache
def _state(fault: str, confirmed: frozenset[str] = frozenset()):
    staged = _staged()
    if fault == "swapped":
        staged["Anna"], staged["Bella"] = faults.with_plates_swapped(staged["Anna"], staged["Bella"])
    elif fault == "circle":
        names = ("Anna", "Bella", "Clara")
        plated = faults.with_plates_passed_on([staged[name] for name in names])
        staged |= dict(zip(names, plated, strict=True))
    elif fault == "turned":
        staged["Clara"] = faults.with_tag_turned_round(staged["Clara"])
    elif fault == "leaning":
        staged["Clara"] = faults.with_leaning_rig(staged["Clara"], lean_rad=math.radians(5.0), towards_rad=1.0)
    settings = SETTINGS
    if confirmed:
        at = {placed.id: placed.pose.pose for placed in _state(fault).scene.pieces}
        words = {
            piece: Confirmation(at[piece].x_mm, at[piece].y_mm, at[piece].heading_rad, "2026-11-18T12:00:00Z")
            for piece in confirmed
        }
        settings = replace(SETTINGS, confirmations=words)
    return _judge(staged, settings)


def _verdicts(state) -> dict[str, IdentityVerdict]:
    return {piece: fit.hull.identity.verdict for piece, fit in state.fits.items()}


def _warnings(state) -> list[str]:
    return [str(warning) for warning in state.warnings]


@pytest.mark.parametrize(("fault", "open_ships"), [("none", set()), ("leaning", {"clara"})])
def test_ships_under_their_own_plates_are_known_and_one_that_leans_is_never_refused(fault, open_ships):
    """Clara's hull is 5 mm from under her plate, and the best other model only 30 mm2 behind: two oddities."""
    state = _state(fault)
    assert set(_verdicts(state).values()) == {IdentityVerdict.OWN}
    assert {placed.id for placed in state.scene.pieces if placed.unverified.identity} == open_ships
    assert not any(placed.doubt for placed in state.scene.pieces)
    assert not any("another ship" in words or "wrong way round" in words for words in _warnings(state))


def test_two_ships_that_carry_each_others_plates_are_both_named_and_not_measured():
    state = _state("swapped")
    assert "Anna seems to have its plate on another ship: the one under it looks like Bella" in _warnings(state)
    assert "Bella seems to have its plate on another ship: the one under it looks like Anna" in _warnings(state)
    about = [ruling for ruling in state.rulings if {"anna", "bella"} & {ruling.subject, ruling.target}]
    measured = [ruling for ruling in about if ruling.measured_mm is not None]
    assert about
    assert not measured
    assert not any(ruling.verdict is Verdict.YES for ruling in about)


def test_nothing_else_is_said_of_a_ship_with_anothers_plate():
    words = " / ".join(_warnings(_state("swapped")))
    assert "leans" not in words
    assert "seems to be off" not in words
    assert "seems to be missing" not in words


def test_the_ships_with_their_own_plates_are_measured_all_the_same():
    state = _state("swapped")
    assert _verdicts(state)["clara"] is _verdicts(state)["dora"] is IdentityVerdict.OWN
    between = [r for r in state.rulings if {r.subject, r.target} == {"clara", "dora"} and r.measured_mm is not None]
    assert between


def test_plates_passed_round_between_three_ships_are_all_named():
    verdicts = _verdicts(_state("circle"))
    assert [verdicts[name] for name in ("anna", "bella", "clara", "dora")] == [
        *[IdentityVerdict.OTHER] * 3,
        IdentityVerdict.OWN,
    ]


def test_a_tag_that_was_glued_on_half_a_turn_round_is_named():
    state = _state("turned")
    assert _verdicts(state)["clara"] is IdentityVerdict.TURNED
    assert any(words.startswith("Clara has its tag on the wrong way round") for words in _warnings(state))


def test_all_tags_that_were_glued_on_half_a_turn_round_are_named():
    """Where their plates have their decks there is bare mat, and they are not blue for that."""
    turned = {name: faults.with_tag_turned_round(ship) for name, ship in _staged().items()}
    assert set(_verdicts(_judge(turned)).values()) == {IdentityVerdict.TURNED}


def test_a_person_who_says_who_she_is_ends_the_doubt_about_this_ship_alone():
    state = _state("swapped", frozenset({"anna"}))
    placed = {each.id: each for each in state.scene.pieces}
    assert placed["anna"].doubt == ""
    assert Fact.IDENTITY in placed["anna"].confirmed
    assert placed["bella"].doubt != ""
    assert not any(words.startswith("Anna seems") for words in _warnings(state))
    assert any(words.startswith("Bella seems") for words in _warnings(state))


def test_a_doubted_ship_is_offered_for_confirmation():
    placed = {each.id: each for each in _state("swapped").scene.pieces}
    assert Fact.IDENTITY in placed["anna"].on_trust.facts
    assert Fact.IDENTITY not in placed["clara"].on_trust.facts


def _odd_fit(*, leans: bool, mast_gone: bool) -> PieceFit:
    """A ship whose silhouette is her own."""
    masts = {1: MastSeen.STANDS, 2: MastSeen.GONE if mast_gone else MastSeen.STANDS}
    look = HullLook(np.zeros(3), np.diag([0.04, 0.04, 0.0001]), fit=1.0)
    at = PlanarPose(600.0, 320.0, 0.0)
    hull = HullSeen(look, at, (1, 2), masts, identity=Identity(IdentityVerdict.OWN))
    problem = Message("{name} leans by {lean_deg:.1f}", name="Dora", lean_deg=4.0) if leans else None
    return PieceFit((), at, None, problem, hull=hull)


@pytest.mark.parametrize(("leans", "mast_gone"), [(True, False), (False, True), (True, True)])
def test_a_lean_and_a_missing_mast_at_once_are_doubted_and_either_alone_is_not(leans, mast_gone):
    doubts = identity_doubts({"dora": _odd_fit(leans=leans, mast_gone=mast_gone)}, SETTINGS, {})
    assert ("dora" in doubts) == (leans and mast_gone)
    assert not identity_doubts({"dora": _odd_fit(leans=True, mast_gone=True)}, SETTINGS, {"dora": {Fact.IDENTITY}})


@pytest.mark.parametrize(("lead_mm2", "doubted"), [(-60.0, False), (-10.0, True), (5.0, True)])
def test_an_edge_that_lies_the_other_way_round_counts_unless_the_silhouette_speaks_for_the_ship(lead_mm2, doubted):
    fit = _odd_fit(leans=False, mast_gone=False)
    identity = Identity(IdentityVerdict.UNKNOWN, None, lead_mm2)
    turned = replace(fit.hull, look=replace(fit.hull.look, turned=True), identity=identity)
    doubts = identity_doubts({"dora": replace(fit, hull=turned)}, SETTINGS, {})
    assert ("dora" in doubts) is doubted


@pytest.mark.parametrize(
    ("heights_mm", "read", "problem", "vouched"),
    [
        ((57.0, 0.5), (1, 2), None, True),
        ((57.0, 0.5), (1,), None, False),
        ((57.0, 0.5), (2,), None, False),
        ((57.0, 55.0), (1, 2), None, False),
        ((57.0, 0.5), (1, 2), "leans", False),
    ],
)
def test_a_flag_and_a_low_plate_that_agree_vouch_for_a_ship(heights_mm, read, problem, vouched):
    """Raised plates can both be put on another ship's staffs; a plate under the hull cannot."""
    ship = PIECES[next(iter(PIECES))]
    mounts = tuple(replace(ship.mounts[0], tag=tag, z_mm=height) for tag, height in enumerate(heights_mm, start=1))
    at = PlanarPose(300.0, 300.0, 0.0)
    pose = PiecePose(at, np.eye(3), np.zeros((3, 6)), 0, read, 0.1)
    assert tags_vouch_for(replace(ship, mounts=mounts), PieceFit((), at, pose, problem)) is vouched


@pytest.mark.parametrize(("lead_mm2", "is_open"), [(-10.0, True), (-80.0, False)])
def test_a_ship_whose_model_another_plate_stands_on_must_stand_out_clearly(lead_mm2, is_open):
    """Anna's plate is on a two-mast; Dora is the table's two-mast, so hers may be the plate that went to Anna."""

    def fit(name, identity):
        at = _staged()[name].pose
        look = HullLook(np.zeros(3), np.diag([0.04, 0.04, 0.0001]), fit=1.0)
        pose = PiecePose(at, np.eye(3), np.zeros((3, 0)), 0, (PIECES[name].mounts[0].tag,), 0.1)
        return PieceFit((), at, pose, None, hull=HullSeen(look, at, (1,), {}, identity=identity))

    on_two_mast = Identity(IdentityVerdict.OTHER, lead_mm2=90.0, candidates=(PIECES["Dora"].model,))
    own = Identity(IdentityVerdict.OWN, lead_mm2=lead_mm2)
    fits = {"anna": fit("Anna", on_two_mast), "dora": fit("Dora", own), "clara": fit("Clara", own)}
    assert perhaps_exchanged(fits, SETTINGS, {}) == ({"dora"} if is_open else set())
    assert not perhaps_exchanged(fits, SETTINGS, {"anna": {Fact.IDENTITY}})

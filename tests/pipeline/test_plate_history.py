"""Plates that change ships between frames are noticed, and a ship that was recognised stays known beside a hand."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from tableassist.geometry.frames import PlanarPose
from tableassist.pieces import Cannon, CannonRange, MountKind, Piece, TagMount
from tableassist.pipeline.piece_fit import HullSeen, PieceFit
from tableassist.pipeline.plate_history import PlateHistory, follow_plates, is_recognised, recall_identity
from tableassist.pipeline.step import first_state, step
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.ruling import Verdict
from tableassist.scene.facts import Fact
from tableassist.scene.piece_pose import PiecePose
from tableassist.store.models import find_model
from tableassist.studio.optics import Look
from tableassist.studio.rendering.render import Studio
from tableassist.studio.staging import table_faults as faults
from tableassist.studio.staging.staged_table import StagedHand, StagedPiece, StagedTable
from tableassist.vision.camera.frame import Frame
from tableassist.vision.camera.profile import CameraProfile
from tableassist.vision.hull.identity import Identity, IdentityVerdict
from tableassist.vision.hull.look import HullLook
from tableassist.vision.localisation.tracking import Tracks, follow
from tableassist.vision.tags.detector import TagDetector
from tests.table_states import state_of
from tests.vision.jig_studio import COLOURS, LENS, MAT, camera_over

FRAME_NS = 100_000_000


def _ship(number: int, name: str, model_name: str = "two-mast") -> Piece:
    model = replace(find_model(model_name, asked_in=Path(__file__), field="test"), sigma_mm=0.2)
    stern = min(x for x, _ in model.hull) + 3.0
    mount = TagMount("36h11", 100 + number, 18.0, MountKind.FLAG, stern, 0.0, 57.0, 0.0, 0.1, 0.15, 0.002)
    cannons = tuple(Cannon(mast, 3, CannonRange.LONG) for mast in range(1, len(model.masts) + 1))
    return Piece(name.lower(), name, model, "AB"[number % 2], cannons, (mount,))


ANNA, BELLA, CLARA = (_ship(number, name) for number, name in enumerate(("Anna", "Bella", "Clara")))
PIECES = (ANNA, BELLA, CLARA)
PLACES = {
    "anna": PlanarPose(300.0, 600.0, 0.3),
    "bella": PlanarPose(560.0, 580.0, 2.4),
    "clara": PlanarPose(420.0, 320.0, -1.2),
}


class Watched:
    """The history of plates over frames in which pieces are measured at given places."""

    def __init__(self):
        self.tracks, self.history, self.t_ns = Tracks(), PlateHistory(), 0

    def watch(self, places, frames=8, confirmed=()):
        for _ in range(frames):
            poses = {
                piece: PiecePose(at, np.diag([0.04, 0.04, 1e-5]), np.zeros((3, 0)), self.t_ns, (1,), 0.1)
                for piece, at in places.items()
            }
            self.tracks, events = follow(self.tracks, poses, self.t_ns)
            self.history = follow_plates(self.history, PIECES, self.tracks, events, {}, confirmed)
            self.t_ns += FRAME_NS
        return self


def _passed_on(*names):
    """Where plates are measured after each of these ships has got the plate of the one before her. All are of one
    model, so each plate gives the place of the hull that it now stands on."""
    return {**PLACES, **{plate: PLACES[hull] for plate, hull in zip(names, (*names[1:], names[0]), strict=True)}}


def test_ships_that_only_move_keep_their_own_plates():
    watched = Watched().watch(PLACES)
    elsewhere = PlanarPose(700.0, 300.0, 1.0)
    watched.watch({**PLACES, "anna": elsewhere}).watch({**PLACES, "anna": elsewhere, "bella": PLACES["anna"]})
    assert not watched.history.swapped


@pytest.mark.parametrize("names", [("anna", "bella"), ("anna", "bella", "clara")])
def test_plates_that_change_ships_between_two_frames_are_noticed_at_once_and_stay_so(names):
    watched = Watched().watch(PLACES).watch(_passed_on(*names), frames=1)
    expected = dict(zip(names, (*names[1:], names[0]), strict=True))
    assert watched.history.swapped == expected
    assert watched.watch(_passed_on(*names)).history.swapped == expected
    moved_on = {**_passed_on(*names), "anna": PlanarPose(150.0, 150.0, 0.0)}
    assert watched.watch(moved_on).history.swapped == expected


def test_plates_that_are_taken_off_and_put_on_one_after_the_other_are_noticed_too():
    watched = Watched().watch(PLACES)
    watched.watch({"clara": PLACES["clara"]})
    watched.watch({"clara": PLACES["clara"], "anna": PLACES["bella"]})
    assert not watched.history.swapped, "one plate alone may be a ship that was moved there"
    watched.watch(_passed_on("anna", "bella"))
    assert watched.history.swapped == {"anna": "bella", "bella": "anna"}


def test_plates_that_are_put_back_on_their_own_ships_are_no_longer_doubted():
    watched = Watched().watch(PLACES).watch(_passed_on("anna", "bella"))
    assert not watched.watch(PLACES).history.swapped


def test_a_persons_word_ends_the_doubt_about_this_plate():
    watched = Watched().watch(PLACES).watch(_passed_on("anna", "bella"))
    watched.watch(_passed_on("anna", "bella"), confirmed={"anna"})
    assert watched.history.swapped == {"bella": "anna"}


def test_a_ship_at_the_others_place_but_another_way_round_has_moved_there():
    turned = {name: replace(at, heading_rad=at.heading_rad + 0.5) for name, at in _passed_on("anna", "bella").items()}
    assert not Watched().watch(PLACES).watch(turned).history.swapped


def _fit(verdict: IdentityVerdict, at: PlanarPose) -> PieceFit:
    look = HullLook(np.zeros(3), np.diag([0.04, 0.04, 0.0001]), fit=1.0)
    return PieceFit((), at, None, None, hull=HullSeen(look, at, (1, 2), {}, identity=Identity(verdict)))


@pytest.mark.parametrize(
    ("offset_mm", "lead_mm2", "recognised"), [(0.0, -5.0, True), (3.0, -5.0, False), (3.0, -80.0, True)]
)
def test_a_hull_beside_its_plate_is_recognised_only_if_no_other_ship_comes_near(offset_mm, lead_mm2, recognised):
    look = HullLook(np.array([offset_mm, 0.0, 0.0]), np.diag([0.25, 0.25, 0.0001]), fit=1.0)
    own = Identity(IdentityVerdict.OWN, lead_mm2=lead_mm2)
    assert is_recognised(HullSeen(look, PLACES["anna"], (1, 2), {}, identity=own)) is recognised


@pytest.mark.parametrize("now", list(IdentityVerdict))
def test_a_recognised_ship_stays_known_until_her_plate_moves(now):
    at = PLACES["anna"]
    history = follow_plates(PlateHistory(), PIECES, Tracks(), (), {"anna": _fit(IdentityVerdict.OWN, at)}, ())
    there = replace(at, x_mm=at.x_mm + 0.5)
    elsewhere = replace(at, x_mm=at.x_mm + 5.0)
    assert recall_identity(_fit(now, there).hull, "anna", history).identity.verdict is IdentityVerdict.OWN
    assert recall_identity(_fit(now, elsewhere).hull, "anna", history).identity.verdict is now
    moved = follow_plates(history, PIECES, Tracks(), (), {"anna": _fit(IdentityVerdict.UNKNOWN, elsewhere)}, ())
    assert "anna" not in moved.verified


def test_a_ship_that_is_out_of_sight_and_back_in_her_place_is_still_known():
    history = follow_plates(
        PlateHistory(), PIECES, Tracks(), (), {"anna": _fit(IdentityVerdict.OWN, PLACES["anna"])}, ()
    )
    hidden = follow_plates(history, PIECES, Tracks(), (), {}, ())
    assert hidden is history


# The whole chain, on pictures of two sisters painted alike and a hand.

DORA = _ship(3, "Dora", "three-mast")
SETTINGS = TableSettings(
    "test", MAT, CameraProfile("test", LENS), (ANNA, BELLA, DORA), RuleSettings(), state_of((ANNA, BELLA, DORA))
)  # fmt: skip


@cache
def _picture(*, swapped=False, hand=()):
    staged = [StagedPiece(ship, PLACES[ship.id], colours=COLOURS["red"]) for ship in (ANNA, BELLA)]
    if swapped:
        staged = faults.with_plates_swapped(*staged)
    dora = StagedPiece(DORA, PLACES["clara"], colours=COLOURS["green"])
    hands = (StagedHand(*hand),) if hand else ()
    view = camera_over((457.0, 457.0, 0.0), distance_mm=1300.0)
    table = replace(StagedTable(MAT, (*staged, dora)), hands=hands)
    return Studio(view, Look()).picture(table, np.random.default_rng(5))


def _run(images):
    state, detect = first_state(SETTINGS), TagDetector(("36h11",)).detect
    for number, image in enumerate(images):
        state = step(state, Frame(image, number * 300_000_000, number, "test"), SETTINGS, detect)
        yield state


def test_the_plates_of_two_sisters_that_change_places_in_view_are_named_and_nothing_is_called():
    before, after = [_picture()] * 2, [_picture(swapped=True)] * 4
    states = list(_run([*before, *after]))
    assert not any("swapped" in str(words) for state in states[:2] for words in state.warnings)
    for state in states[2:]:
        words = [str(warning) for warning in state.warnings]
        assert "Anna has its plate on another ship: it was swapped, and now stands where Bella's plate stood" in words
        about = [ruling for ruling in state.rulings if {"anna", "bella"} & {ruling.subject, ruling.target}]
        assert about
        assert not any(ruling.verdict is Verdict.YES for ruling in about)
    asked = {placed.id for placed in states[-1].scene.pieces if Fact.IDENTITY in placed.on_trust.facts}
    assert asked == {"anna", "bella"}


def test_a_ship_that_was_recognised_stays_so_after_a_hand_has_covered_her_and_while_it_is_beside_her():
    """A look at her that is taken beside the hand does not tell who she is."""
    x, y = PLACES["anna"].x_mm, PLACES["anna"].y_mm
    covering, beside = (x - 20.0, y, -100.0), (x + 30.0, y - 10.0, -100.0)
    states = list(_run([_picture(), *[_picture(hand=covering)] * 2, *[_picture(hand=beside)] * 2]))
    open_identities = [
        {placed.id: placed.unverified.identity for placed in state.scene.pieces if placed.hidden_s == 0.0}
        for state in states
    ]
    assert "anna" not in open_identities[2], "the hand covers her tag"
    assert "anna" in open_identities[3]
    assert not any(is_open for frame in open_identities for is_open in frame.values())


# One plate that jumps alone: the other ship's plate is gone, and nothing comes to where it stood.


def _with_plate_on(ship, plate_of):
    """The ship with another's plate on her staff."""
    return faults.with_plates_swapped(ship, StagedPiece(plate_of, PLACES["clara"]))[0]


def _bare(staged):
    """A hull without any plate."""
    return replace(staged, piece=replace(staged.piece, mounts=()))


@cache
def _one_plate_jumps(*, hull_follows):
    """Anna's plate where Bella's was: on Bella's hull, with Anna's own left behind, or because Anna was moved there
    after Bella was taken off the table."""
    anna, bella = (StagedPiece(ship, PLACES[ship.id], colours=COLOURS["red"]) for ship in (ANNA, BELLA))
    there = [replace(anna, pose=PLACES["bella"])] if hull_follows else [_with_plate_on(bella, ANNA), _bare(anna)]
    dora = StagedPiece(DORA, PLACES["clara"], colours=COLOURS["green"])
    view = camera_over((457.0, 457.0, 0.0), distance_mm=1300.0)
    return Studio(view, Look()).picture(StagedTable(MAT, (*there, dora)), np.random.default_rng(6))


def test_a_plate_that_alone_jumps_to_a_sister_is_named_once_its_own_hull_is_seen_to_have_stayed():
    states = list(_run([*[_picture()] * 2, *[_one_plate_jumps(hull_follows=False)] * 4]))
    words = [str(warning) for warning in states[-1].warnings]
    assert "Anna has its plate on another ship: its own hull still lies where the plate stood before" in words
    for state in states[2:]:
        rulings = [ruling for ruling in state.rulings if ruling.measured_mm is not None]
        about = [ruling for ruling in rulings if "anna" in (ruling.subject, ruling.target)]
        plain = [each for each in about if each.verdict in (Verdict.YES, Verdict.NO) and not each.conditions]
        assert not plain


def test_a_ship_that_is_moved_to_where_another_was_is_not_called_another_but_asked_for():
    """Her hull went with her: that shows who she is no better than her shape, but nothing is held against her."""
    states = list(_run([*[_picture()] * 2, *[_one_plate_jumps(hull_follows=True)] * 4]))
    assert not any("another ship" in str(words) for state in states for words in state.warnings)
    asked = {placed.id for placed in states[-1].scene.pieces if Fact.IDENTITY in placed.on_trust.facts}
    assert "anna" in asked


def test_a_sister_that_comes_to_where_a_ship_was_is_not_her_hull_left_behind():
    anna, bella = (StagedPiece(ship, PLACES[ship.id], colours=COLOURS["red"]) for ship in (ANNA, BELLA))
    dora = StagedPiece(DORA, PLACES["clara"], colours=COLOURS["green"])
    elsewhere = PlanarPose(700.0, 300.0, 1.0)
    there = (replace(anna, pose=elsewhere), replace(bella, pose=PLACES["anna"]), dora)
    view = camera_over((457.0, 457.0, 0.0), distance_mm=1300.0)
    after = Studio(view, Look()).picture(StagedTable(MAT, there), np.random.default_rng(7))
    states = list(_run([*[_picture()] * 2, *[after] * 4]))
    assert not states[-1].bare_hulls.places
    assert not any("another ship" in str(words) for state in states for words in state.warnings)

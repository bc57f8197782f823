"""When another ship is named under a plate: only if her silhouette leaves clearly less unexplained."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tableassist.geometry.frames import PlanarPose
from tableassist.pipeline.measure import measure
from tableassist.pipeline.step import first_state
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.store.models import find_model
from tableassist.vision.camera.frame import Frame
from tableassist.vision.camera.profile import CameraProfile
from tableassist.vision.hull.identity import Explanation, IdentityVerdict, weigh_explanations
from tableassist.vision.tags.detector import TagDetector
from tests.table_states import state_of
from tests.vision import staged_photos as staged


def _explanation(model_name, score_mm2, misfit_mm2):
    model = replace(find_model(model_name, asked_in=Path(__file__), field="test"), sigma_mm=0.0)
    return Explanation(
        model=model,
        turned=False,
        score_mm2=score_mm2,
        hull_mm2=score_mm2,
        rig_mm2=0.0,
        pose=PlanarPose(0.0, 0.0, 0.0),
        offset=np.zeros(3),
        misfit_mm2=misfit_mm2,
        differs_mm2=300.0,
        area_mm2=1000.0,
        silhouette=np.zeros((1, 1), np.float32),
    )


@pytest.mark.parametrize(("own_misfit", "verdict"), [(200.0, IdentityVerdict.OTHER), (30.0, IdentityVerdict.UNKNOWN)])
def test_a_larger_ship_that_only_covers_more_is_not_named(own_misfit, verdict):
    """A card beside a ship is covered by a larger silhouette, which also covers mat."""
    own, rival = _explanation("two-mast", 700.0, own_misfit), _explanation("five-mast", 900.0, 60.0)
    identity = weigh_explanations((own, rival))
    assert identity.verdict is verdict
    assert identity.looks_like is (rival.model if verdict is IdentityVerdict.OTHER else None)


@pytest.mark.parametrize(
    ("lead_mm2", "mat_inside", "verdict"),
    [(100.0, 2.0, IdentityVerdict.OTHER), (100.0, 20.0, IdentityVerdict.UNKNOWN), (200.0, 20.0, IdentityVerdict.OTHER)],
)
def test_a_ship_that_would_cover_mat_as_well_must_be_far_ahead(lead_mm2, mat_inside, verdict):
    own = _explanation("two-mast", 700.0, 200.0)
    rival = replace(_explanation("five-mast", 700.0 + lead_mm2, 30.0), mat_inside_mm2=mat_inside)
    assert weigh_explanations((own, rival)).verdict is verdict


def test_of_two_other_ships_that_fit_about_as_well_neither_is_named():
    own = _explanation("two-mast", 500.0, 250.0)
    rival, third = _explanation("four-mast", 900.0, 9.0), _explanation("five-mast", 880.0, 20.0)
    identity = weigh_explanations((own, rival, third))
    assert (identity.verdict, identity.looks_like) == (IdentityVerdict.OTHER, None)


def test_a_ship_whose_silhouette_leaves_much_unexplained_is_not_recognised():
    clear, odd = (_explanation("two-mast", 900.0, misfit) for misfit in (20.0, 150.0))
    rival = _explanation("five-mast", 800.0, 200.0)
    assert weigh_explanations((clear, rival)).verdict is IdentityVerdict.OWN
    assert weigh_explanations((odd, rival)).verdict is IdentityVerdict.UNKNOWN


def _flag(piece):
    return max(piece.mounts, key=lambda mount: mount.z_mm)


@pytest.mark.parametrize(
    ("lead_mm2", "missing", "verdict"),
    [(-20.0, 0, IdentityVerdict.OWN), (-20.0, 1, IdentityVerdict.UNKNOWN), (-80.0, 1, IdentityVerdict.OWN)],
)
def test_a_ship_that_has_lost_a_mast_is_told_from_one_that_never_had_it_only_by_her_hull(lead_mm2, missing, verdict):
    own = replace(_explanation("two-mast", 500.0, 20.0), masts_missing=missing)
    assert weigh_explanations((own, _explanation("one-mast", 500.0 + lead_mm2, 30.0))).verdict is verdict


def test_no_path_traced_ship_with_one_flag_is_called_another():
    truth = staged.truth_of("flag30_0")
    pieces = tuple(replace(piece, mounts=(_flag(piece),)) for piece in staged.rigged_pieces_of(truth))
    camera = CameraProfile("staged", staged.lens_of(truth))
    settings = TableSettings("staged", staged.mat_of(truth), camera, pieces, RuleSettings(), state_of(pieces))
    image = staged.image_of("flag30_0")
    state = measure(Frame(image, 0, 0, "test"), TagDetector(("36h11",)).detect(image), settings, first_state(settings))
    looked_at = [fit.hull.identity for fit in state.fits.values() if fit.hull is not None]
    assert sum(identity.verdict is IdentityVerdict.OWN for identity in looked_at) > 20
    assert not any(identity.is_doubted for identity in looked_at)
    assert not any("another ship" in str(words) for words in state.warnings)

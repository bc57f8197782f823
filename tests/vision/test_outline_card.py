"""L and S by a card that lies on the mat: the studio's is 89 x 64 mm."""

import numpy as np
import pytest

from tableassist.errors import BadRequestError
from tableassist.studio.staging.staged_table import ClutterKind, StagedClutter, StagedTable
from tableassist.vision.outline.card import measure_card
from tests.vision import outline_scenes as scenes

pytestmark = pytest.mark.slow


def seen(stage, *places):
    clutter = tuple(StagedClutter(ClutterKind.CARD, x, y, turn) for x, y, turn in places)
    table = StagedTable(scenes.SETTINGS.mat, clutter=clutter)
    image = scenes.studio(stage).picture(table, np.random.default_rng(len(places)))
    return image, scenes.registered(image)[1]


@pytest.mark.parametrize(("stage", "place"), [("demo-1080p", (330.0, 610.0, 0.7)), ("oblique", (600.0, 300.0, -1.2))])
def test_a_card_is_measured_within_its_own_plus_minus(stage, place):
    card = measure_card((seen(stage, place),))
    assert abs(card.long_mm - 89.0) < 2 * card.sigma_mm
    assert abs(card.short_mm - 64.0) < 2 * card.sigma_mm
    assert card.sigma_mm < 0.3


def test_without_a_card_and_with_two_nothing_is_measured():
    with pytest.raises(BadRequestError, match="no card seen on the mat"):
        measure_card((seen("demo-1080p"),))
    with pytest.raises(BadRequestError, match="2 cards seen on the mat"):
        measure_card((seen("demo-1080p", (300.0, 300.0, 0.0), (600.0, 600.0, 0.5)),))

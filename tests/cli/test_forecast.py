"""What the program predicts for a table, held against sums of what is not known of it."""

import math
from dataclasses import replace

import pytest

from tableassist.pieces import PieceKind
from tableassist.setup.plan import (
    Answers,
    describe_benefit,
    describe_most_helpful,
    describe_precision,
    forecast_precision,
    make_table,
)
from tableassist.setup.plan.forecast import MEASURING_STEPS
from tableassist.store.first_run_file import WizardStep
from tableassist.store.table import read_table
from tableassist.vision.camera.typical_lens import typical_lens
from tableassist.vision.planning.set_up import calibrated

LONG_MM = 83.8


class Silent:
    """Takes every default, and the first ship of a name."""

    def answer(self, _question, default):
        return default

    def told(self, words): ...

    def choose(self, cards):
        return cards[0]


@pytest.fixture(scope="module")
def settings(tmp_path_factory):
    path = tmp_path_factory.mktemp("forecast") / "my-table.toml"
    ships = ("Anne:HMS Titan", "Anne:HMS Gallowglass", "Mary:Harbinger")
    make_table(path, Answers(ships=ships, islands=4), Silent(), silent=True)
    return read_table(path)


@pytest.fixture(scope="module")
def forecast(settings):
    return forecast_precision(settings)


def test_every_step_left_out_costs_and_all_of_them_together_most(forecast):
    assert list(forecast.after) == list(MEASURING_STEPS)
    for without in forecast.without.values():
        assert forecast.complete.docking_mm <= without.docking_mm + 1e-6 <= forecast.now.docking_mm
        assert forecast.complete.range_mm <= without.range_mm + 1e-6 <= forecast.now.range_mm


def test_a_docking_is_never_known_better_than_the_two_outlines(forecast, settings):
    cut_mm = min(piece.model.sigma_mm for piece in settings.pieces if piece.model.kind is PieceKind.ISLAND)
    ships = sorted(piece.model.sigma_mm for piece in settings.pieces if piece.owner)
    assert forecast.now.docking_mm > 1.96 * math.hypot(ships[0], cut_mm)
    assert forecast.complete.docking_mm > 1.96 * 0.25, "a printed island is known to the cut"
    assert forecast.complete.docking_mm < 1.5


def test_an_unproven_print_adds_two_per_cent_to_a_range(forecast):
    added = forecast.without[WizardStep.SCALE].range_mm ** 2 - forecast.complete.range_mm**2
    # 1 % against 0.2 %, both one sigma, of the way from the flag at the stern to the target.
    ways = [1.96 * 0.01 * way for way in (0.5 * LONG_MM, 1.5 * LONG_MM)]
    assert ways[0] < math.sqrt(added) < ways[1]


def test_what_is_measured_is_done_and_asks_for_no_step_any_more(settings):
    lens = forecast_precision(
        settings.seen_through(replace(settings.camera, lens=calibrated(typical_lens(1920, 1080))))
    )
    assert lens.done == {WizardStep.CALIBRATE}
    assert WizardStep.CALIBRATE not in lens.without
    assert str(describe_benefit(WizardStep.CALIBRATE, lens)) == "The table file has this step's result."


def test_cardboard_islands_limit_docking_and_the_advice_says_so(settings):
    pieces = tuple(
        replace(piece, model=replace(piece.model, sigma_mm=3.5)) if piece.model.kind is PieceKind.ISLAND else piece
        for piece in settings.pieces
    )
    rough = forecast_precision(replace(settings, pieces=pieces))
    assert rough.complete.docking_mm > 6.6, "1.96 sigmas of 3.5 mm, less what an unproven print is taken to have in it"
    measured = replace(rough, without={}, after={})
    assert "printed islands" in str(describe_most_helpful(measured, "my-table.toml"))


def test_fitting_out_is_named_as_what_helps_most_with_its_command(forecast):
    words = str(describe_most_helpful(forecast, "my-table.toml"))
    assert words == "“Fit out the ships” would help most: tableassist mount --source camera:0 --table my-table.toml"
    assert str(describe_precision(forecast)).startswith(f"Docking ± {forecast.now.docking_mm:.1f} mm, range ± ")


def test_a_table_without_a_ship_is_not_predicted(settings):
    islands = tuple(piece for piece in settings.pieces if piece.owner is None)
    assert forecast_precision(replace(settings, pieces=islands)) is None

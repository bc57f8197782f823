"""A printed island grows and shrinks with its print; one of cardboard stays as it is."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tableassist.pieces import IslandMake
from tableassist.printing.paper import Paper, Sheet
from tableassist.setup.plan import Answers, make_table, printed_sheet
from tableassist.store.table import read_table
from tableassist.store.table_edit import set_mounts, set_print_scale
from tableassist.vision.registration.print_scale import UNPROVEN_SIGMA, PrintScale, ScaleProof

SHRUNK = PrintScale(0.97, 0.002, ScaleProof.LINE)
CUT_MM = 0.3


def make(folder, kind):
    path = folder / "t.toml"
    make_table(path, Answers(island_make=kind, islands=2, terrain=("fog-bank",)))
    return path


def piece(path, name):
    return next(each for each in read_table(path).pieces if each.id == name)


def half_length(model):
    return np.ptp(np.array(model.hull), axis=0).max() / 2


def test_an_unproven_print_adds_its_share_of_the_way_to_the_rim(tmp_path):
    home = piece(make(tmp_path, IslandMake.PRINTED), "player-1-home")
    assert home.model.name == "printed-island-round"
    assert home.model.sigma_mm == pytest.approx(math.hypot(CUT_MM, UNPROVEN_SIGMA * half_length(home.model)))
    assert home.mounts[0].sigma_xy_mm == pytest.approx(math.hypot(0.1, UNPROVEN_SIGMA * 19.5))


def test_a_proven_scale_shrinks_outline_numbers_tags_and_their_places_alike(tmp_path):
    path = make(tmp_path, IslandMake.PRINTED)
    before = {name: piece(path, name) for name in ("player-1-home", "fog-bank")}
    set_print_scale(path, SHRUNK)
    for name, was in before.items():
        now = piece(path, name)
        assert np.array(now.model.hull) == pytest.approx(0.97 * np.array(was.model.hull))
        assert now.model.height_mm == was.model.height_mm == 0.3
        assert now.model.sigma_mm == pytest.approx(math.hypot(CUT_MM, 0.002 * half_length(now.model)), abs=1e-9)
        for mount, old in zip(now.mounts, was.mounts, strict=True):
            scaled = (0.97 * old.x_mm, 0.97 * old.y_mm, 0.97 * old.size_mm)
            assert (mount.x_mm, mount.y_mm, mount.size_mm) == pytest.approx(scaled)
            assert mount.z_mm == old.z_mm
        for edge, old in zip(now.model.edge_numbers, was.model.edge_numbers, strict=True):
            assert (edge.x_mm, edge.y_mm) == pytest.approx((0.97 * old.x_mm, 0.97 * old.y_mm))
    assert len(before["fog-bank"].model.edge_numbers) == 6


def test_a_camera_proof_of_the_mat_says_nothing_of_the_print(tmp_path):
    path = make(tmp_path, IslandMake.PRINTED)
    before = piece(path, "player-1-home")
    set_print_scale(path, replace(SHRUNK, proven_by=ScaleProof.CARD))
    assert piece(path, "player-1-home").model == before.model


def test_cardboard_keeps_its_outline_and_only_its_tags_shrink(tmp_path):
    path = make(tmp_path, IslandMake.CARDBOARD)
    before = piece(path, "player-1-home")
    set_print_scale(path, SHRUNK)
    now = piece(path, "player-1-home")
    assert (now.model.hull, now.model.sigma_mm) == (before.model.hull, before.model.sigma_mm)
    assert now.mounts[0].size_mm == pytest.approx(0.97 * before.mounts[0].size_mm)
    assert now.mounts[0].x_mm == before.mounts[0].x_mm


def test_mounts_of_a_printed_island_do_not_shrink_each_time_they_are_written(tmp_path):
    path = make(tmp_path, IslandMake.PRINTED)
    set_print_scale(path, SHRUNK)
    for _ in range(3):
        home = piece(path, "player-1-home")
        set_mounts(path, home.id, [replace(mount, sigma_xy_mm=0.1) for mount in home.mounts])
    assert [mount.x_mm for mount in piece(path, "player-1-home").mounts] == pytest.approx([0.97 * -19.5, 0.97 * 20.5])


def test_what_is_printed_again_is_as_large_as_the_first_time(tmp_path):
    path = make(tmp_path, IslandMake.PRINTED)
    first = printed_sheet(Sheet.ISLANDS, path, Paper.A4).pdf
    set_print_scale(path, SHRUNK)
    assert printed_sheet(Sheet.ISLANDS, path, Paper.A4).pdf == first

"""`judge --cards` on a picture of a card table."""

import json

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.studio.cards.card_table import CardTable, Laying, card_camera, laid_cards, staged_table
from tableassist.studio.rendering.render import Studio

ROW = ("d2", "e1", "s3", "e2", "s1", "d3", "e3", "s2", "d1")


@pytest.fixture(scope="module")
def picture(tmp_path_factory):
    table = CardTable(
        ROW,
        frozenset({"e1", "s2"}),
        (("s3", 2),),
        "mermaids-2",
        open=("sabotage-5", "caught-in-a-rip-1", "fog-1"),
        movement_discard="english-advance-1",
    )
    rng, laying = np.random.default_rng(8), Laying(fan_mm=17.0)
    cards = dict(laid_cards(table, rng, laying))
    del cards["ship-s1"]
    path = tmp_path_factory.mktemp("cards") / "row.png"
    cv2.imwrite(str(path), Studio(card_camera()).picture(staged_table(cards, laying), rng))
    return path


def test_the_json_has_the_row_front_first_and_what_is_not_sure(picture):
    done = CliRunner().invoke(app, ["judge", str(picture), "--cards", "--json"])
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert [at["ship"] for at in told["row"]] == [None if ship == "s1" else ship for ship in ROW]
    assert [at["space"] for at in told["row"] if at["damaged"]] == [2, 8]
    assert (told["row"][4]["doubt"], told["row"][4]["reason"][:15]) == ("nothing", "no ship is read")
    assert told["active"]["card"] == "mermaids-2"
    assert [place["card"] for place in told["open"]] == ["sabotage-5", "caught-in-a-rip-1", "fog-1"]
    assert told["movement_discard"]["card"] == "english-advance-1"
    assert told["adventure_discard"]["card"] is None
    assert told["fame"] == {"s3": 2}
    assert told["strip_seen"]


def test_in_words_it_says_who_lies_where(picture, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    done = CliRunner().invoke(app, ["judge", str(picture), "--cards"])
    lines = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert "1 d2 Dutch ship 2 undamaged" in lines
    assert "2 e1 English ship 1 damaged" in lines
    assert "3 s3 Spanish ship 3 undamaged 2" in lines
    assert any(line.startswith("5 not sure no ship is read here") for line in lines)
    assert "active adventure mermaids-2 Mermaids" in lines


def test_a_picture_without_the_strip_says_what_is_missing(tmp_path):
    path = tmp_path / "grey.png"
    cv2.imwrite(str(path), np.full((480, 640, 3), 120, np.uint8))
    done = CliRunner().invoke(app, ["judge", str(path), "--cards"])
    assert done.exit_code == 0
    assert "can't read the row strip" in done.stdout


def test_without_a_table_and_without_cards_it_asks_for_one(picture):
    done = CliRunner().invoke(app, ["judge", str(picture)])
    assert done.exit_code != 0
    assert "expected --table TABLE.toml, or --cards" in str(done.exception or done.output)


def test_the_camera_may_be_that_of_a_card_table(picture, tmp_path):
    table = tmp_path / "cards.toml"
    table.write_text('format = 1\ngame = "card"\nname = "Friday"\nplayers = ["Anne", "Mary"]\n', "utf-8")
    done = CliRunner().invoke(app, ["judge", str(picture), "--cards", "--json", "--table", str(table)])
    assert done.exit_code == 0, done.output
    assert [at["ship"] for at in json.loads(done.stdout)["row"]] == [None if ship == "s1" else ship for ship in ROW]

import json

import pytest

from tableassist.cli.table.files import check_file
from tableassist.errors import BadFileError
from tableassist.sources import demo_table_path
from tableassist.store.table import read_table

DEMO = demo_table_path().read_text("utf-8")


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "table.toml"
    path.write_text(DEMO, "utf-8")
    return path


def test_a_fine_table_ends_with_exit_code_0(table, capsys):
    assert check_file(table) == 0
    fine, precision = capsys.readouterr().out.strip().splitlines()
    assert fine.endswith("table.toml is fine.")
    assert precision.endswith("every step is done.")


def test_warnings_alone_end_with_exit_code_0(table, capsys):
    table.write_text(DEMO.replace('"studio-720p"', '"typical"'), "utf-8")
    assert check_file(table) == 0
    out = capsys.readouterr().out
    assert "warning: " in out
    assert "is fine: 1 warning." in out


def test_errors_end_with_exit_code_2_each_on_its_line(table, capsys):
    table.write_text(DEMO.replace("{ tag = 21,", "{ tag = 20,").replace('"three-mast"', '"three-masts"'), "utf-8")
    assert check_file(table) == 2
    lines = capsys.readouterr().out.splitlines()
    assert sum(line.startswith(f"error: {table}: pieces[") for line in lines) == 3
    assert lines[-1] == f"{table} has mistakes: 3 errors."


def test_json_has_every_problem(table, capsys):
    table.write_text(DEMO.replace("{ tag = 21,", "{ tag = 20,").replace('"studio-720p"', '"typical"'), "utf-8")
    assert check_file(table, as_json=True) == 2
    told = json.loads(capsys.readouterr().out)
    assert told["fine"] is False
    assert [(row["weight"], row["field"]) for row in told["problems"]] == [
        ("error", "pieces[1].tags[0].tag"),
        ("warning", "camera"),
    ]
    assert set(told["problems"][0]) == {"weight", "file", "field", "message"}


def test_a_file_that_is_not_there_is_an_error_like_any_other(tmp_path, capsys):
    assert check_file(tmp_path / "none.toml") == 2
    assert "none.toml: no such file" in capsys.readouterr().out


CARDS = 'format = 1\ngame = "card"\nname = "Friday"\nplayers = ["Anne", "Mary"]\n'


def test_a_card_table_is_checked_as_one(table, capsys):
    table.write_text(CARDS, "utf-8")
    assert check_file(table) == 0
    assert capsys.readouterr().out.strip().endswith("table.toml is fine.")


@pytest.mark.parametrize(
    ("good", "bad", "told"),
    [
        ('"card"', '"cards"', "game: "),
        (', "Mary"', "", "players: "),
        (CARDS, CARDS + '[readings]\nmutiny = "maybe"\n', "mutiny"),
    ],
)
def test_a_card_tables_mistake_is_told_where_it_is(table, capsys, good, bad, told):
    table.write_text(CARDS.replace(good, bad), "utf-8")
    assert check_file(table) == 2
    first = capsys.readouterr().out.splitlines()[0]
    assert first.startswith("error: ")
    assert told in first


def test_a_card_table_is_no_table_of_ships(table):
    table.write_text(CARDS, "utf-8")
    with pytest.raises(BadFileError, match="this is a card table"):
        read_table(table)

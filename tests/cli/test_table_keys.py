"""The table's key and the tables that a reader knows, by their commands."""

import pytest
from typer.testing import CliRunner

from tableassist.cli.app import app
from tests.cli.demo_match import demo_match


class Person:
    """Somebody with a computer of his own: his key and his list of tables."""

    def __init__(self, folder, monkeypatch):
        self._folder, self._monkeypatch = folder, monkeypatch

    def run(self, *arguments):
        self._monkeypatch.setenv("TABLEASSIST_KEY_FOLDER", str(self._folder))
        done = CliRunner().invoke(app, [str(each) for each in arguments])
        return done.exit_code, done.output

    def key(self):
        """The digits."""
        code, told = self.run("table-key")
        assert code == 0
        return told.splitlines()[0].removeprefix("this table's key: ")

    def evidence(self, out):
        code, told = self.run("evidence", demo_match(), "--at", "1.0", "--out", out)
        assert code == 0, told
        return told


@pytest.fixture
def anne(tmp_path, monkeypatch):
    return Person(tmp_path / "anne", monkeypatch)


@pytest.fixture
def bert(tmp_path, monkeypatch):
    return Person(tmp_path / "bert", monkeypatch)


TABLE = "Demo: the English against the Pirates"


def test_a_table_is_remembered_renewed_and_not_to_be_passed_off(anne, bert, tmp_path, monkeypatch):
    first = anne.key()
    assert anne.key() == first != bert.key()
    assert f"signed: {first}" in anne.evidence(tmp_path / "one.zip")
    code, told = anne.run("judge-evidence", tmp_path / "one.zip")
    assert (code, f"this computer's own key ({first})" in told) == (0, True)

    code, told = bert.run("judge-evidence", tmp_path / "one.zip")
    assert (code, "a table that is new to you" in told, first in told) == (0, True, True), told
    assert f"{first}  {TABLE}, since 20" in bert.run("known-tables")[1]
    assert "known since" in bert.run("judge-evidence", tmp_path / "one.zip")[1]

    code, told = anne.run("table-key", "--renew")
    assert (code, "the old key vouches for the new one" in told) == (0, True)
    second = anne.key()
    assert second != first
    anne.evidence(tmp_path / "two.zip")
    code, told = bert.run("judge-evidence", tmp_path / "two.zip")
    assert (code, "handed over by the one that you know" in told) == (0, True), told
    assert bert.run("known-tables")[1].count(TABLE) == 2

    mary = Person(tmp_path / "mary", monkeypatch)
    mary.evidence(tmp_path / "three.zip")
    code, told = bert.run("judge-evidence", tmp_path / "three.zip")
    assert code == 5, told
    assert "WRONG SIGNATURE" in told
    assert mary.key() not in bert.run("known-tables")[1], "a wrong one is not learnt"
    assert bert.run("known-tables", "--accept", tmp_path / "three.zip")[0] == 0
    assert bert.run("judge-evidence", tmp_path / "three.zip")[0] == 0


def test_a_stolen_key_hands_over_to_nobody(anne, bert, tmp_path):
    anne.evidence(tmp_path / "one.zip")
    assert bert.run("judge-evidence", tmp_path / "one.zip")[0] == 0
    code, told = anne.run("table-key", "--renew", "--stolen")
    assert (code, "does not vouch for the new one" in told) == (0, True)
    anne.evidence(tmp_path / "two.zip")
    assert bert.run("judge-evidence", tmp_path / "two.zip")[0] == 5
    assert anne.run("table-key", "--stolen")[0] != 0


def test_a_public_key_is_handed_out_added_and_forgotten(anne, bert, tmp_path):
    digits = anne.key()
    assert anne.run("table-key", "--export", tmp_path / "friday.pub")[0] == 0
    assert anne.run("table-key", "--export", tmp_path / "friday.pub")[0] != 0, "nothing is written over"
    code, told = bert.run("known-tables", "--add", tmp_path / "friday.pub", "--name", "Friday")
    assert (code, f"{digits}  Friday" in told) == (0, True)
    assert bert.run("known-tables", "--add", tmp_path / "friday.pub")[0] != 0
    assert bert.run("known-tables", "--forget", "Saturday")[0] != 0
    assert bert.run("known-tables", "--forget", digits) == (0, "no table is known yet\n")

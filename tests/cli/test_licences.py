import json
from importlib.metadata import version

from typer.testing import CliRunner

from tableassist.cli.app import app


def test_every_part_is_listed_with_its_version_and_licence():
    done = CliRunner().invoke(app, ["licences"], env={"COLUMNS": "120"})
    assert done.exit_code == 0
    row = next(line for line in done.output.splitlines() if line.split()[:1] == ["shapely"])
    assert row.split() == ["shapely", version("shapely"), "BSD-3-Clause"]


def test_programs_are_told_where_the_texts_lie():
    done = CliRunner().invoke(app, ["licences", "--json"])
    parts = {part["name"]: part for part in json.loads(done.output)}
    assert parts["numpy"]["version"] == version("numpy")
    assert any("LICENSE" in each for each in parts["numpy"]["texts"])

"""`tableassist new`, answered by options and by typing."""

import math

import pytest
import typer
from shapely import Polygon, box
from typer.testing import CliRunner

from tableassist.cli.table.files import ask_for_table as make_table
from tableassist.errors import TableAssistError
from tableassist.pieces import IslandMake
from tableassist.setup.plan import Answers
from tableassist.store.files import packaged_folder
from tableassist.store.models.file import read_model
from tableassist.store.table import Severity, read_table
from tableassist.store.table_check import check_table
from tableassist.store.table_edit import NewPiece, border_tags, with_tags

FLEETS = ("English:HMS Titan", "English:HMS Oxley", "Pirates:Harbinger", "Pirates:SM/PS-001")


def model(name):
    return read_model(packaged_folder("models") / f"{name}.toml")


def errors(path):
    return [problem.line for problem in check_table(path) if problem.weight is Severity.ERROR]


def typed(path, *answers):
    """A person at the keyboard; nothing typed is Enter."""
    app = typer.Typer()
    app.command()(lambda: make_table(path, Answers()))
    return CliRunner().invoke(app, [], input="\n".join(answers) + "\n" * 30)


def test_all_defaults_make_a_table_that_reads_and_checks(tmp_path):
    path = tmp_path / "league-night.toml"
    make_table(path, Answers(), yes=True)
    assert errors(path) == []
    settings = read_table(path)
    assert settings.name == "League night"
    assert len(settings.mat.tags) == 12
    assert settings.state.players == ("Player 1", "Player 2")
    assert len(settings.state.homes) == 2
    assert len(settings.pieces) == 6


def test_a_script_gives_every_answer(tmp_path, capsys):
    path = tmp_path / "t.toml"
    make_table(
        path,
        Answers(
            name="Big game", mat="670x670", camera="studio-1080p", edition="complete", ruler="card",
            ships=FLEETS, islands=4, terrain=("reef", "fog-bank"), points=45, tag_size_mm=20,
        ),
        yes=True,
    )  # fmt: skip
    assert errors(path) == []
    settings = read_table(path)
    assert (settings.mat.width_mm, settings.rules.ruler.long_mm, settings.rules.points_limit) == (670, 89.2, 45)
    owners = {piece.name: piece.owner for piece in settings.pieces if piece.owner}
    assert owners == {"HMS Titan": "English", "HMS Oxley": "English", "Harbinger": "Pirates", "Revenant": "Pirates"}
    titan = settings.pieces[0]
    assert (titan.card, titan.mounts[0].tag, titan.mounts[0].size_mm) == ("SM/ES-001", 20, 20)
    assert math.degrees(titan.mounts[0].sigma_yaw_rad) >= 3
    assert [piece.id for piece in settings.pieces if piece.owner is None] == [
        "english-home", "pirates-home", "island-3", "island-4", "reef", "fog-bank",
    ]  # fmt: skip
    tags = [mount.tag for piece in settings.pieces for mount in piece.mounts]
    assert tags == sorted(tags)
    assert min(tags) == 20
    out = capsys.readouterr().out
    for command in ("print kit", "calibrate", "survey", "mount", "watch"):
        assert f"tableassist {command}" in out


def test_every_question_can_be_typed_and_a_wrong_answer_is_asked_again(tmp_path):
    path = tmp_path / "t.toml"
    done = typed(
        path, "My table", "915", "670x915", "typicl", "typical", "complete", "bars", "Anne, Mary", "50",
        "Harbingr", "Harbinger", "1", "", "Revenge", "1", "", "6", "card", "cardboard", "ref", "reef",
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    assert "expected WIDTHxHEIGHT" in done.output
    assert "did you mean 'typical'?" in done.output
    assert "did you mean 'Harbinger'?" in done.output
    assert "did you mean 'reef'?" in done.output
    settings = read_table(path)
    assert (settings.mat.width_mm, settings.mat.height_mm) == (670, 915)
    assert [(piece.name, piece.owner) for piece in settings.pieces[:2]] == [("Harbinger", "Anne"), ("Revenge", "Mary")]
    assert settings.pieces[1].card == "SM/PS-007"
    assert settings.pieces[2].model.name == "island-round"
    assert errors(path) == []


def test_enter_all_the_way_is_the_same_as_yes(tmp_path):
    assert typed(tmp_path / "a.toml").exit_code == 0
    make_table(tmp_path / "b.toml", Answers(name="A"), yes=True)
    assert (tmp_path / "a.toml").read_text("utf-8") == (tmp_path / "b.toml").read_text("utf-8")


def test_a_file_that_is_there_is_not_overwritten_without_force(tmp_path):
    path = tmp_path / "t.toml"
    path.write_text("precious", "utf-8")
    with pytest.raises(TableAssistError, match="--force"):
        make_table(path, Answers(), yes=True)
    assert path.read_text("utf-8") == "precious"
    make_table(path, Answers(), yes=True, force=True)
    assert errors(path) == []


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        (Answers(mat="915"), "expected WIDTHxHEIGHT"),
        (Answers(mat="100x915"), "expected 250 to 5000 a side"),
        (Answers(camera="nowhere.toml"), "no such file next to"),
        (Answers(camera="../x.toml"), "no such file next to"),
        (Answers(edition="compleat"), "did you mean 'complete'?"),
        (Answers(ruler="bar"), "did you mean 'bars'?"),
        (Answers(players=("A", "A")), "different names"),
        (Answers(players=("A", "B"), ships=("C:Harbinger",)), "expected PLAYER:SHIP with a player of A, B"),
        (Answers(players=("A", "B"), ships=("A:Harbingr",)), "did you mean 'Harbinger'?"),
        (Answers(players=("A", "B"), ships=("A:HMS",)), "expected one of"),
        (Answers(islands=1), "expected 2 (one a player) to 60"),
        (Answers(terrain=("volcano",)), "terrain: got 'volcano'"),
        (Answers(points=-3), "points: got '-3'"),
        (Answers(name="x" * 100), "expected 1 to 80 letters"),
    ],
)
def test_a_wrong_option_is_refused_and_writes_nothing(tmp_path, answers, words):
    with pytest.raises(TableAssistError) as caught:
        make_table(tmp_path / "t.toml", answers, yes=True)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_names_with_quotes_and_other_alphabets_survive(tmp_path):
    path = tmp_path / "t.toml"
    names = ('Anne "the Red"', "Мария \\ Ω")
    make_table(path, Answers(players=names, ships=(f"{names[0]}:Harbinger",)), yes=True)
    assert read_table(path).state.players == names
    assert errors(path) == []


@pytest.mark.parametrize(
    "size", [(915, 915), (670, 670), (1830, 915), (915, 1830), (2400, 600), (250, 250), (300, 900)]
)
def test_border_tags_lie_on_the_mat_apart_and_in_every_corner(size):
    tags = border_tags(*size)
    assert 8 <= len(tags) <= 12
    squares = [box(tag.x_mm - 22, tag.y_mm - 22, tag.x_mm + 22, tag.y_mm + 22) for tag in tags]
    mat = box(0, 0, *size)
    assert all(mat.contains(square.buffer(5)) for square in squares)
    apart = [a.distance(b) for k, a in enumerate(squares) for b in squares[:k]]
    assert min(apart) > 8
    corners = {(30, 30), (size[0] - 30, 30), (size[0] - 30, size[1] - 30), (30, size[1] - 30)}
    assert corners <= {(tag.x_mm, tag.y_mm) for tag in tags}


def test_printed_islands_of_a_large_mat_get_one_large_tag_each():
    """Two tags of 22 mm do not fit beside each other on an island of the game's size."""
    names = [f"printed-island-{shape}" for shape in ("round", "bean", "cove", "long", "pear", "lobes")]
    pieces = [NewPiece(name, name, model(name), name, None, None) for name in names]
    for piece in with_tags(pieces, least_mm=22.0):
        (mount,) = piece.mounts
        assert mount.size_mm == 22.0
        half = 22.0 * 0.625
        field = box(mount.x_mm - half, mount.y_mm - half, mount.x_mm + half, mount.y_mm + half)
        assert Polygon(piece.model.hull).buffer(-2.0).contains(field)
    assert [len(piece.mounts) for piece in with_tags(pieces, least_mm=15.0)] == [2] * 6
    assert [piece.mounts[0].size_mm for piece in with_tags(pieces, least_mm=60.0)] == [16.0] * 6


@pytest.mark.parametrize(
    ("kind", "models"),
    [
        (
            None,
            ["printed-island-round", "printed-island-bean", "printed-island-cove", "printed-reef-1", "printed-reef-2"],
        ),
        (IslandMake.CARDBOARD, ["island-round", "island-cove", "island-long", "reef", "reef"]),
    ],
)
def test_islands_and_terrain_are_printed_unless_cardboard_is_asked_for(tmp_path, kind, models):
    path = tmp_path / "t.toml"
    make_table(path, Answers(islands=3, terrain=("reef", "reef"), island_make=kind), yes=True)
    pieces = read_table(path).pieces
    assert [piece.model.name for piece in pieces] == models
    assert [piece.name for piece in pieces[3:]] == ["Reef 1", "Reef 2"]
    assert all(piece.is_printed == (kind is None) for piece in pieces)
    if kind is None:
        hints = [problem.line for problem in check_table(path) if problem.weight is Severity.HINT]
        assert not any("estimate" in str(hint) for hint in hints)

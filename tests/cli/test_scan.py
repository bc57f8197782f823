"""`tableassist scan` as a person runs it, on studio pictures."""

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.cli.measure.scan import scan as scan_piece
from tableassist.cli.measure.scan import scan_card, scan_islands
from tableassist.errors import BadFileError, BadRequestError
from tableassist.geometry.frames import PlanarPose
from tableassist.pieces import Grade, PieceKind
from tableassist.setup.measure.scanning import ScannedPiece, ScanRequest
from tableassist.store.models.file import read_model
from tableassist.store.table import read_table
from tableassist.studio.staging.staged_table import ClutterKind, StagedClutter, StagedPiece, StagedTable
from tests.vision import outline_scenes as scenes


@pytest.fixture(scope="module")
def shots(tmp_path_factory):
    folder = tmp_path_factory.mktemp("shots")
    images = scenes.pictures("palm-island", "demo-1080p", scenes.places(2, 5))
    for number, image in enumerate(images):
        cv2.imwrite(str(folder / f"{number}.jpg"), image, [cv2.IMWRITE_JPEG_QUALITY, 90])
    return folder


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "league.toml"
    path.write_text(scenes.TABLE.read_text().replace("studio-720p", "studio-1080p"))
    return path


def write(folder, name, table):
    image = scenes.studio("demo-1080p").picture(table, np.random.default_rng(3))
    path = folder / name
    cv2.imwrite(str(path), image)
    return path


def test_a_folder_of_pictures_becomes_a_model_that_the_table_uses(shots, table, capsys):
    out, picture = table.parent / "my-palm.toml", table.parent / "palm.png"
    request = ScanRequest(str(shots), table, out, piece="palm-island", picture=picture, update=True)
    assert scan_piece(request) == 0
    model = read_model(out)
    assert scenes.rms_off(model.hull, scenes.PIECES["palm-island"].model.hull) < 0.3
    assert (model.name, model.kind, model.grade) == ("my-palm", PieceKind.ISLAND, Grade.SCANNED)
    used = next(piece for piece in read_table(table).pieces if piece.id == "palm-island").model
    assert used.hull == model.hull
    assert used.sigma_mm == model.sigma_mm < 0.32
    shown = cv2.imread(str(picture))
    assert shown.shape[1] == 1000
    assert (np.abs(shown.astype(int) - (0, 220, 255)).sum(axis=-1) < 60).sum() > 1000
    words = capsys.readouterr().out
    assert "from 2 pictures" in words
    assert "and plates of palm-island updated" in words


def test_a_tag_that_the_table_does_not_know_makes_a_new_piece(shots, table, capsys):
    text = table.read_text()
    start = text.index('[[pieces]]\nid = "palm-island"')
    table.write_text(text[:start] + text[text.index("[[pieces]]", start + 5) :])
    out = table.parent / "found.toml"
    scan_piece(ScanRequest(str(shots), table, out, new=ScannedPiece(tag=44), kind="island"))
    hull = np.array(read_model(out).hull)
    assert np.ptp(hull, axis=0) == pytest.approx(np.ptp(scenes.PIECES["palm-island"].model.hull, axis=0), abs=0.8)
    words = capsys.readouterr().out
    entry = words[words.index("[[pieces]]") :]
    table.write_text(table.read_text() + entry)
    (mount,) = next(piece for piece in read_table(table).pieces if piece.id == "found").mounts
    # The tag lies 15 mm behind the hull's middle, by the demo's table file.
    assert (mount.x_mm, mount.y_mm) == pytest.approx((-15.0, 0.0), abs=1.0)


def test_a_misspelt_piece_gets_the_nearest_name(shots, table):
    with pytest.raises(BadFileError, match="did you mean 'palm-island'"):
        scan_piece(ScanRequest(str(shots), table, table.parent / "x.toml", piece="palm-iland"))


def test_another_piece_against_it_is_refused(table, tmp_path):
    ship, island = scenes.PIECES["europa"], scenes.PIECES["palm-island"]
    staged = (StagedPiece(island, PlanarPose(450, 450, 0.0)), StagedPiece(ship, PlanarPose(450, 478, 0.0)))
    picture = write(tmp_path, "two.png", StagedTable(scenes.SETTINGS.mat, staged))
    with pytest.raises(BadRequestError, match=r"touches it in picture 1|not seen in any picture"):
        scan_piece(ScanRequest(str(picture), table, tmp_path / "x.toml", piece="palm-island"))
    assert not (tmp_path / "x.toml").exists()


def test_what_to_scan_must_be_said_and_only_once(table, tmp_path):
    with pytest.raises(BadRequestError, match="expected --piece ID, --islands, --tag NUMBER or --card"):
        scan_piece(ScanRequest("shots", table, tmp_path / "x.toml"))
    for typed, words in (
        (("--piece", "reef", "--card"), "expected one of them"),
        (("--piece", "reef"), "ends in .toml, or --update"),
        (("--islands",), "expected --update or --out FOLDER"),
        (("--islands", "--piece", "reef"), "expected one of them"),
        (("--piece", "reef", "--out", "x.txt"), "ends in .toml"),
    ):
        done = CliRunner().invoke(app, ["scan", "shots", "--table", str(table), *typed])
        assert isinstance(done.exception, BadRequestError)
        assert words in str(done.exception)


def test_a_picture_without_the_piece_says_what_is_missing(table, tmp_path):
    picture = write(tmp_path, "empty.png", StagedTable(scenes.SETTINGS.mat))
    with pytest.raises(BadRequestError, match="no tag of Palm Island can be read"):
        scan_piece(ScanRequest(str(picture), table, tmp_path / "x.toml", piece="palm-island"))


def test_a_card_sets_the_tables_ruler(table, tmp_path, capsys):
    card = StagedClutter(ClutterKind.CARD, 420.0, 500.0, 0.4)
    picture = write(tmp_path, "card.png", StagedTable(scenes.SETTINGS.mat, clutter=(card,)))
    scan_card(str(picture), table, update=False)
    assert read_table(table).rules.ruler.long_mm == 83.8
    scan_card(str(picture), table, update=True)
    ruler = read_table(table).rules.ruler
    assert ruler.long_mm == pytest.approx(89.0, abs=2 * ruler.sigma_mm)
    assert ruler.short_mm == pytest.approx(64.0, abs=2 * ruler.sigma_mm)
    assert 0.05 < ruler.sigma_mm < 0.3
    assert "L = 89." in capsys.readouterr().out


def test_all_islands_in_view_are_scanned_from_the_same_pictures(table, tmp_path, capsys):
    """Two islands are moved between four pictures; the other pieces of the table are not on the mat."""
    folder = tmp_path / "shots"
    folder.mkdir()
    poses = scenes.places(4, 7)
    names = ("palm-island", "turtle-island")
    for number in range(4):
        staged = tuple(StagedPiece(scenes.PIECES[name], poses[(number + 2 * k) % 4]) for k, name in enumerate(names))
        write(folder, f"{number}.png", StagedTable(scenes.SETTINGS.mat, staged))
    request = ScanRequest(str(folder), table, update=True)
    assert scan_islands(request) == 1
    words = capsys.readouterr().out
    assert "2 of " in words
    assert "Skull Island: its tag is not read in any picture" in words
    pieces = {piece.id: piece for piece in read_table(table).pieces}
    for name in names:
        true = scenes.PIECES[name].model.hull
        assert pieces[name].model.grade is Grade.SCANNED
        assert scenes.rms_off(pieces[name].model.hull, true) < 1.96 * pieces[name].model.sigma_mm < 0.8
    assert pieces["skull-island"].model.grade is not Grade.SCANNED

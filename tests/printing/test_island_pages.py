"""Printed islands, measured on the page as it comes out of the printer: the cutting line, the tags, the shore band."""

import cv2
import numpy as np
import pytest
from shapely import LinearRing, Polygon, box, points
from shapely.affinity import translate

from tableassist.errors import BadRequestError
from tableassist.pieces import Piece, TagMount
from tableassist.printing.kit import print_kit
from tableassist.printing.mat import print_islands
from tableassist.printing.paper import Paper
from tableassist.printing.pieces import print_pieces
from tableassist.store.files import packaged_folder
from tableassist.store.models import model_names
from tableassist.store.models.file import read_model
from tableassist.vision.mounts.jig import A4_JIG
from tableassist.vision.tags.detector import TagDetector
from tests.printing.page_picture import PagePictures
from tests.printing.printed_table import MAT, PIECES
from tests.printing.test_printed_pages import BOARD

NAMES = [name for name in model_names() if name.startswith("printed-")]
DPI = 1200
PX = DPI / 25.4
LINE_MM = 0.15
BAND_MM = 4.5
"""What the pages promise: a hairline, and a plain band along it."""


def printed_piece(name, first_tag, *, size_mm=None):
    model = read_model(packaged_folder("models") / f"{name}.toml")
    mounts = tuple(
        TagMount("36h11", first_tag + k, size_mm or m.size_mm, m.kind, m.x_mm, m.y_mm, m.z_mm, 0.0, 0.1, 0.1, 0.002)
        for k, m in enumerate(model.suggested_mounts)
    )
    return Piece(name, f"Piece {first_tag}", model, None, (), mounts)


ISLANDS = [printed_piece(name, 20 + 2 * k) for k, name in enumerate(NAMES)]


class CutOut:
    """A piece's part of the page at 1200 dpi. Knows nothing of the model but how large a part to take."""

    def __init__(self, pages, tag):
        box = tag.card
        part = pages.cutting(tag.page, box.left - 3.0, box.low - 3.0, box.right + 3.0, box.high + 3.0, dpi=DPI)
        self.grey = np.rint(255 * (1.0 - part.ink)).astype(np.uint8)

    def tag_centres(self):
        """By number, mm from the upper left corner, y down: crossing of the diagonals, by OpenCV's own detector."""
        small = cv2.resize(self.grey, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
        settings = cv2.aruco.DetectorParameters()
        settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
        family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
        corners, numbers, _ = cv2.aruco.ArucoDetector(family, settings).detectMarkers(small)
        return {
            int(n): (_crossing(ring.reshape(4, 2).astype(float)) + 0.5) * 4 / PX
            for n, ring in zip(numbers.ravel(), corners, strict=True)
        }

    def cutting_line(self):
        """(N, 2) mm: the outer edge of the dark line that closes the piece off from the rest of the page.

        The page outside is flooded up to the line, which has half its width within the outer edge.
        """
        line = (self.grey < 150).astype(np.uint8)
        cv2.floodFill(line, None, (0, 0), 2)
        (outer, *_), _ = cv2.findContours((line != 2).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        return (outer.reshape(-1, 2) + 0.5) / PX


def _crossing(ring):
    (a, b, c, d) = ring
    along, across = c - a, d - b
    share = np.linalg.solve(np.column_stack([along, -across]), b - a)[0]
    return a + share * along


@pytest.fixture(scope="module", params=list(Paper), ids=lambda paper: paper.label)
def sheets(request):
    printed = print_islands(ISLANDS, request.param, table="Coupe")
    return printed, PagePictures(printed.pdf)


def origin_of(printed, piece):
    """The page, and where on it the piece's origin lies, by the first tag's entry in the list."""
    tag, mount = next(tag for tag in printed.tags if tag.tag == piece.mounts[0].tag), piece.mounts[0]
    return tag.page, (tag.x_mm - mount.x_mm, tag.y_mm - mount.y_mm)


@pytest.mark.parametrize(
    "name",
    ["printed-island-cove", "printed-island-round", "printed-fog-bank-2", "printed-iceberg-1", "printed-whirlpool-2"],
)
def test_the_cutting_line_on_the_page_is_the_outline_of_the_model_as_seen_from_the_printed_tags(name):
    """Traced with nothing of ours but the tags' places in the model, at the true size of the page."""
    piece = ISLANDS[NAMES.index(name)]
    printed = print_islands([piece], Paper.A4)
    cut_out = CutOut(PagePictures(printed.pdf), printed.tags[0])
    found = cut_out.tag_centres()
    assert sorted(found) == [mount.tag for mount in piece.mounts]
    seen = np.array([found[mount.tag] for mount in piece.mounts]) * (1.0, -1.0)
    meant = np.array([(mount.x_mm, mount.y_mm) for mount in piece.mounts])
    assert np.linalg.norm(seen[1] - seen[0]) == pytest.approx(np.linalg.norm(meant[1] - meant[0]), abs=0.03)
    (x, y), (to_x, to_y) = seen[1] - seen[0], meant[1] - meant[0]
    turn = np.arctan2(to_y, to_x) - np.arctan2(y, x)
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    line = (cut_out.cutting_line() * (1.0, -1.0) - seen.mean(axis=0)) @ rotation.T + meant.mean(axis=0)
    assert len(line) > 4000
    inside = Polygon(piece.model.hull).contains(points(line))
    away = LinearRing(piece.model.hull).distance(points(line)) * np.where(inside, -1.0, 1.0)
    assert np.abs(away - LINE_MM / 2).max() < 0.05
    assert LinearRing(line).hausdorff_distance(LinearRing(piece.model.hull)) < 0.2


def test_every_piece_is_on_the_sheets_once_with_its_tags_and_nothing_else_reads_as_a_tag(sheets):
    printed, pages = sheets
    asked = sorted(mount.tag for piece in ISLANDS for mount in piece.mounts)
    assert sorted(tag.tag for tag in printed.tags) == asked
    detector = TagDetector(("36h11", "25h9", "16h5"))
    read = [
        (tag.family, tag.tag)
        for page in range(len(pages))
        for tag in detector.detect(np.ascontiguousarray(pages.grey(page, 100)))
    ]
    assert sorted(read) == [("36h11", tag) for tag in asked]


def test_a_band_of_one_light_colour_runs_along_the_whole_cutting_line(sheets):
    printed, pages = sheets
    for piece in ISLANDS:
        page, (x, y) = origin_of(printed, piece)
        image = pages.document[page].render(scale=150 / 72).to_numpy()[..., :3]
        px = np.array(image.shape[1::-1]) / pages.size_mm(page)
        hull = Polygon(piece.model.hull)
        band = hull.buffer(-0.35).difference(hull.buffer(-(BAND_MM - 0.35)))
        spots = np.mgrid[-45:45:0.5, -32:32:0.5].reshape(2, -1).T
        spots = spots[band.contains(points(spots))]
        columns = ((x + spots[:, 0]) * px[0]).astype(int)
        rows = (image.shape[0] - (y + spots[:, 1]) * px[1]).astype(int)
        colours = image[rows, columns]
        assert len(spots) > 2000
        assert np.ptp(colours, axis=0).max() <= 1, piece.id
        assert colours.mean() > 190, piece.id


def test_pieces_keep_apart_and_inside_what_a_printer_reaches(sheets):
    printed, pages = sheets
    for page in range(len(pages)):
        ink = pages.grey(page, 60) < 255
        margin = int(10.0 / 25.4 * 60) - 1
        assert ink.sum() == ink[margin:-margin, margin:-margin].sum() > 1000
        assert min(pages.type_sizes(page)) >= 8.0
    places = [(origin_of(printed, piece), Polygon(piece.model.hull)) for piece in ISLANDS]
    for k, ((page, one), hull) in enumerate(places):
        for (other_page, other), other_hull in places[k + 1 :]:
            if page == other_page:
                assert translate(hull, *one).distance(translate(other_hull, *other)) > 3.0


def test_a_piece_bears_its_name_and_the_numbers_of_its_tags_clear_of_tags_and_edge(sheets):
    printed, pages = sheets
    for piece in ISLANDS:
        page, origin = origin_of(printed, piece)
        inside = translate(Polygon(piece.model.hull), *origin).buffer(-BAND_MM)
        fields = [box(*centred(tag)) for tag in printed.tags if tag.page == page]
        words = {text.strip(): box(*place) for text, *place in pages.words(page)}
        name, numbers = piece.name, ", ".join(str(mount.tag) for mount in piece.mounts)
        for text in (name, numbers):
            assert inside.contains(words[text]), (piece.id, text)
            assert not any(field.intersects(words[text]) for field in fields)


def centred(tag):
    half = tag.size_mm * 0.625
    return tag.x_mm - half, tag.y_mm - half, tag.x_mm + half, tag.y_mm + half


def test_the_numbers_one_to_six_stand_inside_their_edges(sheets):
    printed, pages = sheets
    for piece in ISLANDS:
        if not piece.model.edge_numbers:
            continue
        page, (x, y) = origin_of(printed, piece)
        digits = [(text.strip(), (a + c) / 2 - x, (b + d) / 2 - y) for text, a, b, c, d in pages.words(page)]
        for edge in piece.model.edge_numbers:
            near = [n for n, a, b in digits if np.hypot(a - edge.x_mm, b - edge.y_mm) < 9.0 and len(n) == 1]
            assert near == [str(edge.number)], (piece.id, edge.number)


def test_the_kit_has_a_section_of_islands_and_no_plates_for_them():
    islands = [printed_piece(name, 300 + 2 * k) for k, name in enumerate(NAMES[4:7])]
    printed = print_kit(MAT, [*PIECES, *islands], BOARD, A4_JIG, Paper.A4)
    assert "Islands and terrain" in PagePictures(printed.pdf).text(0)
    assert "card of 160 to 250 g, colour if you have it" in PagePictures(printed.pdf).text(0)
    numbers = [tag.tag for tag in printed.tags if tag.family == "36h11"]
    assert len(numbers) == len(set(numbers))
    assert set(range(300, 306)) <= set(numbers)
    with pytest.raises(BadRequestError, match="no piece has a tag"):
        print_pieces(ISLANDS, Paper.A4)
    with pytest.raises(BadRequestError, match="got no printed islands"):
        print_islands(PIECES, Paper.A4)


def test_a_tag_that_does_not_fit_on_its_island_is_refused():
    with pytest.raises(BadRequestError, match=r"tag 300 of Piece 300 \(40 mm\) does not fit on printed-reef-1"):
        print_islands([printed_piece("printed-reef-1", 300, size_mm=40.0)], Paper.A4)

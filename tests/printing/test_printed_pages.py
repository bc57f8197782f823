"""The sheets, measured as they come out of the printer."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tableassist.errors import BadRequestError
from tableassist.messages import say, speaking
from tableassist.pieces import MountKind
from tableassist.printing.boards import print_board, print_jig, print_ruler
from tableassist.printing.kit import print_kit
from tableassist.printing.mat import print_mat
from tableassist.printing.paper import Paper
from tableassist.printing.pieces import print_pieces
from tableassist.setup.plan import SETUP_PATH
from tableassist.setup.plan.print_pages import kit_steps
from tableassist.vision.lens_fit.board import BoardFinder, CharucoBoard
from tableassist.vision.mounts.jig import A4_JIG
from tableassist.vision.tags.detector import TagDetector
from tests.printing.page_picture import PagePictures, dark_runs, square_in
from tests.printing.printed_table import MAT, PIECES, mount, ship
from tests.staged_forecast import FORECAST

BOARD = CharucoBoard(11, 8, 24.0, 17.0, "5x5_100")
MODULES = {"36h11": 8, "25h9": 7, "16h5": 6}
PAPER_MM = {Paper.A4: (210.0, 297.0), Paper.LETTER: (215.9, 279.4)}
SIDES_MM = {
    **{("36h11", k): 44.0 for k in range(12)},
    **{("36h11", k): 18.0 for k in (20, 21, 25, 26, 28, 30)},
    **{("36h11", 22): 14.0, ("36h11", 23): 16.0, ("36h11", 24): 16.0, ("36h11", 27): 12.0, ("36h11", 29): 20.0},
    **{("36h11", 40): 20.0, ("36h11", 41): 20.0, ("16h5", 3): 11.0, ("25h9", 4): 12.0},
    **{("36h11", k): 30.0 for k in range(570, 578)},
}
"""What the table asks for."""
YAWS_DEG = {("36h11", 28): 90.0, ("36h11", 29): 30.0}


@pytest.fixture(scope="module", params=list(Paper), ids=lambda paper: paper.label)
def kit(request):
    steps = kit_steps("my-table.toml", FORECAST)
    printed = print_kit(MAT, PIECES, BOARD, A4_JIG, request.param, steps=steps, table="Coupe d'été")
    return request.param, printed, PagePictures(printed.pdf)


def test_the_kit_holds_every_tag_of_the_table_once(kit):
    _, printed, pages = kit
    assert sorted((tag.family, tag.tag) for tag in printed.tags) == sorted(SIDES_MM)
    assert {(tag.family, tag.tag): tag.size_mm for tag in printed.tags} == SIDES_MM
    assert printed.pages == len(pages) == len(printed.sizes_mm)


def test_pages_have_the_size_of_the_paper(kit):
    paper, printed, pages = kit
    for page in range(len(pages)):
        assert pages.size_mm(page) == pytest.approx(printed.sizes_mm[page], abs=0.01)
        assert sorted(pages.size_mm(page)) == pytest.approx(sorted(PAPER_MM[paper]), abs=0.01)


def test_viewers_are_told_not_to_scale(kit):
    _, printed, _ = kit
    assert b"/PrintScaling /None" in printed.pdf


def test_tags_are_as_large_as_the_table_says_and_lie_where_the_list_says(kit):
    _, printed, pages = kit
    upright = [tag for tag in printed.tags if (tag.family, tag.tag) not in YAWS_DEG]
    assert len(upright) == len(SIDES_MM) - 2
    for tag in upright:
        side = SIDES_MM[tag.family, tag.tag]
        module = side / MODULES[tag.family]
        reach = side / 2 + 0.9 * module
        part = pages.cutting(tag.page, tag.x_mm - reach, tag.y_mm - reach, tag.x_mm + reach, tag.y_mm + reach)
        left, low, right, high = square_in(part, tag.x_mm, tag.y_mm, side / 2 + module / 2, side / 2 - module / 2)
        assert right - left == pytest.approx(side, abs=0.05)
        assert high - low == pytest.approx(side, abs=0.05)
        assert (left + right) / 2 == pytest.approx(tag.x_mm, abs=0.1)
        assert (low + high) / 2 == pytest.approx(tag.y_mm, abs=0.1)


def test_a_module_of_white_surrounds_every_tag(kit):
    _, printed, pages = kit
    for tag in printed.tags:
        side = SIDES_MM[tag.family, tag.tag]
        reach = side / 2 + side / MODULES[tag.family]
        wide = reach * math.sqrt(2)
        part = pages.cutting(tag.page, tag.x_mm - wide, tag.y_mm - wide, tag.x_mm + wide, tag.y_mm + wide, dpi=200)
        rows, columns = np.mgrid[0 : part.ink.shape[0], 0 : part.ink.shape[1]] + 0.5
        turn = math.radians(YAWS_DEG.get((tag.family, tag.tag), 0.0))
        x, y = part.x_mm(columns) - tag.x_mm, part.y_mm(rows) - tag.y_mm
        along = np.abs(x * math.cos(turn) + y * math.sin(turn))
        across = np.abs(y * math.cos(turn) - x * math.sin(turn))
        far = np.maximum(along, across)
        ring = (far > side / 2 + 0.2) & (far < reach - 0.2)
        assert ring.sum() > 100
        assert part.ink[ring].max() == 0.0, tag
        assert part.ink[far < side / 2 - 0.2].max() == 1.0


def test_the_detector_reads_every_tag_back_the_right_way_up(kit):
    _, printed, pages = kit
    detector = TagDetector(tuple(MODULES))
    dpi = 130
    for page in {tag.page for tag in printed.tags}:
        picture = np.ascontiguousarray(pages.grey(page, dpi))
        px_per_mm = np.array(picture.shape)[::-1] / pages.size_mm(page)
        seen = {(one.family, one.tag): np.asarray(one.corners) for one in detector.detect(picture)}
        for tag in (tag for tag in printed.tags if tag.page == page):
            turn = math.radians(YAWS_DEG.get((tag.family, tag.tag), 0.0))
            half = SIDES_MM[tag.family, tag.tag] / 2
            # Lower left, lower right, upper right, upper left of a tag as it is read.
            own = half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
            turned = own @ np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
            corners = np.add(turned, (tag.x_mm, tag.y_mm))
            px = np.stack([corners[:, 0] * px_per_mm[0], picture.shape[0] - corners[:, 1] * px_per_mm[1]], axis=1) - 0.5
            assert (tag.family, tag.tag) in seen, tag
            assert np.abs(seen[tag.family, tag.tag] - px).max() / px_per_mm[0] < 0.1, tag


def test_nothing_lies_where_printers_do_not_reach(kit):
    paper, _, pages = kit
    for page in range(len(pages)):
        picture = pages.grey(page, 100)
        height, width = picture.shape
        # The board that the calibration files describe is 192 mm high: on A4 it leaves 9 mm at the long edges.
        margin_mm = 9.0 if paper is Paper.A4 and page == len(pages) - 1 else 10.0
        margin = math.floor(margin_mm / 25.4 * 100) - 1
        inner = picture[margin : height - margin, margin : width - margin]
        assert (picture < 255).sum() == (inner < 255).sum() > 1000


def test_every_page_has_a_line_of_a_hundred_millimetres(kit):
    _, _, pages = kit
    for page in range(len(pages)):
        ink, px = _check_line_strip(pages, page)
        lines = [(max((end - start for start, end in dark_runs(line)), default=0), k) for k, line in enumerate(ink)]
        longest, row = max(run for run in lines if 99.0 < run[0] / px < 101.0)
        start = next(first for first, end in dark_runs(ink[row]) if end - first == longest)
        ticks = ink[row + round(0.6 * px) : row + round(1.4 * px)].mean(axis=0)
        ends = []
        for place in (start, start + longest):
            low = max(0, place - round(0.8 * px))
            near = ticks[low : place + round(0.8 * px)]
            ends.append(low + float((near * np.arange(len(near))).sum() / near.sum()))
        assert (ends[1] - ends[0]) / px == pytest.approx(100.0, abs=0.05), page


def _check_line_strip(pages, page):
    """The part of the page with the check line, the line level, and its pixels a mm."""
    width, height = pages.size_mm(page)
    if width < height:
        part = pages.cutting(page, 9.0, 9.0, 113.0, 19.0)
        return part.ink, part.px_x
    if height > 215.0:
        part = pages.cutting(page, 9.0, height - 16.0, 113.0, height - 9.0)
        return part.ink, part.px_x
    part = pages.cutting(page, 9.0, 9.0, 19.0, 113.0)
    return part.ink.T, part.px_y


def test_writing_is_large_enough_and_overlaps_nothing(kit):
    _, printed, pages = kit
    for page in range(len(pages)):
        assert min(pages.type_sizes(page)) >= 8.0
        words = pages.words(page)
        assert words
        zones = []
        for tag in (tag for tag in printed.tags if tag.page == page):
            half = tag.size_mm * (0.5 + 1 / MODULES[tag.family])
            zones.append((f"tag {tag.tag}", tag.x_mm - half, tag.y_mm - half, tag.x_mm + half, tag.y_mm + half))
        for k, one in enumerate(words):
            for other in (*words[k + 1 :], *zones):
                across = min(one[3], other[3]) - max(one[1], other[1])
                up = min(one[4], other[4]) - max(one[2], other[2])
                assert min(across, up) < 0.1, (page, one, other)


def test_cards_do_not_overlap(kit):
    _, printed, _ = kit
    for k, one in enumerate(printed.tags):
        for other in printed.tags[k + 1 :]:
            if one.page == other.page:
                across = min(one.card.right, other.card.right) - max(one.card.left, other.card.left)
                up = min(one.card.high, other.card.high) - max(one.card.low, other.card.low)
                assert min(across, up) < 0.0, (one.tag, other.tag)


def test_the_kit_says_what_to_do_with_the_tables_own_file(kit):
    _, _, pages = kit
    first = pages.text(0)
    assert "Coupe d'été" in first
    titles = [first.index(say(step.title)) for step in SETUP_PATH]
    assert titles == sorted(titles), "the steps are not in the order of the setup path"
    for step in SETUP_PATH[1:]:
        assert step.command_for("my-table.toml") in first
    assert "docking ± 4.1 mm instead of ± 0.7 mm; range stays ± 1.2 mm" in " ".join(first.split())


def test_a_mat_tag_says_where_its_centre_goes():
    pages = PagePictures(print_mat(MAT, Paper.A4).pdf)
    assert "Tag 3: 885 mm right, 30 mm up\nfrom the mat's lower-left corner" in "".join(
        pages.text(page) for page in range(len(pages))
    )


def test_a_flag_says_how_high_it_goes_and_whose_it_is():
    pages = PagePictures(print_pieces([ship("La Señora", mount(21, MountKind.FLAG, x=-24.0))], Paper.A4).pdf)
    text = " ".join(pages.text(0).split())
    assert text.count("La Señora") == 2
    assert "tag 21" in text
    assert "60 mm above the mat, 24 mm aft of the hull's middle" in text
    assert "51 mm from deck to plate" in text


def test_a_staff_is_as_long_as_from_the_deck_to_the_plate():
    printed = print_pieces([ship("Titan", mount(20, MountKind.FLAG, z=60.0))], Paper.A4)
    pages = PagePictures(printed.pdf)
    (tag,) = printed.tags
    part = pages.cutting(0, tag.card.right + 2.0, 150.0, 110.0, tag.y_mm)
    # The strip is the only thing beside the card that is ruled from side to side: two cuts, two folds across.
    runs = [dark_runs(line) for line in part.ink]
    widest = max(end - start for row in runs for start, end in row)
    assert widest / part.px_x == pytest.approx(51.0 + 4.0 + 4.0, abs=0.3)


def test_the_arrow_to_the_bow_lies_past_the_white_rim_however_the_tag_is_turned():
    for yaw_deg in (0.0, 90.0, 180.0):
        printed = print_pieces([ship("Titan", mount(20, MountKind.FLAG, yaw_deg=yaw_deg))], Paper.A4)
        (tag,) = printed.tags
        side = 18.0 * 1.25 / 2
        # Bow to the right on the page: the strip with the arrow lies past the white rim there.
        part = PagePictures(printed.pdf).cutting(
            0, tag.x_mm + side, tag.y_mm - 2.0, tag.x_mm + side + 3.7, tag.y_mm + 2.0
        )
        assert part.ink.sum() / (part.px_x * part.px_y) == pytest.approx(0.5 * 2.6 * 3.4, rel=0.1)
        assert tag.yaw_deg == pytest.approx(yaw_deg)


@pytest.mark.parametrize(("paper", "square_mm"), [(Paper.A4, 24.0), (Paper.LETTER, 23.0)])
def test_every_corner_of_the_board_is_found_in_its_place(paper, square_mm):
    printed = print_board(BOARD, paper)
    (board,) = printed.boards
    pages = PagePictures(printed.pdf)
    picture = np.ascontiguousarray(pages.grey(0, 150))
    view = BoardFinder(BOARD).find(picture, "page")
    assert view is not None
    assert len(view.index) == 70
    px_per_mm = np.array(picture.shape)[::-1] / pages.size_mm(0)
    row, column = np.divmod(np.asarray(view.index), 10)
    x = board.x_mm + (column + 1 - 5.5) * square_mm
    y = board.y_mm - (row + 1 - 4.0) * square_mm
    px = np.stack([x * px_per_mm[0], picture.shape[0] - y * px_per_mm[1]], axis=1) - 0.5
    assert np.abs(np.asarray(view.px) - px).max() / px_per_mm[0] < 0.05
    assert board.square_mm == square_mm


def test_numbers_are_printed_as_the_reader_writes_them():
    with speaking("de"):
        pages = PagePictures(print_ruler(Paper.A4).pdf)
    assert "57,5" in pages.text(0)
    assert "57.5" not in pages.text(0)


def test_rulers_are_as_long_as_the_rules_measure():
    pages = PagePictures(print_ruler(Paper.A4).pdf)
    part = pages.cutting(0, 9.0, 150.0, 103.0, 265.0)
    found = []
    for line in part.ink[:: round(0.25 * part.px_y)]:
        runs = [(start + end) / 2 / part.px_x for start, end in dark_runs(line, 0.3) if (end - start) / part.px_x < 0.5]
        if len(runs) >= 3 and len(dark_runs(line, 0.3)) <= 4:
            found.append((runs[1] - runs[0], runs[2] - runs[0]))
    for short, long in ((57.5, 83.8), (63.7, 89.2)):
        assert any(abs(a - short) < 0.06 and abs(b - long) < 0.06 for a, b in found), (short, found)


def test_jig_tags_lie_to_each_other_as_the_jig_says():
    printed = print_jig(A4_JIG, Paper.A4)
    first = printed.tags[0]
    for tag, meant in zip(printed.tags, A4_JIG.tags.tags, strict=True):
        assert tag.tag == meant.tag
        origin = A4_JIG.tags.tags[0]
        assert tag.x_mm - first.x_mm == pytest.approx(meant.x_mm - origin.x_mm)
        assert tag.y_mm - first.y_mm == pytest.approx(meant.y_mm - origin.y_mm)


def test_the_jigs_stops_are_drawn_at_its_slots():
    printed = print_jig(A4_JIG, Paper.A4)
    left = printed.tags[0].x_mm - A4_JIG.tags.tags[0].x_mm
    low = printed.tags[0].y_mm - A4_JIG.tags.tags[0].y_mm
    pages = PagePictures(printed.pdf)
    for slot in A4_JIG.slots:
        x, y = left + slot.x_mm, low + slot.y_mm
        along = abs(math.cos(slot.heading_rad)) > 0.5
        # Beside the keel, where only the stop is, on white or on grey.
        shift = (0.0, 12.0) if along else (12.0, 0.0)
        part = pages.cutting(0, x - 1.5 + shift[0], y - 1.5 + shift[1], x + 1.5 + shift[0], y + 1.5 + shift[1])
        profile = part.ink.mean(axis=0 if along else 1)
        profile = (profile - profile.min()) / (1.0 - profile.min())
        centre = float((profile * (np.arange(len(profile)) + 0.5)).sum() / profile.sum())
        assert (part.x_mm(centre) if along else part.y_mm(centre)) == pytest.approx(x if along else y, abs=0.05)
        assert profile.sum() / part.px_x == pytest.approx(0.5, abs=0.05)


def test_the_same_table_gives_the_same_file():
    assert print_pieces(PIECES, Paper.A4, table="x").pdf == print_pieces(PIECES, Paper.A4, table="x").pdf
    assert print_pieces(PIECES, Paper.A4, table="x").pdf != print_pieces(PIECES[1:], Paper.A4, table="x").pdf


def test_what_cannot_be_printed_is_refused_in_one_line():
    huge = replace(MAT, tags=(replace(MAT.tags[0], size_mm=200.0),))
    with pytest.raises(BadRequestError, match=r"does not fit, expected at most 190 x 245 mm"):
        print_mat(huge, Paper.A4)
    with pytest.raises(BadRequestError, match="no tags"):
        print_mat(replace(MAT, tags=()), Paper.A4)
    with pytest.raises(BadRequestError, match="no piece has a tag"):
        print_pieces([ship("Bare")], Paper.A4)
    with pytest.raises(BadRequestError, match=r"got tag 30 of 16h5, expected 0 to 29"):
        print_pieces([ship("Odd", mount(30, MountKind.DECK, family="16h5"))], Paper.A4)
    with pytest.raises(BadRequestError, match="got 300 x 190 mm"):
        print_jig(replace(A4_JIG, width_mm=300.0), Paper.A4)

"""What the pages say in figures is what the program says; their links lead somewhere."""

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.pieces.mount import MountKind
from tableassist.rules.editions.all import EDITIONS
from tableassist.rules.editions.ruler import RULERS
from tableassist.rules.editions.terms.shooting import ShotOrigin
from tableassist.rules.editions.too_close import POLICIES
from tableassist.rules.ruling.confidence import CALL_SIGMAS, CONTACT_TOLERANCE_MM
from tableassist.scene.placed_piece import STALE_AFTER_S
from tests.runtime.fault_table import FAULTS

DOCS = Path(__file__).parents[2] / "docs"
TEXTS = {path.stem: path.read_text("utf-8") for path in DOCS.glob("*.md")}


ROOT = DOCS.parent
PAGES = {**{path.relative_to(ROOT).as_posix(): path for path in sorted(DOCS.glob("*.md"))},
         **{path.name: path for path in sorted(ROOT.glob("*.md"))}}  # fmt: skip
LINK = re.compile(r"\]\(([^)\s]+)\)")


def places(path):
    """The names of a page's headings, as GitHub and MkDocs make them; a second one of a name has a number."""
    text, names = re.sub(r"^```.*?^```", "", path.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL), set()
    for heading in re.findall(r"^#{1,6} (.*)$", text, re.MULTILINE):
        plain = re.sub(r"[^\w\s-]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()).strip()
        names.add(re.sub(r"[\s]+", "-", plain))
    return names


@pytest.mark.parametrize("page", sorted(PAGES))
def test_every_link_leads_to_a_file_and_to_a_heading_that_is_there(page):
    path = PAGES[page]
    for target in LINK.findall(path.read_text("utf-8")):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, heading = target.partition("#")
        led = path if not name else path.parent / name
        assert led.exists(), target
        if heading:
            assert heading in places(led), target


@pytest.mark.parametrize("page", sorted(TEXTS))
def test_every_page_that_is_named_is_there(page):
    for target in re.findall(r"`((?:calibration|models|tests)/[\w/]+\.md)`", TEXTS[page]):
        assert (DOCS.parent / target).exists(), target


def test_the_site_has_every_page_once():
    nav = (ROOT / "mkdocs.yml").read_text("utf-8").split("\nnav:\n")[1]
    named = re.findall(r"([\w-]+)\.md", nav)
    assert sorted(named) == sorted(TEXTS)


def test_the_index_has_every_page_of_its_own_or_by_way_of_the_formats():
    named = set(re.findall(r"\]\((?:\./)?([\w-]+)\.md\)", TEXTS["README"] + TEXTS["file-formats"]))
    assert set(TEXTS) - {"README"} <= named


def test_the_figures_of_the_plan_are_the_plans():
    done = CliRunner().invoke(app, ["plan", "--mat", "915x915", "--camera", "1080p"], env={"COLUMNS": "160"})
    told = " ".join(done.output.split())
    for words in (
        "1320 mm", "±3.5", "±7.6", "±0.79", "±0.88", "±0.49", "±0.62", "16 mm", "25 mm surely", "69°",
        "4 degrees put her 4.2 mm off, unnoticed", "30 degrees off the vertical, 960 mm up and 163 mm beside the mat",
        "1.8 degrees on at the centre, 3.8 where it shows least; plus-minus 0.85 mm at the centre, 1.11 mm at",
        "some 12 mm up, shows a lean from 1.4 degrees on",
    ):  # fmt: skip
        assert words in told, words
    page = TEXTS["camera"]
    assert "straight above, 1.32 m up | one flag | ±0.79 mm | ±0.88 mm | in the middle never" in page
    assert (
        "0.96 m up, 163 mm beside the mat | one flag | ±0.85 mm | ±1.11 mm | from 3.8 degrees on at worst, 1.8" in page
    )
    assert "±0.49 mm | ±0.62 mm | from 1.4 degrees on" in page
    assert "±0.79 mm with one tag" in " ".join(TEXTS["tags"].split())
    assert "±3.5 mm in the middle and ±7.6 mm at the corners" in TEXTS["plus-minus"]


def test_the_limits_of_a_call_are_the_programs():
    assert f"more than {CALL_SIGMAS} sigmas" in TEXTS["reading-a-ruling"]
    assert f"more than {CALL_SIGMAS} sigmas" in TEXTS["plus-minus"]
    assert f"no more than {CONTACT_TOLERANCE_MM:g} mm" in TEXTS["reading-a-ruling"]
    assert f"for {STALE_AFTER_S:g} s" in TEXTS["reading-a-ruling"]


def row(heading):
    line = next(line for line in TEXTS["editions-and-house-rules"].splitlines() if line.startswith(f"| {heading} |"))
    return [cell.strip() for cell in line.strip("|").split("|")[1:]]


def test_the_table_of_editions_is_the_programs():
    some = [EDITIONS[name] for name in ("spanish-main", "revolution", "complete")]
    origins = {ShotOrigin.MAST_CENTRE: "the mast's centre", ShotOrigin.PRINTED_DIE: "the printed die"}
    assert row("a shot is measured from") == [origins[each.shooting.shot_origin] for each in some]
    assert row("shooting at your own fleet is forbidden") == [
        "yes" if e.shooting.own_fleet_spared else "no" for e in some
    ]
    assert row("a ship that moves without masts rams") == [
        "no" if each.contact.ram_needs_mast else "yes" for each in some
    ]
    assert row("points for a fleet, advised") == [str(each.setup.build_total) for each in some]
    twice = ["not allowed" if each.setup.no_duplicates else "allowed" for each in some]
    assert row("the same ship twice in a fleet") == twice
    fog = ["fog banks" in cell for cell in row("what stops a line of fire")]
    assert fog == [any(kind == "fog-bank" for kind in each.shooting.line_blockers) for each in some]
    for ruler in RULERS.values():
        assert f"{ruler.long_mm:g} and {ruler.short_mm:g} mm" in TEXTS["editions-and-house-rules"]
    for policy in POLICIES:
        assert f"`{policy}`" in TEXTS["editions-and-house-rules"]


def test_every_mount_is_explained():
    for kind in MountKind:
        assert f"| `{kind}` |" in TEXTS["tags"]


def test_what_the_players_are_told_in_a_fault_is_on_the_page_of_troubles():
    page = TEXTS["troubleshooting"]
    told = {words for fault in FAULTS for words in fault.said}
    plain = {
        "the camera or the mat was moved", "mirrored", "mat is not seen", "overlap", "seen 2 times", "unknown tag",
        "were not printed at 100 %", "looks lifted, tipped or of another size",
    }  # fmt: skip
    for words in plain:
        assert any(words in each for each in told), words
        assert words in page, words


def test_the_judgement_that_a_program_reads_is_as_the_readme_says(tmp_path):
    done = CliRunner().invoke(app, ["check", str(tmp_path / "none.toml"), "--json"])
    assert set(json.loads(done.stdout)) == {"table", "fine", "problems"}

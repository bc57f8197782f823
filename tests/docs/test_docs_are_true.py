"""What the pages say in figures is what the program says; their links lead somewhere."""

import json
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.geometry.numbers import plus_minus
from tableassist.messages import say
from tableassist.pieces import MountKind
from tableassist.rulebook.editions.house_rule import READINGS
from tableassist.rulebook.editions.settings import EDITIONS, POLICIES
from tableassist.rulebook.editions.terms import RULERS, ShotOrigin
from tableassist.rulebook.ruling import CALL_SIGMAS, CONTACT_TOLERANCE_MM
from tableassist.scene.placed_piece import STALE_AFTER_S
from tableassist.setup.plan import SETUP_PATH, STEPS, forecast_precision, planned_table
from tableassist.setup.plan.forecast import MEASURING_STEPS
from tableassist.store.first_run_file import WizardStep
from tableassist.store.table import read_table
from tableassist.vision.planning.lean import beside_mm
from tableassist.vision.planning.set_up import ANGLE_DEG
from tests.sources.fault_table import FAULTS

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


def planned(**asked):
    """What the plan says of a table that is set up by eye, and of one with everything measured."""
    made = planned_table(mat="915x915", camera="1080p", **asked).plan
    return made, *(tuple(plus_minus(spot.sigma_mm) for spot in (seen.centre, seen.corner))
                   for seen in made.now.prospects)  # fmt: skip


def test_the_figures_of_the_plan_are_the_plans():
    tilted, by_eye, measured = planned()
    above, _, from_above = planned(angle=0.0)
    page = " ".join(TEXTS["camera"].split())
    place = f"30 degrees off, {tilted.view.height_mm:.0f} mm up, {beside_mm(tilted.view, tilted.area):.0f} mm outside"
    row = re.search(rf"{place} the mat \| ±([\d.]+) mm \| ±([\d.]+) mm", page)
    assert [float(cell) for cell in row.groups()] == pytest.approx(measured, abs=0.06)
    row = re.search(rf"straight above, {above.view.height_mm:.0f} mm up \| ±([\d.]+) mm \| ±([\d.]+) mm", page)
    assert [float(cell) for cell in row.groups()] == pytest.approx(from_above, abs=0.06)
    told = re.search(
        r"set up by eye ±([\d.]+) mm in the middle and ±([\d.]+) mm .* measured ±([\d.]+) and ±([\d.]+) mm",
        " ".join(TEXTS["plus-minus"].split()),
    )
    assert [float(cell) for cell in told.groups()] == pytest.approx([*by_eye, *measured], abs=0.06)


def quick_start_table(folder):
    """The table that the quick start makes."""
    line = next(line for line in TEXTS["quick-start"].splitlines() if line.startswith("tableassist new my-table.toml"))
    made = folder / "my-table.toml"
    argv = [str(made) if word == "my-table.toml" else word for word in shlex.split(line)[1:]]
    assert CliRunner().invoke(app, argv).exit_code == 0
    return made


def test_the_quick_start_has_the_steps_of_the_setup_path_with_their_commands_and_figures(tmp_path):
    page = TEXTS["quick-start"]
    rows = re.findall(r"^\| (\d)\. (.+?) \| `(.+?)` \| (.*?) \|", page, re.MULTILINE)
    told = [(title, command.replace("99.9", "MM")) for _, title, command, _ in rows]
    assert told == [(say(step.title), step.command_for("my-table.toml")) for step in SETUP_PATH]
    assert [number for number, *_ in rows] == [str(number) for number in range(1, 8)]
    forecast = forecast_precision(read_table(quick_start_table(tmp_path)))
    figures = re.findall(r"^\| (\d)\. .+ \| ± ([\d.]+) mm \| ± ([\d.]+) mm \|$", page, re.MULTILINE)
    assert [SETUP_PATH[int(number) - 1].step for number, *_ in figures] == list(MEASURING_STEPS)
    for number, docking_mm, range_mm in figures:
        without = forecast.without[SETUP_PATH[int(number) - 1].step]
        assert (without.docking_mm, without.range_mm) == pytest.approx((float(docking_mm), float(range_mm)), abs=0.1)
    ends = re.search(
        r"step 2 docking is ± ([\d.]+) mm and range ± ([\d.]+) mm; after all of them ± ([\d.]+) mm and ± ([\d.]+) mm",
        " ".join(page.split()),
    )
    now, best = forecast.now, forecast.complete
    foretold = now.docking_mm, now.range_mm, best.docking_mm, best.range_mm
    assert foretold == pytest.approx([float(figure) for figure in ends.groups()], abs=0.1)


def test_every_page_has_the_camera_at_the_same_angle():
    for name in ("quick-start", "own-table", "camera", "plus-minus"):
        told = re.findall(r"(\d+) degrees off", TEXTS[name])
        assert told, name
        assert set(told) == {f"{ANGLE_DEG:g}"}, name
    assert f"{ANGLE_DEG:g} degrees off the vertical" in say(STEPS[WizardStep.LAY_OUT].what)


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
    assert row("the text forbids shooting at your own fleet") == [
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
        "the camera or the mat was moved", "mirrored", "can't see the mat", "overlap", "seen 2 times", "unknown tag",
        "were printed at different sizes", "looks lifted, tipped or of another size",
    }  # fmt: skip
    for words in plain:
        assert any(words in each for each in told), words
        assert words in page, words


def test_the_judgement_that_a_program_reads_is_as_the_readme_says(tmp_path):
    done = CliRunner().invoke(app, ["check", str(tmp_path / "none.toml"), "--json"])
    assert set(json.loads(done.stdout)) == {"table", "fine", "problems"}


def test_every_reading_is_listed_with_its_choices_and_where_the_texts_leave_it_open():
    for each in READINGS:
        choices = ", ".join(f"`{choice}`" for choice in each.choices)
        assert f"| `{each.name}` | {choices} | {each.meaning} | {each.section} |" in TEXTS["referee"]
        row = next(line for line in TEXTS["table-file"].splitlines() if f"| `{each.name.replace('-', '_')}` |" in line)
        assert f": {choices} | `{each.choices[0]}`" in row

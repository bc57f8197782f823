"""The first run, driven by mouse and keys on pictures of the studio: what each page says, and what it writes."""

import json
import math
import re
from types import SimpleNamespace

import numpy as np
import pypdfium2
import pytest
from fake_camera import FakeCamera
from first_run_stage import (
    CARD_MM,
    TRUE_MOUNT,
    board_pictures,
    card_picture,
    docked_picture,
    half_covered_picture,
    jig_pictures,
    mat_picture,
    table_text,
)
from PyQt6.QtCore import Qt

from tableassist.capture.camera import CameraDevice
from tableassist.messages import say
from tableassist.overlay.drawing import Symbol
from tableassist.setup.plan import SETUP_PATH
from tableassist.store.first_run_file import StepState, WizardStep
from tableassist.store.table import read_table
from tableassist.ui.cameras.picker import DEMO
from tableassist.ui.canvas.picture import MarkKind
from tableassist.ui.setup_wizard.calibrate import CalibratePage
from tableassist.ui.setup_wizard.session import WizardSession
from tableassist.ui.setup_wizard.wizard import FirstRun
from tableassist.vision.calibration.verdict import CalibrationGrade, CalibrationVerdict
from tableassist.vision.registration.print_scale import UNPROVEN, PrintScale, ScaleProof
from tests.staged_forecast import FORECAST

BOW_MM = 23.5
"""Of the studio's three-master, from the middle of her hull."""
LOGI = CameraDevice(0, "Logi C920")
DEMO_SCALE = 'print_scale = { proven_by = "line", scale = 1.0, sigma = 0.0 }\n'


class Player:
    """Somebody at the window, with a camera and a table file."""

    def __init__(self, qtbot, folder, *, camera=None, profile="typical", **options):
        self.qtbot = qtbot
        self.folder = folder
        self.camera = camera or FakeCamera()
        self.table = folder / "my-table.toml"
        if not self.table.exists():
            self.table.write_text(table_text(only="oxley", camera=profile), "utf-8")
        self.asked = {"ask_open": lambda _: str(self.table), "ask_save": lambda proposal: proposal}
        self.options = {"list_devices": lambda: (LOGI,), "tables": lambda: folder / "tables", **self.asked, **options}
        self.window = None

    def open(self):
        session = WizardSession(self.folder / "first-run.json", self.camera.open, predict=lambda _settings: FORECAST)
        self.window = FirstRun(session=session, open_source=self.camera.open, **self.options)
        self.qtbot.addWidget(self.window)
        self.window.show()
        return self.window

    def at(self, step):
        """On a page of a table that is chosen; the steps before are as they are."""
        window = self.open()
        window.session.choose_source("camera:Logi C920")
        assert window.session.choose_table(self.table) == ""
        window.go_to(step)
        return window.pages[step]

    def click(self, button):
        self.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    def until(self, true, timeout=60_000):
        self.qtbot.waitUntil(lambda: bool(true()), timeout=timeout)

    def progress(self):
        return json.loads((self.folder / "first-run.json").read_text("utf-8"))


@pytest.fixture
def player(qtbot, tmp_path):
    made = []

    def make(**options):
        made.append(Player(qtbot, tmp_path, **options))
        return made[-1]

    yield make
    for each in made:
        if each.window is not None:
            each.window.reject()


def test_demo_is_played_at_once(player):
    one = player(list_devices=lambda: ())
    window = one.open()
    picker = window.pages[WizardStep.CAMERA].picker
    one.until(lambda: picker.source == DEMO)
    assert window.next_button.text() == "&Play the demo"
    one.click(window.next_button)
    assert window.result() == 1
    assert (window.source, window.table) == (DEMO, None)


def test_camera_and_table_are_chosen_and_kept_for_another_day(player):
    one = player()
    window = one.open()
    one.until(window.next_button.isEnabled)
    one.click(window.next_button)
    assert window.step is WizardStep.TABLE
    assert not window.next_button.isEnabled()
    one.click(window.pages[WizardStep.TABLE].open_button)
    assert "915 × 915 mm, 12 tags" in window.pages[WizardStep.TABLE].told.text()
    one.click(window.next_button)
    one.click(window.later_button)
    progress = one.progress()
    assert progress.pop("draft")["name"] == "My table"
    assert progress == {
        "source": "camera:Logi C920",
        "table": str(one.table),
        "steps": {"camera": "done", "table": "done"},
    }
    again = one.open()
    assert again.step is WizardStep.PRINT
    assert again.table == one.table


def test_a_table_that_is_there_is_gone_on_with_and_nothing_of_it_is_forgotten(player):
    one = player()
    window = one.open()
    window.use_table(one.table)
    assert window.table == one.table.resolve()
    assert window.session.state(WizardStep.TABLE) is StepState.DONE
    window.session.mark(WizardStep.PRINT, StepState.DONE)
    window.use_table(one.table)
    assert window.session.state(WizardStep.PRINT) is StepState.DONE


def test_file_that_is_no_table_is_refused_in_words(player):
    one = player()
    one.table.write_text("players = 3", "utf-8")
    window = one.open()
    window.go_to(WizardStep.TABLE)
    one.click(window.pages[WizardStep.TABLE].open_button)
    assert "my-table.toml" in window.pages[WizardStep.TABLE].told.text()
    assert not window.next_button.isEnabled()


def test_the_pages_are_the_steps_of_the_setup_path_after_camera_and_table(player):
    window = player(list_devices=lambda: ()).open()
    path = {step.step: (say(step.title), say(step.what)) for step in SETUP_PATH}
    assert list(window.pages)[2:] == list(path)
    for step, words in path.items():
        page = window.pages[step]
        assert (page.title, page.what.text()) == words


def test_every_step_says_what_it_buys_in_millimetres_and_can_be_skipped(player, qtbot):
    one = player(list_devices=lambda: ())
    one.at(WizardStep.PRINT)
    window = one.window
    one.until(lambda: window.session.forecast is not None)
    assert window.precision.text() == (
        "Docking ± 9.7 mm, range ± 10.9 mm now; after “Fit out the ships” ± 0.7 mm and ± 1.2 mm."
    )
    told = []
    for step in list(WizardStep)[2:]:
        assert window.step is step
        told.append(window.benefit.text())
        qtbot.keyClick(window.skip_button, Qt.Key.Key_Space)
    assert len(set(told)) == len(told)
    assert told[2] == "Without it: docking ± 1.1 mm instead of ± 0.7 mm; range stays ± 1.2 mm."
    assert window.result() == 1
    assert {step: state for step, state in one.progress()["steps"].items() if state == "skipped"} == dict.fromkeys(
        ["print", "lay-out", "calibrate", "survey", "scale", "fit-out", "prove"], "skipped"
    )


def test_step_is_reached_by_its_name_and_another_table_begins_anew(player):
    one = player()
    one.at(WizardStep.PRINT)
    window = one.window
    window.session.mark(WizardStep.PROVE, StepState.SKIPPED)
    item = window.steps.item(8)
    assert item.text() == "–  Prove it (skipped)"
    one.qtbot.mouseClick(
        window.steps.viewport(), Qt.MouseButton.LeftButton, pos=window.steps.visualItemRect(item).center()
    )
    assert window.step is WizardStep.PROVE
    other = one.folder / "other.toml"
    other.write_text(table_text(only="titan"), "utf-8")
    window.session.choose_table(other)
    assert window.session.state(WizardStep.PROVE) is None


def unproven(player, **options):
    """A player whose table nobody has proven the scale of."""
    one = player(**options)
    one.table.write_text(one.table.read_text("utf-8").replace(DEMO_SCALE, ""), "utf-8")
    return one


def kept_scale(one):
    return read_table(one.table).print_scale


def test_kit_is_saved_and_the_step_is_done(player):
    one = unproven(player)
    page = one.at(WizardStep.PRINT)
    assert not one.window.next_button.isEnabled()
    one.click(page.save_button)
    one.until(lambda: "Saved" in page.told.text())
    kit = one.folder / "my-table-kit.pdf"
    pdf = pypdfium2.PdfDocument(kit)
    assert f"Saved: {len(pdf)} pages" in page.told.text()
    assert pdf[0].get_size() == pytest.approx((595.28, 841.89), abs=0.1)
    pdf.close()
    assert one.window.next_button.isEnabled()


def test_scale_can_be_left_unmeasured_and_that_can_be_taken_back(player):
    one = unproven(player)
    page = one.at(WizardStep.SCALE)
    assert page.scale.line.text() == ""
    assert "has not been checked" in page.scale.told.text()
    assert not page.looking.isVisible()
    assert not one.window.next_button.isEnabled()
    one.click(page.scale.not_measured)
    assert one.window.next_button.isEnabled()
    one.click(page.scale.not_measured)
    assert not one.window.next_button.isEnabled()
    assert kept_scale(one) == UNPROVEN


def test_kit_made_in_the_window_names_its_pages_and_no_command(player):
    one = unproven(player)
    page = one.at(WizardStep.PRINT)
    one.click(page.save_button)
    one.until(lambda: "Saved" in page.told.text())
    pdf = pypdfium2.PdfDocument(one.folder / "my-table-kit.pdf")
    words = " ".join(" ".join(sheet.get_textpage().get_text_range() for sheet in pdf).split())
    pdf.close()
    for step in (WizardStep.CALIBRATE, WizardStep.SURVEY, WizardStep.FIT_OUT, WizardStep.PROVE):
        assert f"In the window: {one.window.pages[step].title}" in words
    assert "tableassist calibrate" not in words
    assert "tableassist mount" not in words
    assert "--table" not in words


def test_line_is_typed_kept_and_taken_back(player, qtbot):
    one = unproven(player)
    page = one.at(WizardStep.SCALE)
    box = page.scale
    assert not box.keep_line.isEnabled()
    qtbot.keyClicks(box.line, "99,2")
    one.click(one.window.back_button)
    assert kept_scale(one) == UNPROVEN, "typed is not kept"
    one.click(one.window.next_button)
    one.click(box.keep_line)
    assert kept_scale(one) == PrintScale(0.992, 0.002, ScaleProof.LINE)
    assert "99.20 ± 0.39 %" in box.told.text()
    assert page.is_done
    assert read_table(one.table).mat.tags[0].size_mm == pytest.approx(0.992 * 44.0)
    one.click(box.not_measured)
    assert kept_scale(one) == UNPROVEN


def test_line_that_cannot_be_is_asked_for_again(player, qtbot):
    one = unproven(player)
    page = one.at(WizardStep.SCALE)
    qtbot.keyClicks(page.scale.line, "89.2")
    qtbot.keyClick(page.scale.line, Qt.Key.Key_Return)
    assert "measure again" in page.scale.told.text()
    assert kept_scale(one) == UNPROVEN
    assert not page.is_done
    qtbot.keyClicks(page.scale.line, "about ten")
    assert not page.scale.keep_line.isEnabled()


def test_distance_between_two_tags_proves_the_scale(player, qtbot):
    one = unproven(player)
    page = one.at(WizardStep.SCALE)
    box = page.scale
    assert [each.currentText() for each in box.tags] == ["0", "6"]
    qtbot.keyClicks(box.apart, f"{0.98 * math.dist((30, 30), (885, 885)):.1f}")
    qtbot.keyClick(box.apart, Qt.Key.Key_Return)
    found = kept_scale(one)
    assert found.proven_by is ScaleProof.RULER
    assert found.scale == pytest.approx(0.98, abs=1e-4)
    assert page.is_done


def test_card_of_known_size_checks_the_scale_and_can_be_kept_as_its_proof(player):
    one = unproven(player, camera=FakeCamera(card_picture()), profile="studio-720p")
    page = one.at(WizardStep.SCALE)
    one.click(page.scale.card_button)
    assert page.looking.isVisible()
    panel = page.card
    panel.long.setValue(CARD_MM[0] + 6.0)
    panel.short.setValue(CARD_MM[1])
    one.until(lambda: panel.sign.symbol is Symbol.NO)
    panel.long.setValue(CARD_MM[0])
    assert panel.sign.symbol is Symbol.YES
    claimed = panel.told.text()
    assert "up to 1.00 mm is allowed" in claimed
    one.click(panel.keep_button)
    found = kept_scale(one)
    assert found.proven_by is ScaleProof.CARD
    assert abs(found.scale - 1.0) < 2 * found.sigma < 0.02
    assert "by a card" in page.scale.told.text().lower()
    assert page.is_done
    one.until(lambda: panel.sign.symbol is Symbol.YES)
    assert panel.told.text() != claimed


def test_missing_mat_tags_are_named_and_shown_where_they_belong(player):
    one = player(camera=FakeCamera(half_covered_picture()), profile="studio-720p")
    page = one.at(WizardStep.LAY_OUT)
    one.until(lambda: page.count.text() == "8 of 12 mat tags seen")
    assert page.missing.text() == (
        "Missing: 3 (near right corner), 4 (right edge), 5 (right edge), 6 (far right corner)"
    )
    missing = [mark for mark in page.picture.shown.marks if mark.kind is MarkKind.WRONG]
    assert [mark.text for mark in missing] == [f"{number} missing" for number in range(3, 7)]
    assert all(590 < y < 720 for mark in missing for _, y in mark.corners)
    one.camera.image = mat_picture()
    one.until(lambda: page.missing.text() == "None is missing.")
    assert "can be measured" in page.advice.text()
    assert page.is_done


def test_camera_that_hangs_straight_above_is_told_what_a_second_tag_buys_and_a_tilted_one_is_not_warned(player):
    one = player(camera=FakeCamera(mat_picture()), profile="studio-720p")
    page = one.at(WizardStep.LAY_OUT)
    one.until(lambda: "4 degrees put her 4.2 mm off, unnoticed" in page.place.text())
    assert "A wake plate behind each ship" in page.place.text()
    one.camera.image = mat_picture(1)
    one.until(lambda: "noticed anywhere on the mat" in page.place.text())
    assert "unnoticed" not in page.place.text()


def test_mirrored_picture_and_unknown_tags_are_told(player):
    one = player(camera=FakeCamera(np.ascontiguousarray(mat_picture()[:, ::-1])), profile="studio-720p")
    page = one.at(WizardStep.LAY_OUT)
    one.until(lambda: "mirrored" in page.advice.text())
    text = table_text(only="oxley", camera="studio-720p").replace("tag = 5,", "tag = 99,")
    one.table.write_text(text, "utf-8")
    one.window.session.reload()
    one.camera.image = mat_picture()
    one.window.go_to(WizardStep.LAY_OUT)
    one.until(lambda: "Not in the table file: 5." in page.advice.text())


def test_views_of_the_board_calibrate_the_camera_of_the_table(player):
    pictures = board_pictures(7)
    one = player(camera=FakeCamera(pictures[0]))
    page = one.at(WizardStep.CALIBRATE)
    for number, picture in enumerate(pictures, start=1):
        one.camera.image = picture
        one.until(lambda number=number: page.count.text().startswith(f"{number} of"))
    assert "of the picture" in page.hint.text() or "board" in page.hint.text()
    covered = [cell for row in page.picture.shown.cells for cell in row]
    assert sum(covered) > 10
    one.click(page.finish_button)
    one.until(lambda: page.sign.symbol is not None)
    assert page.sign.symbol is Symbol.YES or page.verdict.text() == "Usable"
    assert page.is_done
    camera = read_table(one.table).camera
    # The studio's lens has fx = 450 at 640 pixels.
    assert camera.lens.fx == pytest.approx(450.0, rel=0.02)
    assert (camera.camera, camera.record.views) == ("Fake camera", 7)
    assert 'camera = "my-table-camera.toml"' in one.table.read_text("utf-8")


def test_calibration_that_is_rejected_is_not_kept_and_more_views_are_asked_for(player):
    pictures = board_pictures(7)
    one = player(camera=FakeCamera(pictures[0]))
    before = one.table.read_text("utf-8")
    one.at(WizardStep.TABLE)
    verdict = CalibrationVerdict(
        CalibrationGrade.REJECT, ("two halves of the views differ by 3.10 mm on the mat",), ("take more views",)
    )
    page = CalibratePage(one.window.session, fit=lambda _views, _target, _progress: SimpleNamespace(verdict=verdict))
    one.qtbot.addWidget(page)
    page.enter()
    for number, picture in enumerate(pictures[:5], start=1):
        assert not page.finish_button.isEnabled()
        one.camera.image = picture
        one.until(lambda number=number: page.count.text().startswith(f"{number} of"))
    page.finish()
    one.until(lambda: page.sign.symbol is Symbol.NO)
    assert page.verdict.text() == "Not good enough"
    assert "differ by 3.10 mm" in page.reasons.text()
    assert "Keep showing the board" in page.reasons.text()
    assert not page.is_done
    assert one.table.read_text("utf-8") == before
    page.start_again()
    assert page.verdict.text() == ""
    page.leave()
    page.close_page()


def test_views_of_the_mat_survey_it_into_the_table_file(player):
    one = player(camera=FakeCamera(mat_picture(0)), profile="studio-720p")
    page = one.at(WizardStep.SURVEY)
    for number in range(3):
        one.camera.image = mat_picture(number)
        one.until(lambda number=number: page.count.text() == f"{number + 1} of 8 views")
    one.click(page.finish_button)
    one.until(lambda: page.sign.symbol is not None)
    assert page.is_done
    assert 'survey = "my-table-mat.toml"' in one.table.read_text("utf-8")
    surveyed, meant = read_table(one.table).mat, read_table(one.table, surveyed=False).mat
    assert surveyed.surveyed is not None
    # The studio lays the tags exactly where the table file has them.
    for found, tag in zip(surveyed.tags, meant.tags, strict=True):
        assert math.hypot(found.x_mm - tag.x_mm, found.y_mm - tag.y_mm) < 0.5


def test_ship_on_the_jig_gets_her_mount_into_the_table_file(player):
    first, second = jig_pictures()
    one = player(camera=FakeCamera(first), profile="studio-720p")
    page = one.at(WizardStep.FIT_OUT)
    page.directions.setCurrentIndex(1)
    one.until(lambda: "direction 3 (2 of 2)" in page.asked.text())
    assert page.ships.item(0).text() == "▸ HMS Oxley: 1 of 2"
    one.camera.image = second
    one.until(lambda: page.is_done)
    assert page.ships.item(0).text().startswith("✓ HMS Oxley: ")
    ship = read_table(one.table).pieces[0]
    (mount,) = ship.mounts
    # From her bow, which the jig's stop holds: the middle of her traced hull is not quite that of the model.
    assert max(x for x, _ in ship.model.hull) - mount.x_mm == pytest.approx(BOW_MM - TRUE_MOUNT["x_mm"], abs=0.6)
    assert mount.z_mm == pytest.approx(TRUE_MOUNT["z_mm"], abs=0.9)
    assert mount.yaw_rad == pytest.approx(TRUE_MOUNT["yaw_rad"], abs=math.radians(0.5))


def test_ship_can_be_left_out(player):
    one = player(camera=FakeCamera(mat_picture()), profile="studio-720p")
    page = one.at(WizardStep.FIT_OUT)
    one.until(lambda: "Set HMS Oxley on the jig" in page.asked.text())
    assert "tags of the jig sheet" in page.trouble.text()
    one.click(page.skip_button)
    one.until(lambda: page.is_done)
    assert page.ships.item(0).text() == "– HMS Oxley: left out"


def test_docked_ship_proves_the_table_with_her_gap_and_its_plus_minus(player):
    one = player(camera=FakeCamera(mat_picture()), profile="studio-720p")
    one.table.write_text(table_text(camera="studio-720p"), "utf-8")
    page = one.at(WizardStep.PROVE)
    one.until(lambda: page.verdict.text() == "Not yet")
    assert "No ship is near an island" in page.told.text()
    assert page.advice.text() == ""
    one.camera.image = docked_picture()
    one.until(lambda: page.verdict.text() == "DOCKED")
    assert page.sign.symbol is Symbol.YES
    assert re.match(r"Bonny Kate at Palm Island: gap -?0\.\d ± \d\.\d mm; her bow touches the shore", page.told.text())
    assert page.is_done
    assert one.window.next_button.text() == "&Finish"
    one.camera.image = mat_picture()
    seen = one.camera.shown
    one.until(lambda: one.camera.shown > seen + 3)
    assert page.verdict.text() == "DOCKED", "a proof stays when the ship sails on"


def test_ship_off_the_shore_is_not_docked_and_the_step_that_helps_most_is_named(player):
    one = player(camera=FakeCamera(docked_picture(off_mm=6.0)), profile="studio-720p")
    one.table.write_text(table_text(camera="studio-720p"), "utf-8")
    page = one.at(WizardStep.PROVE)
    one.until(lambda: page.verdict.text() == "NOT DOCKED" and page.advice.text())
    assert page.sign.symbol is Symbol.NO
    assert page.advice.text() == "“Fit out the ships” would help most."
    assert not page.is_done


def test_pages_without_camera_or_table_say_so(player):
    one = player(list_devices=lambda: ())
    window = one.open()
    window.session.choose_source("")
    window.go_to(WizardStep.CALIBRATE)
    assert "No camera chosen" in window.pages[WizardStep.CALIBRATE].picture.words
    window.session.choose_source("camera:Logi C920")
    window.go_to(WizardStep.LAY_OUT)
    assert "No table file chosen" in window.pages[WizardStep.LAY_OUT].picture.words


def test_unplugged_camera_is_told_over_the_picture_and_taken_up_again(player):
    one = player(camera=FakeCamera(mat_picture()), profile="studio-720p")
    page = one.at(WizardStep.LAY_OUT)
    one.until(lambda: page.is_done)
    one.camera.is_plugged_in = False
    one.until(lambda: "unplugged" in page.picture.words)
    one.camera.is_plugged_in = True
    one.until(lambda: page.picture.words == "")


def test_password_of_a_stream_is_not_written_down(player):
    one = player(list_devices=lambda: ())
    window = one.open()
    window.session.choose_source("rtsp://me:secret@192.0.2.7/live")
    assert "secret" not in (one.folder / "first-run.json").read_text("utf-8")

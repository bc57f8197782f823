"""A shared ruling: what it says, what it shows, and that the PDF is a page of true size with text in it."""

import datetime
from dataclasses import replace

import numpy as np
import pypdfium2
import pytest
from demo_moment import demo_moment
from PyQt6.QtGui import QGuiApplication, QImage

from tableassist.errors import BadFileError
from tableassist.messages import Message
from tableassist.printing.paper import Paper
from tableassist.rulebook.editions.settings import with_house
from tableassist.rulebook.ruling import Condition, Overruling, Verdict
from tableassist.scene.facts import Fact
from tableassist.ui.painting.projection import to_bgr
from tableassist.ui.rulings.sharing import RulingShare, copy_ruling, ruling_image, write_ruling_pdf
from tableassist.ui.rulings.sheet import evidence_crop, evidence_drawing
from tableassist.ui.rulings.sheet_words import SharedRuling, sheet_text

WHEN = datetime.datetime(2026, 11, 14, 20, 15, 3, tzinfo=datetime.UTC)


def shared(moment="blocked", rule="shot", subject="oxley", target="harbinger", cannon=2):
    at = demo_moment(moment)
    asked = (rule, subject, target, cannon)
    ruling = next(r for r in at.state.rulings if (r.rule, r.subject, r.target, r.cannon) == asked)
    return SharedRuling(at, ruling, WHEN)


def test_words_tell_answer_reason_rule_time_table_camera_and_version():
    text = sheet_text(shared())
    assert text.splitlines()[0] == "Can HMS Oxley hit Harbinger with cannon 2?"
    for told in (
        "NO", "19.4 ± 0.7 mm", "In range, but blocked by Skull Island", "complete, Shooting; Fog Bank",
        "Complete rules",
        "2026-11-14 20:15:03 UTC", "Demo: the English against the Pirates", "“studio”", "12 of 12 seen",
        "Table Assist 0.", "if low pieces are shot over (D24): YES",
    ):  # fmt: skip
        assert told in text


def test_the_tables_key_is_on_the_page_where_it_is_known(tmp_path):
    one = replace(shared(), key="48213 09577 11840 66392")
    assert "Table's key: 48213 09577 11840 66392" in sheet_text(one)
    assert "key:" not in sheet_text(shared())
    write_ruling_pdf(tmp_path / "sheet.pdf", one)
    page = pypdfium2.PdfDocument(tmp_path / "sheet.pdf")[0].get_textpage()
    assert "48213 09577 11840 66392" in page.get_text_bounded()


def test_overruling_stands_beside_the_machines_call():
    one = shared()
    text = sheet_text(replace(one, overruling=Overruling(one.ruling, Verdict.YES, "The card reaches.", "Anne", 0)))
    assert "\nNO " in text
    assert "Overruled by Anne: YES. The card reaches." in text


def test_too_close_names_the_tables_policy_and_house_rules_that_had_a_say():
    one = shared()
    settings = replace(one.moment.settings, rules=with_house(one.moment.settings.rules, {"too-close": "roll-a-die"}))
    close = one.ruling.replace(verdict=Verdict.TOO_CLOSE, house=("too-close",))
    text = sheet_text(replace(one, moment=replace(one.moment, settings=settings), ruling=close))
    assert "TOO CLOSE TO CALL" in text
    assert "roll a die" in text
    assert "House rules: too-close = roll-a-die" in text


def test_what_the_answer_rests_on_is_told():
    one = shared()
    words = Message("mast {masts} of {name} stands", name="HMS Oxley", masts=(1,))
    ruling = one.ruling.replace(verdict=Verdict.YES, conditions=(Condition("oxley", (1,), words, Fact.MASTS),))
    assert "YES if mast 1 of HMS Oxley stands" in sheet_text(replace(one, ruling=ruling))


def test_camera_that_nobody_calibrated_is_told():
    one = shared()
    camera = replace(one.moment.settings.camera, lens=None)
    moment = replace(one.moment, settings=replace(one.moment.settings, camera=camera))
    assert "typical lens is assumed" in sheet_text(replace(one, moment=moment))


def test_close_up_holds_the_evidence_and_little_else():
    one = shared(moment="rammed", rule="ram", subject="plantagenet", target="revenge", cannon=None)
    crop = evidence_crop(one, 16 / 9)
    project = one.moment.state.registration.image_from_mat
    for point in project(np.array([one.ruling.witness.start, one.ruling.witness.end])):
        assert crop.contains(*point)
    assert crop.width() < 0.3 * one.moment.frame.width_px
    assert crop.width() / crop.height() == pytest.approx(16 / 9)


def test_drawing_shows_this_ruling_and_no_other():
    one = shared()
    (badge,) = evidence_drawing(one).badges
    assert badge.at == one.ruling.witness.stopped_at
    assert badge.text.startswith("19.4 ± 0.7 mm")


def test_picture_is_a_page_with_the_camera_on_it():
    image = ruling_image(shared())
    assert image.width() / image.height() == pytest.approx(210 / 297, abs=0.001)
    pixels = to_bgr(image)
    assert (pixels[:40] == 255).all()
    blue = (pixels[..., 0].astype(int) - pixels[..., 2]) > 60
    assert 0.2 < blue.mean() < 0.6


def test_ruling_without_any_evidence_still_makes_a_page():
    one = shared()
    unseen = one.ruling.replace(verdict=Verdict.NOT_SEEN, witness=None, measured_mm=None, sigma_mm=None)
    state = replace(one.moment.state, registration=None)
    page = SharedRuling(replace(one.moment, state=state), unseen, WHEN)
    assert ruling_image(page).width() > 1000
    assert "NOT MEASURED" in sheet_text(page)


@pytest.mark.parametrize(("paper", "points"), [(Paper.A4, (595.28, 841.89)), (Paper.LETTER, (612.0, 792.0))])
def test_pdf_is_one_page_of_true_size_with_text_that_can_be_searched(tmp_path, paper, points):
    path = tmp_path / "ruling.pdf"
    write_ruling_pdf(path, shared(), paper)
    pdf = pypdfium2.PdfDocument(path)
    assert len(pdf) == 1
    assert pdf[0].get_size() == pytest.approx(points, abs=1.0)
    text = pdf[0].get_textpage().get_text_range()
    assert "Can HMS Oxley hit Harbinger" in text
    assert "19.4 ± 0.7 mm" in text
    pdf.close()


def test_pdf_that_cannot_be_written_says_so(tmp_path):
    with pytest.raises(BadFileError, match="cannot be written"):
        write_ruling_pdf(tmp_path / "nowhere" / "ruling.pdf", shared())


def test_clipboard_takes_picture_and_words():
    one = shared()
    copy_ruling(one)
    clipboard = QGuiApplication.clipboard()
    assert clipboard.text() == sheet_text(one)
    assert clipboard.image().size() == ruling_image(one).size()


def test_sharing_saves_by_the_name_and_copies_off_the_windows_thread(tmp_path, qtbot):
    one, share = shared(), RulingShare()
    for name in ("ruling.png", "ruling.pdf"):
        with qtbot.waitSignal(share.told, timeout=60_000) as told:
            share.save(one, tmp_path / name)
        assert told.args == [f"Ruling saved: {tmp_path / name}"]
    assert QImage(str(tmp_path / "ruling.png")).size() == ruling_image(one).size()
    assert (tmp_path / "ruling.pdf").read_bytes().startswith(b"%PDF")
    QGuiApplication.clipboard().clear()
    with qtbot.waitSignal(share.told, timeout=60_000):
        share.copy(one)
    assert QGuiApplication.clipboard().text() == sheet_text(one)
    for name, says in (("ruling.docx", "ends in .png or .pdf"), ("nowhere/ruling.png", "cannot be written")):
        with qtbot.waitSignal(share.told, timeout=60_000) as told:
            share.save(one, tmp_path / name)
        assert says in told.args[0]
    share.close()

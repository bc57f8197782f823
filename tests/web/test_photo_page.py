"""A photo sent to the table's pages: who may send one, how large it may be, and what the sender is told."""

from concurrent.futures import Future
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tableassist.judging import read_photo
from tableassist.store.match.photos import MAX_PHOTO_BYTES
from tableassist.table import FairPlay
from tableassist.table.held_photos import PhotoOutcome
from tests.ui.demo_moment import demo_moment
from tests.web.browser import CHROMIUM
from tests.web.served_table import served, wait_until

HEIC = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(64)


class PhotoChain:
    """Stands for the measuring loop: keeps the photos that it is given, and answers `outcome`."""

    def __init__(self, outcome):
        self.outcome, self.photos = outcome, []

    def use(self, settings):
        pass

    def add_photo(self, photo, *, age_s=0.0):
        self.photos.append((photo, age_s))
        answer = Future()
        answer.set_result(self.outcome)
        return answer


def exif_with_place():
    """An APP1 segment with a word that must not be handed on."""
    body = b"Exif\0\0MM\0*" + bytes(8) + b"54.1N 13.2E at home"
    return b"\xff\xe1" + (len(body) + 2).to_bytes(2, "big") + body


def jpeg(width=640, height=480):
    done, data = cv2.imencode(".jpg", np.full((height, width, 3), 90, np.uint8))
    assert done
    return data[:2].tobytes() + exif_with_place() + data[2:].tobytes()


@pytest.fixture
def table():
    state = demo_moment().state
    with served() as one:
        one.chain = one.host._chain = PhotoChain(PhotoOutcome("", state, state))
        yield one


def send(table, token, content=None, path="/api/photo"):
    status, data, _ = table.request("POST", path, content or jpeg(), token=token)
    return status, data.decode()


def test_a_player_and_the_judge_may_send_a_photo_and_are_told_what_it_adds(table):
    for token in (table.player("Anne"), table.judge):
        status, words = send(table, token, path="/api/photo?age_s=4.5")
        assert status == 200
        assert "is judged together with" in words
    assert [age for _, age in table.chain.photos] == [4.5, 4.5]


def test_spectators_and_strangers_may_not(table):
    table.seats.open_to_spectators = True
    assert send(table, "")[0] == 409
    assert send(table, "guessed")[0] == 401
    assert not table.chain.photos


def test_the_table_says_why_a_photo_is_not_used(table):
    table.chain.outcome = PhotoOutcome("Revenge is not where photo-1 shows it")
    status, words = send(table, table.judge)
    assert status == 409
    assert "Revenge is not where photo-1 shows it" in words


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"hello", "not a picture that can be read"),
        (HEIC, "a HEIC picture, expected JPEG or PNG"),
        (jpeg()[:900], "damaged or cut short"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x40\0\0\0\x40\0" + bytes(40), "expected at most 64 megapixels"),
    ],
)
def test_what_is_no_photo_is_refused_in_one_line(table, content, words):
    status, answer = send(table, table.judge, content)
    assert status == 409
    assert words in answer
    assert not table.chain.photos


def test_a_photo_may_be_larger_than_other_requests_and_not_too_large(table):
    large = jpeg() + bytes(100_000)
    assert send(table, table.judge, large)[0] == 200
    assert table.request("POST", "/api/commands", large, token=table.judge)[0] == 413
    headers = {"content-length": str(MAX_PHOTO_BYTES + 1)}
    assert table.request("POST", "/api/photo", b"", token=table.judge, headers=headers)[0] == 413


def test_a_senseless_age_is_refused(table):
    for age in ("nan", "inf", "soon"):
        assert send(table, table.judge, path=f"/api/photo?age_s={age}")[0] == 422


def test_a_player_from_whom_rulings_are_hidden_learns_nothing_by_a_photo(table):
    player = table.player("Anne")
    assert [send(table, token)[0] for token in (player, table.judge)] == [200, 200]
    table.host.use_fair_play(FairPlay.REFEREE, is_released=False)
    _, words = send(table, player)
    assert words == '{"ok":true,"words":"photo-3 is used."}'


def test_a_table_that_nothing_looks_at_refuses_photos(table):
    table.host._chain = None
    status, words = send(table, table.judge)
    assert status == 409
    assert "nothing looks at this table" in words


def test_what_a_photo_tells_of_its_maker_is_not_kept(table):
    photo = read_photo(jpeg(), "photo-1", table.host.settings)
    assert b"at home" not in photo.content
    kept = cv2.imdecode(np.frombuffer(photo.content, np.uint8), cv2.IMREAD_COLOR)
    assert np.array_equal(kept, photo.picture.frame.image)


@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
def test_the_button_is_there_for_players_and_the_judge_only_and_sends_the_photo(table, browser, tmp_path):
    file = tmp_path / "spot.jpg"
    file.write_bytes(jpeg())
    page = browser.page(table.server.link("play", table.player("Anne")))
    page.wait("document.querySelector('#photo').checkVisibility()")
    assert page.run("document.querySelector('#photo-file').getAttribute('capture')") == "environment"
    page.choose_file("#photo-file", file)
    page.wait("document.querySelector('#photo-told').innerText.includes('judged together')")
    wait_until(lambda: len(table.chain.photos) == 1)
    _, age_s = table.chain.photos[0]
    assert 0.0 <= age_s < 600.0
    table.chain.outcome = replace(table.chain.outcome, refused="Revenge was moved after the photo was taken")
    page.choose_file("#photo-file", file)
    page.wait("document.querySelector('#photo-told').innerText.includes('Photo not used: Revenge was moved')")
    table.seats.open_to_spectators = True
    watcher = browser.page(table.server.link("watch", ""))
    watcher.wait("document.querySelector('#name').innerText.length > 0")
    assert not watcher.run("document.querySelector('#photo').checkVisibility()")

"""A new version is told when somebody asks, by whom that person names; nothing is asked before."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from PyQt6.QtCore import Qt

from tableassist import __version__
from tableassist.errors import BadFileError, BadRequestError, SourceError
from tableassist.setup.program import ask_for_version, packaged_address
from tableassist.ui.session.preferences import Preferences
from tableassist.ui.shell.help import UpdatesDialog

LEFT = Qt.MouseButton.LeftButton
ANSWERS = {
    "/index": json.dumps({"info": {"name": "tableassist", "version": "12.3.1"}, "releases": {}}),
    "/plain": json.dumps({"version": "0.0.1"}),
    "/same": json.dumps({"version": f"{__version__}.0"}),
    "/page": "<html>12.3.1</html>",
    "/pre": json.dumps({"version": "13.0rc1"}),
    "/odd": json.dumps({"info": ["12.3.1"]}),
}


@pytest.fixture(scope="module")
def server():
    asked = []

    class Index(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append((self.path, dict(self.headers)))
            body = ANSWERS.get(self.path)
            self.send_response(404 if body is None else 200)
            self.end_headers()
            self.wfile.write((body or "").encode())

        def log_message(self, *_):
            pass

    served = ThreadingHTTPServer(("127.0.0.1", 0), Index)
    thread = threading.Thread(target=served.serve_forever, daemon=True)
    thread.start()
    served.asked = asked
    served.url = f"http://127.0.0.1:{served.server_address[1]}"
    yield served
    served.shutdown()
    served.server_close()
    thread.join()


@pytest.mark.parametrize(("path", "newest", "is_newer"), [("/index", "12.3.1", True), ("/plain", "0.0.1", False)])
def test_the_newest_version_is_read_and_compared(server, path, newest, is_newer):
    news = ask_for_version(server.url + path)
    assert (news.newest, news.is_newer, news.running) == (newest, is_newer, __version__)


def test_a_zero_at_the_end_makes_no_new_version_and_ten_comes_after_nine(server):
    assert not ask_for_version(f"{server.url}/same").is_newer
    assert ask_for_version(f"{server.url}/index", running="12.3").is_newer
    assert ask_for_version(f"{server.url}/index", running="9.9.9").is_newer
    assert not ask_for_version(f"{server.url}/index", running="12.10").is_newer


@pytest.mark.parametrize("path", ["/page", "/pre", "/odd"])
def test_an_answer_without_a_release_is_told(server, path):
    with pytest.raises(BadFileError, match="expected JSON with a version"):
        ask_for_version(server.url + path)


def test_what_cannot_be_asked_is_told(server):
    with pytest.raises(SourceError, match="404"):
        ask_for_version(f"{server.url}/nowhere")
    with pytest.raises(BadRequestError, match="expected http"):
        ask_for_version("file:///etc/passwd")


def test_nothing_that_tells_of_the_person_is_sent(server):
    server.asked.clear()
    ask_for_version(f"{server.url}/index")
    ((_, headers),) = server.asked
    assert {name.lower() for name in headers} == {"host", "accept-encoding", "user-agent", "accept"}
    assert headers["User-Agent"] == "tableassist"


def test_the_program_brings_no_address_of_its_own():
    assert packaged_address() == ""


def test_the_window_asks_once_the_button_is_pressed_and_keeps_the_address(server, qtbot, tmp_path):
    preferences = Preferences(tmp_path / "window.ini")
    dialog = UpdatesDialog(preferences)
    qtbot.addWidget(dialog)
    dialog.show()
    server.asked.clear()
    assert not dialog.ask_button.isEnabled(), "there is nobody to ask"
    dialog.address.setText(f"{server.url}/index")
    assert server.asked == []
    qtbot.mouseClick(dialog.ask_button, LEFT)
    qtbot.waitUntil(lambda: "12.3.1" in dialog.told.text())
    assert __version__ in dialog.told.text()
    assert [path for path, _ in server.asked] == ["/index"]
    preferences.save()
    again = UpdatesDialog(Preferences(tmp_path / "window.ini"))
    qtbot.addWidget(again)
    assert again.address.text() == f"{server.url}/index"


def test_a_server_that_is_not_there_is_told_in_the_window(server, qtbot, tmp_path):
    dialog = UpdatesDialog(Preferences(tmp_path / "window.ini"))
    qtbot.addWidget(dialog)
    dialog.address.setText(f"{server.url}/nowhere")
    qtbot.mouseClick(dialog.ask_button, LEFT)
    qtbot.waitUntil(lambda: "404" in dialog.told.text())

"""Chromium, driven over its own debugging protocol: pages of several people, each with their own storage."""

import base64
import itertools
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path

from websockets.sync.client import connect

CHROMIUM = shutil.which("chromium")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-port=0",
    "--remote-allow-origins=*",
    "--force-prefers-reduced-motion",
)
PATIENCE_S = 60.0
KEYS = {"Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
FOUND = """(words, selector) => [...document.querySelectorAll(selector)].find((b) => !b.disabled && b.checkVisibility()
  && (b.innerText.startsWith(words) || b.getAttribute("aria-label") === words))"""
PLACED = """(b) => { b.scrollIntoView({block: "center"}); const r = b.getBoundingClientRect();
  return [r.x + r.width / 2, r.y + r.height / 2, r.width, r.height]; }"""


class Browser:
    """Chromium and all its processes are gone when it is closed, or when it could not be started."""

    def __init__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="browser-", ignore_cleanup_errors=True)
        folder = Path(self._folder.name)
        self._process = subprocess.Popen(
            [CHROMIUM, *FLAGS, f"--user-data-dir={folder}", "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._root = None
        self._contexts, self.pages = [], []
        try:
            self._port, path = self._told_port(folder / "DevToolsActivePort")
            self._root = _Connection(f"ws://127.0.0.1:{self._port}{path}")
        except BaseException:
            self.close()
            raise

    def _told_port(self, told):
        until = time.monotonic() + PATIENCE_S
        while not (told.exists() and told.read_text().count("\n")):
            assert time.monotonic() < until, "chromium does not start"
            time.sleep(0.05)
        return told.read_text().split("\n")[:2]

    def page(self, address, size=(390, 844), *, language="en", dark=False):
        context = self._root.call("Target.createBrowserContext")["browserContextId"]
        self._contexts.append(context)
        target = self._root.call("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        page = Page(f"ws://127.0.0.1:{self._port}/devtools/page/{target}", size, language=language, dark=dark)
        self.pages.append(page)
        page.open(address)
        return page

    def close_pages(self):
        """And all that they had stored."""
        for page in self.pages:
            page.close()
        for context in self._contexts:
            self._root.call("Target.disposeBrowserContext", browserContextId=context)
        self._contexts, self.pages = [], []

    def close(self):
        try:
            for page in self.pages:
                page.close()
            if self._root is not None:
                self._root.close()
        finally:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait(20)
            self._folder.cleanup()


class Page:
    def __init__(self, address, size, *, language, dark):
        self._connection = _Connection(address)
        self.call("Page.enable")
        self.call("Runtime.enable")
        self.call("Network.enable")
        width, height = size
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 700
        )
        agent = self.call("Runtime.evaluate", expression="navigator.userAgent")["result"]["value"]
        self.call("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage=language)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def call(self, method, **params):
        return self._connection.call(method, **params)

    def open(self, address):
        self.call("Page.navigate", url=address)

    def close(self):
        self._connection.close()

    def run(self, script):
        """The value of an expression; a promise is waited for."""
        value, problem = self._run(script)
        assert problem is None, problem
        return value

    def _run(self, script):
        told = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        return told["result"].get("value"), told.get("exceptionDetails")

    def wait(self, script, patience_s=PATIENCE_S):
        """Until the expression holds; its value."""
        until = time.monotonic() + patience_s
        while True:
            value, _ = self._run(script)  # a page that is not there yet has no elements
            if value:
                return value
            assert time.monotonic() < until, f"{script} never held; the page says:\n{self.text()}"
            time.sleep(0.05)

    def text(self, selector="body"):
        return self.run(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''")

    def tap(self, words, selector="button"):
        """The first button that begins so, as a finger does: where it lies on the screen."""
        self.wait(f"Boolean(({FOUND})({json.dumps(words)}, {json.dumps(selector)}))")
        box = self._at_rest(f"({PLACED})(({FOUND})({json.dumps(words)}, {json.dumps(selector)}))")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1)
        return box

    def _at_rest(self, place):
        """Where something is as soon as it is there in two looks: what arrives meanwhile moves the page."""
        last, until = None, time.monotonic() + PATIENCE_S
        while (now := self.run(place)) != last or now is None:
            assert time.monotonic() < until, f"{place} never came to rest"
            last = now
            time.sleep(0.1)
        return now

    def box(self, selector):
        """Left, top, right and bottom on the screen."""
        box = f"document.querySelector({json.dumps(selector)}).getBoundingClientRect()"
        return self.run(f"(({{left, top, right, bottom}}) => [left, top, right, bottom])({box})")

    def tap_element(self, selector):
        """In the middle of the element, as a finger does."""
        self.wait(f"Boolean(document.querySelector({json.dumps(selector)}))")
        x, y, *_ = self._at_rest(f"({PLACED})(document.querySelector({json.dumps(selector)}))")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def choose(self, selector, value):
        """In a list; as the browser's own list does."""
        box = f"document.querySelector({json.dumps(selector)})"
        self.wait(f"[...{box}.options].some((o) => o.value === {json.dumps(value)})")
        self.run(f"{box}.value = {json.dumps(value)}; {box}.dispatchEvent(new Event('change'))")

    def choose_file(self, selector, path):
        """In a field for files, as the browser's own dialog does."""
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.call("DOM.setFileInputFiles", files=[str(path)], nodeId=node)

    def key(self, name, *, text=None):
        """A key is pressed and let go."""
        code = KEYS.get(name, 0)
        text = text or (name if len(name) == 1 else {"Enter": "\r"}.get(name, ""))
        told = {"key": name, "windowsVirtualKeyCode": code, **({"text": text} if text else {})}
        self.call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", **told)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=name, windowsVirtualKeyCode=code)

    def shot(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        Path(path).write_bytes(base64.b64decode(data))

    @property
    def problems(self):
        """What the console told of errors."""
        return self._connection.problems


class _Connection:
    def __init__(self, address):
        self._open = ExitStack()
        self._socket = self._open.enter_context(connect(address, max_size=None, compression=None, ping_interval=None))
        self._numbers = itertools.count(1)
        self.problems = []

    def call(self, method, **params):
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            told = json.loads(self._socket.recv(timeout=PATIENCE_S))
            if told.get("id") == number:
                assert "error" not in told, told["error"]
                return told["result"]
            if told.get("method") == "Runtime.exceptionThrown":
                self.problems.append(told["params"]["exceptionDetails"])

    def close(self):
        self._open.close()

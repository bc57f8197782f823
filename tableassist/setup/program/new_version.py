"""Is there a newer version? One question to one address, only when a person asks it; nothing is ever fetched.

The program knows no address of its own. It is the one that somebody has typed, else the one that whoever built the
package has written into its metadata (`Project-URL: Versions, https://...`).
"""

import re
import time
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, metadata
from typing import Any, Final

import msgspec

from tableassist import __version__
from tableassist.capture import HttpDownload, open_download
from tableassist.errors import BadFileError, BadRequestError, SourceError
from tableassist.messages import template
from tableassist.setup.program.licences import PROJECT

LABEL: Final = "versions"
"""Of the address in the package's metadata."""
WITHIN_S: Final = 10.0
MOST_BYTES: Final = 5_000_000
_RELEASE: Final = re.compile(r"v?(\d{1,9}(?:\.\d{1,9}){0,5})")
_EXPECTED: Final = template("{address}: expected JSON with a version, as in 1.2.3, got {got}")


@dataclass(frozen=True, slots=True)
class VersionNews:
    newest: str
    running: str
    address: str
    """That was asked."""

    @property
    def is_newer(self) -> bool:
        return _numbers(self.newest) > _numbers(self.running)


def packaged_address() -> str:
    """What the package's own metadata says; empty where it says nothing."""
    try:
        named = metadata(PROJECT).get_all("Project-URL") or []
    except PackageNotFoundError:  # a checkout
        return ""
    pairs = (each.partition(",") for each in named)
    return next((url.strip() for label, _, url in pairs if label.strip().lower() == LABEL), "")


def ask_for_version(address: str, *, running: str = __version__, within_s: float = WITHIN_S) -> VersionNews:
    """In a thread: it waits for the network. SourceError where nobody answers, BadFileError where the answer makes no
    sense."""
    url = address.strip()
    if not url.startswith(("http://", "https://")):
        raise BadRequestError("address: got {address!r}, expected http:// or https://", address=address)
    answer = _read(url, within_s)
    newest = _version_in(answer)
    if newest is None:
        raise BadFileError(_EXPECTED, address=url, got=answer[:60].decode("utf-8", "replace"))
    return VersionNews(newest, running, url)


def _read(url: str, within_s: float) -> bytes:
    until, parts, size = time.monotonic() + within_s, [], 0
    download = open_download(url, timeout_s=within_s)
    try:
        while (some := _some(download, url, until - time.monotonic())) and size <= MOST_BYTES:
            parts.append(some)
            size += len(some)
    finally:
        download.close()
    if size > MOST_BYTES:
        raise BadFileError(_EXPECTED, address=url, got=f"> {MOST_BYTES} bytes")
    return b"".join(parts)


def _some(download: HttpDownload, url: str, left_s: float) -> bytes:
    try:
        return download.read_some(max(0.01, left_s))
    except (OSError, ValueError) as problem:
        what = template("{source}: the answer was cut short ({problem})")
        raise SourceError(what, source=url, problem=str(problem) or type(problem).__name__) from None


def _version_in(answer: bytes) -> str | None:
    """As package indexes tell it (`info.version`), or simply as `version`."""
    try:
        told: Any = msgspec.json.decode(answer)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    inner = told.get("info", told) if isinstance(told, dict) else None
    version = inner.get("version") if isinstance(inner, dict) else None
    return version if isinstance(version, str) and _RELEASE.fullmatch(version) else None


def _numbers(version: str) -> tuple[int, ...]:
    """Of a release: 1.2 and 1.2.0 are the same."""
    found = _RELEASE.match(version)
    numbers = [int(each) for each in found[1].split(".")] if found else [0]
    while len(numbers) > 1 and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)

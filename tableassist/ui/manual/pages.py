"""The manual's pages, and finding words in them. No widgets."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tableassist.store.files import packaged_folder

INDEX: Final = "README.md"
_HEADING: Final = re.compile(r"^#{1,6}\s+(.*?)\s*#*$")
_LINK: Final = re.compile(r"\]\(([\w.-]+\.md)\)")
_MOST_HITS: Final = 60


@dataclass(frozen=True, slots=True)
class ManualPage:
    name: str
    """Of its file, as links call it."""
    title: str
    text: str
    """Markdown."""


@dataclass(frozen=True, slots=True)
class ManualHit:
    """A place where all the words that were looked for stand together."""

    page: ManualPage
    heading: str
    line: str


def manual_folder() -> Path:
    return packaged_folder("docs")


def read_manual(folder: Path | None = None) -> tuple[ManualPage, ...]:
    """The index first, then the pages in its order, then the others. Empty where there is no manual."""
    where = folder or manual_folder()
    pages = {path.name: _page(path) for path in sorted(where.glob("*.md"))}
    index = pages.get(INDEX)
    named = () if index is None else (INDEX, *_LINK.findall(index.text))
    order = dict.fromkeys((*(name for name in named if name in pages), *pages))
    return tuple(pages[name] for name in order)


def _page(path: Path) -> ManualPage:
    text = path.read_text("utf-8")
    title = next((found[1] for found in map(_HEADING.match, text.splitlines()) if found), path.stem)
    return ManualPage(path.name, plain(title), text)


def find_in_manual(pages: Iterable[ManualPage], asked: str) -> tuple[ManualHit, ...]:
    """Paragraphs and rows that hold every word, or a part of it; those in headings first."""
    words = asked.casefold().split()
    if not words:
        return ()
    hits = [hit for page in pages for hit in _lines(page) if all(word in _sought(hit) for word in words)]
    hits.sort(key=lambda hit: not all(word in hit.heading.casefold() for word in words))
    return tuple(hits[:_MOST_HITS])


def _sought(hit: ManualHit) -> str:
    return f"{hit.heading} {hit.line}".casefold()


def _lines(page: ManualPage) -> Iterable[ManualHit]:
    heading = page.title
    for block in re.split(r"\n\s*\n", page.text):
        for line in block.splitlines() if block.lstrip().startswith(("|", "-", "#")) else (" ".join(block.split()),):
            found = _HEADING.match(line)
            if found:
                heading = plain(found[1])
            if line.strip():
                yield ManualHit(page, heading, plain(line))


def plain(markdown: str) -> str:
    """Without its signs, for a list."""
    bare = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", markdown)
    return re.sub(r"\s+", " ", re.sub(r"^[#\s|*-]+|[`*|]", " ", bare)).strip()


def slug_of(heading: str) -> str:
    """What a link to a heading is called, as on the web."""
    return re.sub(r"[\s]+", "-", re.sub(r"[^\w\s-]", "", heading.casefold()).strip())

"""The manual in a window of its own: its pages, what is found in them, and what their links open."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from PyQt6.QtCore import QUrl
from PyQt6.QtGui import QDesktopServices, QImage, QTextCursor, QTextDocument
from PyQt6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem, QSplitter, QTextBrowser, QWidget

from tableassist.messages import tr, tr_plural
from tableassist.store.files import packaged_folder
from tableassist.ui.look import SPACE_PX
from tableassist.ui.widgets.controls import column
from tableassist.ui.widgets.plain import KEPT, PlainLabel, add_item

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


SIZE_PX: Final = (980, 700)
WEB: Final = frozenset({"http", "https"})


class ManualBrowser(QTextBrowser):
    """Loads pictures that lie beside the pages, and nothing else: nothing is fetched from anywhere."""

    def __init__(self, folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self.setOpenLinks(False)
        self.setAccessibleName(tr("Page of the manual"))

    def loadResource(self, kind: int, name: QUrl) -> Any:  # noqa: N802
        plain = name.toString()
        if kind == QTextDocument.ResourceType.ImageResource.value and plain == Path(plain).name:
            image = QImage(str(self._folder / plain))
            wide = SIZE_PX[0] // 2
            return image if image.width() <= wide else image.scaledToWidth(wide)
        return None

    def go_to(self, heading: str) -> None:
        """To a heading, by its words or by the name that links use."""
        wanted, document = slug_of(heading), self.document()
        block = None if document is None else document.begin()
        while block is not None and block.isValid():
            if block.blockFormat().headingLevel() and slug_of(block.text()) == wanted:
                self.setTextCursor(QTextCursor(block))
                bar, layout = self.verticalScrollBar(), None if document is None else document.documentLayout()
                if bar is not None and layout is not None:
                    bar.setValue(round(layout.blockBoundingRect(block).top()))
                return
            block = block.next()


class Manual(QDialog):
    """`open_web`: what a link into the web is given to, when somebody clicks it."""

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        folder: Path | None = None,
        open_web: Callable[[QUrl], object] = QDesktopServices.openUrl,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Manual"))
        where = folder or manual_folder()
        self._open_web = open_web
        self.pages = {page.name: page for page in read_manual(where)}
        self.shown: ManualPage | None = None
        self.search = QLineEdit()
        self.list = QListWidget()
        self.found = PlainLabel(look="caption")
        self.told = PlainLabel(look="caption", wraps=True)
        self.browser = ManualBrowser(where)
        self._lay_out()
        self.search.textChanged.connect(self._find)
        self.search.returnPressed.connect(self.list.setFocus)
        self.list.currentItemChanged.connect(lambda item, _before: self._choose(item))
        self.browser.anchorClicked.connect(self.follow)
        self._find("")
        self.list.setCurrentRow(0)

    def show_page(self, name: str, heading: str = "") -> None:
        page = self.pages[name]
        if page is not self.shown:
            self.shown = page
            self.browser.setMarkdown(page.text)
        self.told.clear()
        if heading:
            self.browser.go_to(heading)

    def follow(self, link: QUrl) -> None:
        """Within the manual; into the web only by the person's own browser; anywhere else, nowhere."""
        name, heading = link.path(), link.fragment()
        if link.scheme() in WEB:
            self._open_web(link)
        elif not link.scheme() and not name and heading:
            self.browser.go_to(heading)
        elif not link.scheme() and name in self.pages:
            self.show_page(name, heading)
        else:
            self.told.setText(tr("{link} is not a page of this manual.", link=link.toString()))

    def _find(self, asked: str) -> None:
        self.list.clear()
        if not asked.strip():
            self.found.clear()
            for page in self.pages.values():
                add_item(self.list, page.title, page)
            return
        hits = find_in_manual(self.pages.values(), asked)
        for hit in hits:
            add_item(self.list, f"{hit.page.title}  ·  {hit.heading}\n{hit.line[:90]}", hit)
        self.found.setText(tr_plural("1 place found", "{count} places found", count=len(hits)))

    def _choose(self, item: QListWidgetItem | None) -> None:
        kept: ManualPage | ManualHit | None = None if item is None else item.data(KEPT)
        if kept is None:
            return
        if isinstance(kept, ManualPage):
            self.show_page(kept.name)
        else:
            self.show_page(kept.page.name, kept.heading)

    def _lay_out(self) -> None:
        self.search.setPlaceholderText(tr("Find in the manual"))
        self.search.setAccessibleName(tr("Find in the manual"))
        self.search.setClearButtonEnabled(True)
        self.list.setAccessibleName(tr("Pages of the manual"))
        self.list.setWordWrap(True)
        left, right, splitter = QWidget(), QWidget(), QSplitter()
        column(self.search, self.found, (self.list, 1), on=left, margins=0, spacing=SPACE_PX)
        column((self.browser, 1), self.told, on=right, margins=0, spacing=SPACE_PX)
        splitter.addWidget(left)
        splitter.addWidget(right)
        splitter.setChildrenCollapsible(False)
        splitter.setSizes([300, SIZE_PX[0] - 300])
        column((splitter, 1), on=self)
        self.resize(*SIZE_PX)

"""What a forum understands: BBCode or Markdown, and how a stranger's words stay words in either."""

import re
from collections.abc import Iterable
from enum import StrEnum

from tableassist.messages import visible

WORD_JOINER = "\u2060"
"""Takes no room. It stands where a forum would make a link or a mention of a name."""
LINKED = re.compile(r":(?=//)|@(?=\w)|\.(?=[A-Za-z]{2})")
BRACKETS = str.maketrans({"[": "［", "]": "］"})
"""BBCode has no escape that all forums know: full-width brackets look alike and begin no tag anywhere."""
SMILEY = re.compile(r":(?=[^\s\d:/])|;(?=[)(\-])")
MARKED = re.compile(r"[\\`*_{}\[\]<>#|~&$^]")
"""CommonMark's own signs, and those of its dialects: tables, strikes, sums, superscript, spoilers."""
LINE_BEGINS = re.compile(r"(\d{1,9})([.)])(?=\s|$)|([-+=])")
"""What would be a list or a heading at the beginning of a line."""


class ForumMarkup(StrEnum):
    BBCODE = "bbcode"
    MARKDOWN = "markdown"

    def plain(self, words: str) -> str:
        """Whatever they hold, they are shown to the letter, on one line."""
        line = " ".join(visible(words, keep="\n\t").split())
        if self is ForumMarkup.BBCODE:
            safe = SMILEY.sub(_joined, line).translate(BRACKETS)
        else:
            safe = MARKED.sub(lambda sign: f"\\{sign[0]}", line)
            safe = SMILEY.sub(lambda sign: f"\\{sign[0]}", safe)
            begins = LINE_BEGINS.match(safe)
            if begins is not None:
                safe = safe[: begins.end() - 1] + "\\" + safe[begins.end() - 1 :]
        return LINKED.sub(_joined, safe)

    def strong(self, words: str) -> str:
        safe = self.plain(words)
        return f"[b]{safe}[/b]" if self is ForumMarkup.BBCODE else f"**{safe}**"

    def top_heading(self, words: str) -> str:
        return f"[b][u]{self.plain(words)}[/u][/b]" if self is ForumMarkup.BBCODE else f"# {self.plain(words)}"

    def heading(self, words: str) -> str:
        return self.strong(words) if self is ForumMarkup.BBCODE else f"## {self.plain(words)}"

    def bullets(self, items: Iterable[str]) -> str:
        """`items` are marked up already."""
        if self is ForumMarkup.BBCODE:
            return "\n".join(("[list]", *(f"[*]{each}" for each in items), "[/list]"))
        return "\n".join(f"- {each}" for each in items)


def _joined(sign: re.Match[str]) -> str:
    return f"{sign[0]}{WORD_JOINER}"

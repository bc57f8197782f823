"""Words for the page: in letters that every PDF reader has built in, and fitted to the room there is."""

import unicodedata
from enum import StrEnum

from reportlab.pdfbase.pdfmetrics import stringWidth

MM_PER_POINT = 25.4 / 72.0
ELLIPSIS = "…"
CODE_PAGE = "cp1252"
"""What the built-in fonts can draw."""


class FontFace(StrEnum):
    """By the names that PDF gives its built-in fonts."""

    PLAIN = "Helvetica"
    BOLD = "Helvetica-Bold"
    TYPED = "Courier"
    """For commands."""


_PAIRS = (
    "аa бb вv гg дd еe ёyo жzh зz иi йy кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ъ ыy ь эe юyu яya іi "
    "їyi єye ґg αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo łl đd ħh ıi ŋng ŧt əe ĸk "
    "−-"
)
LIKENESSES = {pair[0]: pair[1:] for pair in _PAIRS.split()}
"""Cyrillic, Greek and Latin letters that do not come apart into a plain letter and an accent."""


def printable(text: str) -> str:
    """The same words in Western European letters; what has no likeness there becomes a question mark."""
    return "".join(_drawable(letter) for letter in unicodedata.normalize("NFC", " ".join(text.split())))


def _drawable(letter: str) -> str:
    if not letter.isprintable():
        return ""
    if _is_known(letter):
        return letter
    likeness = LIKENESSES.get(letter.lower())
    if likeness is not None:
        return likeness.capitalize() if letter.isupper() else likeness
    plain = unicodedata.normalize("NFKD", letter)
    if plain != letter:
        return "".join(_drawable(part) for part in plain if not unicodedata.combining(part))
    return "" if unicodedata.combining(letter) else "?"


def _is_known(letter: str) -> bool:
    try:
        letter.encode(CODE_PAGE)
    except UnicodeEncodeError:
        return False
    return True


def width_mm(text: str, size_pt: float, *, face: FontFace = FontFace.PLAIN) -> float:
    return float(stringWidth(text, face, size_pt)) * MM_PER_POINT


def fitted(text: str, room_mm: float, size_pt: float, *, face: FontFace = FontFace.PLAIN) -> str:
    """One line, cut short where it is too long."""
    text = printable(text)
    if width_mm(text, size_pt, face=face) <= room_mm:
        return text
    while text and width_mm(text + ELLIPSIS, size_pt, face=face) > room_mm:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS if text else ""


def wrapped(text: str, room_mm: float, size_pt: float, *, face: FontFace = FontFace.PLAIN) -> tuple[str, ...]:
    """Lines of whole words; a word that is longer than a line is cut short."""
    lines: list[str] = []
    for word in printable(text).split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_mm(longer, size_pt, face=face) <= room_mm:
            lines[-1] = longer
        else:
            lines.append(fitted(word, room_mm, size_pt, face=face))
    return tuple(lines)

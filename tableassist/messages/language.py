"""A language: one gettext catalogue (`languages/CODE.po`), and how its numbers and lists are written."""

import gettext
import os
import re
import string
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Any, Final

from tableassist.messages.message import Message, Text

ENGLISH: Final = "en"
_FOLDER: Final = files("tableassist.messages").joinpath("languages")
_POSSESSIVE: Final = re.compile(r"\{(\w+)\}'s\b")
LANGUAGES: Final = (
    ENGLISH,
    *sorted(path.name.removesuffix(".po") for path in _FOLDER.iterdir() if path.name.endswith(".po")),
)
"""English is in the source; every other is a file."""


class Language(string.Formatter):
    """Puts messages into words. What a catalogue lacks is told in English."""

    def __init__(self, code: str) -> None:
        self.code: Final = code
        self._decimal = "." if code == ENGLISH else _decimal_symbol(code)
        self._catalogue = gettext.NullTranslations() if code == ENGLISH else _catalogue(code)

    def text(self, text: Text) -> str:
        """A plain string is somebody's own words and stays as it is."""
        if not isinstance(text, Message):
            return text
        if text.other is None:
            words = self._catalogue.gettext(text.template) if text.template else ""
        else:
            words = self._catalogue.ngettext(text.template, text.other, int(str(text.params["count"])))
        if words in (text.template, text.other) and "}'s" in words:
            words = _POSSESSIVE.sub(lambda name: self._possessive(text, name[1]), words)
        return self.vformat(words, (), text.params) if text.params else words

    def _possessive(self, text: Message, param: str) -> str:
        """A name that ends in s takes the apostrophe alone: Pirates' turn, Harbinger's mast."""
        owner = self.format_field(text.params[param], "") if param in text.params else ""
        return f"{{{param}}}'" if owner.endswith("s") else f"{{{param}}}'s"

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Message | str):
            return format(self.text(value), format_spec)
        if isinstance(value, list | tuple):
            return ", ".join(self.format_field(item, "") for item in value)
        written = format(value, format_spec)  # a path, an enum: as they write themselves
        return written.replace(".", self._decimal) if isinstance(value, float) else written

    def number(self, value: float, digits: int) -> str:
        return f"{value:.{digits}f}".replace(".", self._decimal)

    def listed(self, items: Sequence[Text]) -> str:
        """With the language's own "and" before the last."""
        from babel.lists import format_list  # noqa: PLC0415  loaded where it is needed

        return format_list([self.text(item) for item in items], locale=self.code)

    def date_and_time(self, moment: datetime) -> str:
        from babel.dates import format_datetime  # noqa: PLC0415

        return format_datetime(moment, "medium", locale=self.code)


@lru_cache(maxsize=8)
def language_for(chosen: str) -> Language:
    """`chosen` is a language's code or "system"; one that we do not have is English."""
    code = _system_language() if chosen == "system" else chosen
    return Language(code if code in LANGUAGES else ENGLISH)


def own_name(code: str) -> str:
    """What its speakers call a language, as in "Deutsch"."""
    from babel import Locale  # noqa: PLC0415

    return (Locale(code).get_display_name() or code).capitalize()


def _system_language() -> str:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return value.split(":")[0].split("_")[0].split(".")[0].lower()
    return ENGLISH


def _decimal_symbol(code: str) -> str:
    from babel.numbers import get_decimal_symbol  # noqa: PLC0415

    return get_decimal_symbol(code)


def _catalogue(code: str) -> gettext.NullTranslations:
    """From the text that translators work on: a language needs no compiler."""
    from babel.messages.mofile import write_mo  # noqa: PLC0415
    from babel.messages.pofile import read_po  # noqa: PLC0415

    catalogue = read_po(BytesIO(_FOLDER.joinpath(f"{code}.po").read_bytes()), locale=code)
    for message in [entry for entry in catalogue if not all(entry.string or ())]:
        catalogue.delete(message.id)  # a plural without its words would be said as nothing
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)

"""The window in another language: a Qt Linguist file (.ts), read as it is, so that a translator needs no compiler."""

from importlib.resources import files
from typing import Final
from xml.etree import ElementTree

from PyQt6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from tableassist.ui.language.words import CONTEXT

LANGUAGES: Final = ("en", "de")
"""English is in the source."""

_installed: list[QTranslator] = []
"""Qt does not keep them."""


class Language(QTranslator):
    def __init__(self, words: dict[str, str]) -> None:
        super().__init__()
        self._words = words

    def translate(  # type: ignore[override]
        self,
        context: str | None,
        source_text: str | None,
        disambiguation: str | None = None,  # noqa: ARG002
        n: int = -1,  # noqa: ARG002
    ) -> str | None:
        # Qt asks every translator for its own words too; None leaves them to the next.
        return self._words.get(source_text or "") if context == CONTEXT else None

    def isEmpty(self) -> bool:  # noqa: N802
        return not self._words


def read_words(language: str) -> dict[str, str]:
    """From the English to the language. The file is the program's own, so nothing hostile is in it."""
    text = files("tableassist.ui").joinpath("languages", f"{language}.ts").read_text("utf-8")
    words = {}
    for message in ElementTree.fromstring(text).iter("message"):
        translation = message.find("translation")
        if translation is not None and translation.get("type") != "unfinished" and translation.text:
            words[message.findtext("source", "")] = translation.text
    return words


def language_of(chosen: str) -> str:
    """`chosen` is a language or "system"; what we do not speak is English."""
    if chosen != "system":
        return chosen if chosen in LANGUAGES else "en"
    spoken = QLocale.system().name().split("_")[0]
    return spoken if spoken in LANGUAGES else "en"


def speak(chosen: str) -> None:
    """From now on; windows that are open keep their words until they are opened again."""
    for translator in _installed:
        QCoreApplication.removeTranslator(translator)
    _installed.clear()
    language = language_of(chosen)
    if language == "en":
        return
    qt = QTranslator()
    if qt.load(f"qtbase_{language}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        _installed.append(qt)
    _installed.append(Language(read_words(language)))
    for translator in _installed:
        QCoreApplication.installTranslator(translator)

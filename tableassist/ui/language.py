"""The language of the window."""

from typing import Final

from PyQt6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from tableassist import messages
from tableassist.messages import language_for

_installed: Final[list[QTranslator]] = []
"""Qt does not keep them."""


def speak(chosen: str) -> None:
    """From now on; windows that are open keep their words until they are opened again."""
    messages.speak(chosen)
    code = language_for(chosen).code
    locale = QLocale(code)
    # Our own numbers have no marks between thousands, and neither have those that a person types.
    locale.setNumberOptions(QLocale.NumberOption.OmitGroupSeparator)
    QLocale.setDefault(locale)
    for translator in _installed:
        QCoreApplication.removeTranslator(translator)
    _installed.clear()
    qt = QTranslator()
    if qt.load(f"qtbase_{code}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        _installed.append(qt)
        QCoreApplication.installTranslator(qt)

"""Every word a person reads in the window goes through `tr`, so that it can be said in another language."""

from PyQt6.QtCore import QCoreApplication

CONTEXT = "tableassist"


def tr(text: str) -> str:
    """`text` must be a literal where it is called: the languages are checked against the source for completeness. Parts
    that vary stand in braces and are filled in after: tr("{count} pieces").format(count=3)."""
    return QCoreApplication.translate(CONTEXT, text)

"""Every word a person reads in the window goes through `tr`, so that it can be said in another language."""

from PyQt6.QtCore import QCoreApplication

CONTEXT = "tableassist"


def tr(text: str) -> str:
    """`text` must be a literal where it is called: the languages are checked against the source for completeness. Parts
    that vary stand in braces and are filled in after: tr("{count} pieces").format(count=3)."""
    return translated(text)


def phrases(*texts: str) -> tuple[str, ...]:
    """Literals, as for `tr`, that are not said here but when a text turns up that was made from one of them."""
    return texts


def translated(text: str) -> str:
    """Of a text that is no literal here; it is one where it is handed to `phrases`."""
    return QCoreApplication.translate(CONTEXT, text)

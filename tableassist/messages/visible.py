"""Strangers' letters that would speak to a terminal, or turn a line round, as the escapes that they are written by."""

import unicodedata


def visible(text: str, *, keep: str = "") -> str:
    """A ship called "Ox\\u202eSEY" would else turn what is said of her into its mirror image."""
    if text.isprintable():
        return text
    return "".join(letter if _is_harmless(letter) or letter in keep else _escape(letter) for letter in text)


def _is_harmless(letter: str) -> bool:
    return letter.isprintable() or unicodedata.category(letter) == "Zs"  # a space of another width


def _escape(letter: str) -> str:
    """A byte of a file name that is no UTF-8 stands in Python's text as a lone surrogate."""
    return f"\\x{ord(letter) - 0xDC00:02x}" if "\udc80" <= letter <= "\udcff" else ascii(letter)[1:-1]

"""Names, words and numbers as they stand in a line of text: on one line, and safe to show."""

import re

MOST_NAME, MOST_WORDS = 80, 500
"""Characters of a name and of a comment; names are no longer in a table file either."""
PLAIN_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9'_-]*[A-Za-z0-9])?")
"""A name that needs no quotes."""


def name(text: str) -> str:
    return text if PLAIN_NAME.fullmatch(text) else quoted(text)


def quoted(text: str) -> str:
    return f'"{escaped(text, chr(34))}"'


def escaped(text: str, end: str) -> str:
    """What does not print is written by its number."""
    return "".join(_escape(c, end) for c in text)


def _escape(c: str, end: str) -> str:
    if c in ("\\", end):
        return f"\\{c}"
    return c if c.isprintable() else f"\\u{ord(c):x};"

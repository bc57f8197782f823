"""Write names and words so that they fit on one line of text and are safe to show."""

import re

MAX_NAME_LETTERS, MAX_COMMENT_LETTERS = 80, 500
"""Characters of a name and of a comment; names are no longer in a table file either."""
PLAIN_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9'_-]*[A-Za-z0-9])?")
"""A name that needs no quotes."""


def format_name(text: str) -> str:
    return text if PLAIN_NAME.fullmatch(text) else quote_text(text)


def quote_text(text: str) -> str:
    return f'"{escape_text(text, chr(34))}"'


def escape_text(text: str, end: str) -> str:
    """Escape the end sign and write what does not print by its number."""
    return "".join(_escape_letter(c, end) for c in text)


def _escape_letter(c: str, end: str) -> str:
    if c in ("\\", end):
        return f"\\{c}"
    return c if c.isprintable() else f"\\u{ord(c):x};"

"""Names for rows that nobody types."""

import secrets


def new_id(kind: str) -> str:
    """Not to be guessed, and its kind is seen in a log."""
    return f"{kind}-{secrets.token_hex(8)}"

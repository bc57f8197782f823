"""Messages in a file: the English words, and nothing more. For msgspec, which asks about types it does not know."""

from tableassist.messages import Message
from tableassist.rules.ruling.ruling import written


def in_words(value: object) -> str:
    if isinstance(value, Message):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} cannot be written")


def from_words(kind: type, value: object) -> Message:
    if kind is Message and isinstance(value, str):
        return written(value)
    raise NotImplementedError(f"{kind.__name__} cannot be read")

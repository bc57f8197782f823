"""Messages in a file: the English words, and nothing more. For msgspec, which asks about types it does not know."""

from tableassist.messages import Message
from tableassist.rulebook.ruling import message_of_words


def in_words(value: object) -> str:
    if isinstance(value, Message):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} cannot be written")


def from_words(kind: type, value: object) -> Message:
    if kind is not Message:
        raise NotImplementedError(f"{kind.__name__} cannot be read")
    if not isinstance(value, str):
        raise ValueError(f"Expected `str`, got `{type(value).__name__}`")
    return message_of_words(value)

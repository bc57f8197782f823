"""Where the number on a die came from."""

from collections.abc import Mapping
from typing import Any, Final

from tableassist.messages import Message
from tableassist.rulebook import Entry, Source
from tableassist.rulebook.referee import DICE

DIE_WORDS: Final[Mapping[Source, Message]] = {
    Source.CAMERA: Message("die read by the camera"),
    Source.PHONE: Message("die from a phone"),
    Source.PERSON: Message("die typed in"),
    Source.RULE: Message("die by the rules"),
}


def die_source(entry: Entry[Any]) -> Source | None:
    """Say how the die of an act was read; None if the act has no die."""
    fields = DICE & set(entry.act.__struct_fields__)
    return entry.source if any(getattr(entry.act, name) for name in fields) else None

"""Overrulings as evidence has them: who made the call, and when by the clock on the wall."""

import msgspec

from tableassist.messages import Message, Text
from tableassist.rulebook import Overruling


class MadeOverruling(msgspec.Struct, frozen=True):
    overruling: Overruling
    made: str = ""
    """ISO 8601; empty where nobody knows."""

    @property
    def who(self) -> Text:
        return self.overruling.by or Message("unnamed person")

    @property
    def when(self) -> Text:
        return self.made or Message("time not known")

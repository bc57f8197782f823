"""Where a rule is written: titles of sections as they are printed, and words of ours where there is no such section."""

from functools import lru_cache

from tableassist.messages import Message, Text


@lru_cache(maxsize=256)
def cite(section: Text, further: Text | None = None) -> Message:
    if further is not None:
        return Message("{section}; {further}", section=section, further=further)
    return section if isinstance(section, Message) else Message("{section}", section=section)

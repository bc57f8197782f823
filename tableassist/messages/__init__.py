"""A sentence as a value: a template and its parameters. It becomes words at the edge, in the language of the reader.

`Message` is for the core, which knows no language. `tr` and `say` are for the edge: window, commands, papers, pages.
"""

from tableassist.messages.current import current_language, say, sentence, speak, speaking, tr, tr_plural
from tableassist.messages.language import ENGLISH, LANGUAGES, Language, language_for, own_name
from tableassist.messages.message import (
    Message,
    Param,
    Text,
    all_of,
    any_of,
    message_from_plain,
    plain_of,
    template,
    visible,
)

__all__ = [
    "ENGLISH",
    "LANGUAGES",
    "Language",
    "Message",
    "Param",
    "Text",
    "all_of",
    "any_of",
    "current_language",
    "language_for",
    "message_from_plain",
    "own_name",
    "plain_of",
    "say",
    "sentence",
    "speak",
    "speaking",
    "template",
    "tr",
    "tr_plural",
    "visible",
]

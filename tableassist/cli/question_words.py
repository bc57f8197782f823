"""A question to the rules in a few words: which rule, who, with what, to whom."""

from collections.abc import Mapping
from typing import Protocol

from tableassist.messages import Message
from tableassist.rules.engine.rules import RULES
from tableassist.rules.setup.table import ALL_TOGETHER

TITLES = {rule.id: rule.title for rule in RULES}


class Asked(Protocol):
    """A ruling, or the question of one."""

    @property
    def rule(self) -> str: ...
    @property
    def subject(self) -> str: ...
    @property
    def target(self) -> str: ...
    @property
    def cannon(self) -> int | None: ...


def question_words(asked: Asked, names: Mapping[str, str]) -> Message:
    target = names.get(asked.target, asked.target)
    subject = names.get(asked.subject) or ALL_TOGETHER.get(asked.subject, asked.subject)
    rule = TITLES.get(asked.rule, asked.rule)  # a match may be of a version that had other rules
    if asked.cannon:
        return Message(
            "{rule}: {subject} cannon {cannon} → {target}",
            rule=rule,
            subject=subject,
            cannon=asked.cannon,
            target=target,
        )
    if not asked.target:
        return Message("{rule}: {subject}", rule=rule, subject=subject)
    return Message("{rule}: {subject} → {target}", rule=rule, subject=subject, target=target)

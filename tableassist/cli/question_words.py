"""A question to the rules in a few words: which rule, who, with what, to whom."""

from collections.abc import Mapping

from tableassist.formats.match.blocks.rulings import Question
from tableassist.messages import Message
from tableassist.rules.engine.rules import RULES
from tableassist.rules.ruling.ruling import Ruling

TITLES = {rule.id: rule.title for rule in RULES}


def question_words(asked: Ruling | Question, names: Mapping[str, str]) -> Message:
    subject, target = names.get(asked.subject, asked.subject), names.get(asked.target, asked.target)
    # A match may be of a version that had other rules.
    about = {"rule": TITLES.get(asked.rule, asked.rule), "subject": subject, "target": target}
    if asked.cannon:
        return Message("{rule}: {subject} cannon {cannon} → {target}", cannon=asked.cannon, **about)
    return Message("{rule}: {subject} → {target}", **about)

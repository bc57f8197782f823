"""What a text only recommends: told, and never a foul."""

from tableassist.messages import Message, Text
from tableassist.rulebook.play.log import FINE, Judgement, Opinion, Reason

ADVICE = "advice"


def advice(words: Message, section: Text) -> Reason:
    return Reason(ADVICE, words, section)


def fine_with(*reasons: Reason | None) -> Judgement:
    """Allowed; what is not None is said along with it."""
    said = tuple(each for each in reasons if each is not None)
    return Judgement(Opinion.FINE, said) if said else FINE

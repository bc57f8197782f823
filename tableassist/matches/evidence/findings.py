"""What is found about a piece of evidence: lines to tell, and what they come to."""

from dataclasses import dataclass, field
from enum import IntEnum

from tableassist.messages import Message, Text

SHOWN = 8
"""Of a long list."""


class EvidenceOutcome(IntEnum):
    """Each is its exit code; 2 is a file that cannot be read."""

    AGREES = 0
    DIFFERS = 3
    NOT_PROVEN = 4
    BAD_SIGNATURE = 5


GRAVITY = (EvidenceOutcome.AGREES, EvidenceOutcome.NOT_PROVEN, EvidenceOutcome.DIFFERS, EvidenceOutcome.BAD_SIGNATURE)
"""From the lightest: the gravest is what all comes to."""
FINAL_WORDS = {
    EvidenceOutcome.AGREES: Message("It agrees."),
    EvidenceOutcome.DIFFERS: Message("It does NOT agree: see the differences above."),
    EvidenceOutcome.NOT_PROVEN: Message("NOT PROVEN: nothing contradicts it, but the points above are unproven."),
    EvidenceOutcome.BAD_SIGNATURE: Message("WRONG SIGNATURE: see above."),
}


@dataclass(slots=True)
class EvidenceFindings:
    lines: list[Message] = field(default_factory=list)
    outcome: EvidenceOutcome = EvidenceOutcome.AGREES

    @property
    def agrees(self) -> bool:
        return self.outcome is EvidenceOutcome.AGREES

    @property
    def final_words(self) -> Message:
        return FINAL_WORDS[self.outcome]

    def tell(self, words: Message) -> None:
        self.lines.append(words)

    def differs(self, what: Text) -> None:
        self._found(Message("differs: {what}", what=what), EvidenceOutcome.DIFFERS)

    def not_proven(self, what: Text) -> None:
        self._found(Message("not proven: {what}", what=what), EvidenceOutcome.NOT_PROVEN)

    def bad_signature(self, what: Text) -> None:
        self._found(Message("signature: {what}", what=what), EvidenceOutcome.BAD_SIGNATURE)

    def off(self, what: Text, *, same_program: bool) -> None:
        """What the same program would have made the same, and another perhaps not."""
        if same_program:
            self.differs(what)
        else:
            self.not_proven(what)

    def on_trust(self, what: Text) -> None:
        """What no picture can show; whoever signed it vouches for it."""
        self.tell(Message("taken on trust: {what}", what=what))

    def _found(self, words: Message, outcome: EvidenceOutcome) -> None:
        self.tell(words)
        self.outcome = max(self.outcome, outcome, key=GRAVITY.index)

"""One way in which a case does not come out as it is expected to."""

from dataclasses import dataclass

from tableassist.messages import Message, Text


@dataclass(frozen=True, slots=True)
class Difference:
    about: Text
    """A question, an act or a state."""
    got: Text
    expected: Text

    @property
    def words(self) -> Message:
        said = {"about": self.about, "got": self.got, "expected": self.expected}
        return Message("{about}: got {got}, expected {expected}", **said)

"""Oracle and engine with the same few functions, so that cases and random games can be run with either."""

from tests.cardgame.oracle.ending import public_state
from tests.cardgame.oracle.oracle import Oracle


class OracleTable:
    def __init__(self, start):
        self.oracle = Oracle(start)

    def state(self):
        return public_state(self.oracle.w)

    def offers(self):
        return self.oracle.legal()

    def owed(self):
        return sorted({each["act"] for each in self.oracle.w["owed"]})

    def act(self, act):
        """The code of the foul that it is, and nothing has changed; None where it was done."""
        code = self.oracle.foul(act)
        if code is None:
            self.oracle.do(act)
        return code

"""Reads along one line of a score."""

import re

from tableassist.messages import template
from tableassist.store.score.score import MOST_TURN
from tableassist.text_line import Cursor

TURN = re.compile(r"([0-9]{1,5})\.(?=[ \t]|$)")
TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]{0,39}(?![A-Za-z0-9])")
RULE = re.compile(r"[a-z][a-z_]{0,39}(?![A-Za-z0-9_])")
SEGMENT = re.compile(r"[SLTD](?=[-0-9=]|[ \t])")


class ScoreCursor(Cursor):
    def turn(self) -> int:
        return min(MOST_TURN, int(self.matched(TURN, template("a turn's number and a dot, as in '12. '"))[1]))

    def tag_name(self) -> str:
        return self.matched(TAG_NAME, template("a tag's name"))[0]

    def rule(self) -> str:
        return self.matched(RULE, template("a rule's name"))[0]

    def segment(self) -> str | None:
        """S, L, T or D; None where something else stands."""
        found = self.matches(SEGMENT)
        return None if found is None else found[0]

"""What is true of the questions at the table, by shapely from true poses; nothing of the rules is used.

Ranges, rams and dockings from the outlines; lines of fire by trying points every quarter of a millimetre
(tests/rulebook/line_oracle.py).
"""

import shapely

from bench.trust_tables import REACH_MM, TOUCH_MM, Body
from tests.rulebook.line_oracle import STEP_MM, Lying, mast_lines, seen, solids

EXACT_MM = 0.05
"""Nearer to the limit than this, either answer is let pass."""
LINES = ("line_of_fire",)


class TrueTable:
    """One staged table; answers are worked out when they are asked for."""

    def __init__(self, table):
        self._bodies = {staged.piece.id: Body(staged.piece, staged.pose) for staged in table.pieces}
        self._lying = {
            staged.piece.id: Lying(staged.piece, staged.pose.x_mm, staged.pose.y_mm, staged.pose.heading_rad)
            for staged in table.pieces
        }
        self._known = {}

    def contradicts(self, ruling):
        """Whether a YES or NO is against the truth; None where this oracle has no answer."""
        if ruling.subject not in self._bodies or ruling.target not in self._bodies:
            return None
        ask = {"range": self._range, "line_of_fire": self._line, "ram": self._ram, "docking": self._dock}
        answer = ask.get(ruling.rule)
        if answer is None:
            return None
        margin = answer(ruling) if ruling.rule in LINES else self._remembered(ruling, answer)
        if margin is None:
            return None
        said = ruling.verdict.value == "yes"
        return margin < -EXACT_MM if said else margin > EXACT_MM

    def _remembered(self, ruling, answer):
        """Not the lines: a few are asked each time, others each time, and the memory of the run would seem to grow."""
        key = ruling.rule, ruling.subject, ruling.target, ruling.cannon
        if key not in self._known:
            self._known[key] = answer(ruling)
        return self._known[key]

    def _gun(self, ruling):
        piece = self._bodies[ruling.subject].piece
        cannon = next(each for each in piece.cannons if each.number == ruling.cannon)
        return cannon, self._bodies[ruling.subject].gun(cannon.mast)

    def _range(self, ruling):
        cannon, gun = self._gun(ruling)
        return REACH_MM[cannon.reach] - self._shape(ruling.target).distance(shapely.Point(gun))

    def _shape(self, piece):
        lying = self._lying[piece]
        masts = range(1, len(lying.piece.model.masts) + 1)
        parts = [*solids(lying), *(line for number in masts for line in mast_lines(lying, number))]
        if len(lying.piece.model.bowsprit) > 1:
            parts.append(shapely.LineString(lying.put(lying.piece.model.bowsprit)))
        return shapely.GeometryCollection(parts)

    def _line(self, ruling):
        """Above zero where a point is seen. A gap narrower than the points stand apart proves nothing."""
        cannon, gun = self._gun(ruling)
        others = list(self._lying.values())
        points = seen(
            gun, cannon.mast, self._lying[ruling.subject], self._lying[ruling.target], others, REACH_MM[cannon.reach]
        )
        if points is None:
            return None
        if points.any():
            return 1.0 if points.sum() > 2 else None
        return -1.0 if ruling.measured_mm is None or abs(ruling.measured_mm) > STEP_MM else None

    def _ram(self, ruling):
        rammer, enemy = self._bodies[ruling.subject], self._bodies[ruling.target]
        if rammer.piece.owner == enemy.piece.owner or rammer.piece.model.bow_zone_from_x_mm is None:
            return None
        side = enemy.hull if enemy.piece.model.bow_zone_from_x_mm is None else enemy.hull.difference(enemy.bow)
        return TOUCH_MM - rammer.bow.distance(side)

    def _dock(self, ruling):
        """A ship that is docked lies with her bow at the shore; whose shore it is, is not asked here."""
        ship, shore = self._bodies[ruling.subject], self._bodies[ruling.target]
        margin = TOUCH_MM - ship.bow.distance(shore.hull)
        return margin if margin < 0 else None

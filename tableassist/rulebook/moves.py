"""Moves, drifts and what a ship could reach, judged on request rather than at every moment."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.rulebook.contact.within import rule_within
    from tableassist.rulebook.movement.allowance import Holds, MoveAllowance, segment_mm
    from tableassist.rulebook.movement.asked import MoveFacts, allowances_now, rule_move, rule_terrain_of_route
    from tableassist.rulebook.movement.iceberg import judge_drift
    from tableassist.rulebook.movement.move import MoveJudgement
    from tableassist.rulebook.movement.route import Route
    from tableassist.rulebook.movement.search import NO_LENGTH_MM
    from tableassist.rulebook.reach import Reach, ReachShot, reach_now, shots_from_reach
    from tableassist.rulebook.terrain.exit import LEFT, rule_exits
    from tableassist.rulebook.terrain.on_route import RouteLeg, rule_terrain_of_move
    from tableassist.rulebook.terrain.terrain import rule_terrain
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "tableassist.rulebook.contact.within": "rule_within",
            "tableassist.rulebook.movement.allowance": "Holds MoveAllowance segment_mm",
            "tableassist.rulebook.movement.asked": "MoveFacts allowances_now rule_move rule_terrain_of_route",
            "tableassist.rulebook.movement.iceberg": "judge_drift",
            "tableassist.rulebook.movement.move": "MoveJudgement",
            "tableassist.rulebook.movement.route": "Route",
            "tableassist.rulebook.movement.search": "NO_LENGTH_MM",
            "tableassist.rulebook.reach": "Reach ReachShot reach_now shots_from_reach",
            "tableassist.rulebook.terrain.exit": "LEFT rule_exits",
            "tableassist.rulebook.terrain.on_route": "RouteLeg rule_terrain_of_move",
            "tableassist.rulebook.terrain.terrain": "rule_terrain",
        },
    )

__all__ = [
    "LEFT",
    "NO_LENGTH_MM",
    "Holds",
    "MoveAllowance",
    "MoveFacts",
    "MoveJudgement",
    "Reach",
    "ReachShot",
    "Route",
    "RouteLeg",
    "allowances_now",
    "judge_drift",
    "reach_now",
    "rule_exits",
    "rule_move",
    "rule_terrain",
    "rule_terrain_of_move",
    "rule_terrain_of_route",
    "rule_within",
    "segment_mm",
    "shots_from_reach",
]

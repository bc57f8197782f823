"""All rules in one visible tuple, asked at every moment, and again only where something changed."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.rulebook.contact.contact import CONTACT
    from tableassist.rulebook.contact.derelicts import TOW
    from tableassist.rulebook.contact.docking import DOCKING
    from tableassist.rulebook.contact.ram import RAM
    from tableassist.rulebook.engine.adjudicate import of_subject, without_shots
    from tableassist.rulebook.engine.rules import (
        ALL_HOUSE_RULES,
        LASTING,
        READING_ORDER,
        ContactBegan,
        ContactEnded,
        Held,
        contact_change,
        touching_words,
    )
    from tableassist.rulebook.rule import RuleGroup
    from tableassist.rulebook.setup.fort import SET_UP, rule_forts
    from tableassist.rulebook.setup.spacing import island_spacing
    from tableassist.rulebook.setup.table import ALL_TOGETHER, rule_set_up
    from tableassist.rulebook.shooting.gun import RANGE
    from tableassist.rulebook.shooting.line_of_fire import LINE_OF_FIRE
    from tableassist.rulebook.shooting.permission import PERMISSION
    from tableassist.rulebook.shooting.shot import SHOT
    from tableassist.rulebook.terrain.terrain import TERRAIN
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "tableassist.rulebook.contact.contact": "CONTACT",
            "tableassist.rulebook.contact.derelicts": "TOW",
            "tableassist.rulebook.contact.docking": "DOCKING",
            "tableassist.rulebook.contact.ram": "RAM",
            "tableassist.rulebook.engine.adjudicate": "of_subject without_shots",
            "tableassist.rulebook.engine.rules": "ALL_HOUSE_RULES ContactBegan ContactEnded Held "
            "LASTING READING_ORDER contact_change touching_words",
            "tableassist.rulebook.rule": "RuleGroup",
            "tableassist.rulebook.setup.fort": "SET_UP rule_forts",
            "tableassist.rulebook.setup.spacing": "island_spacing",
            "tableassist.rulebook.setup.table": "ALL_TOGETHER rule_set_up",
            "tableassist.rulebook.shooting.gun": "RANGE",
            "tableassist.rulebook.shooting.line_of_fire": "LINE_OF_FIRE",
            "tableassist.rulebook.shooting.permission": "PERMISSION",
            "tableassist.rulebook.shooting.shot": "SHOT",
            "tableassist.rulebook.terrain.terrain": "TERRAIN",
        },
    )

__all__ = [
    "ALL_HOUSE_RULES",
    "ALL_TOGETHER",
    "CONTACT",
    "DOCKING",
    "LASTING",
    "LINE_OF_FIRE",
    "PERMISSION",
    "RAM",
    "RANGE",
    "READING_ORDER",
    "SET_UP",
    "SHOT",
    "TERRAIN",
    "TOW",
    "ContactBegan",
    "ContactEnded",
    "Held",
    "RuleGroup",
    "contact_change",
    "island_spacing",
    "of_subject",
    "rule_forts",
    "rule_set_up",
    "touching_words",
    "without_shots",
]

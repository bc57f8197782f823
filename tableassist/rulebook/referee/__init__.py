"""The whole constructible game, from set-up to winner: what was done, what may be done, what is owed, who leads.

Pure: `fold(game, act)` is the game after an act, `judge_act` what the rules say of it, `offers` what may be done now,
`owed` what must be answered first. Geometry comes in as rulings of the moment or as facts that people state.
"""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.rulebook.referee.acts.act import ADVICE, DIE
    from tableassist.rulebook.referee.acts.corrections import corrections_between
    from tableassist.rulebook.referee.acts.facts import ANSWER_WORDS
    from tableassist.rulebook.referee.acts.shooting import cannon_number
    from tableassist.rulebook.referee.ending import is_revealed, outlook, score
    from tableassist.rulebook.referee.face_down import FaceDown
    from tableassist.rulebook.referee.foul import Foul, actions_left
    from tableassist.rulebook.referee.offers import AnswersNow, answer_unless_decided, answers_to
    from tableassist.rulebook.referee.referee import DICE, NAMES, find_unknown_name, judge_act
    from tableassist.rulebook.referee.refereed import Happening, HappeningKind, happenings, names_of
    from tableassist.rulebook.referee.scene_facts import bow_facts, facts_of, find_dock
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "acts.act": "ADVICE DIE",
            "acts.corrections": "corrections_between",
            "acts.facts": "ANSWER_WORDS",
            "acts.shooting": "cannon_number",
            "ending": "is_revealed outlook score",
            "face_down": "FaceDown",
            "foul": "Foul actions_left",
            "offers": "AnswersNow answer_unless_decided answers_to",
            "referee": "DICE NAMES find_unknown_name judge_act",
            "refereed": "Happening HappeningKind happenings names_of",
            "scene_facts": "bow_facts find_dock facts_of",
        },
    )

__all__ = [
    "ADVICE",
    "ANSWER_WORDS",
    "DICE",
    "DIE",
    "NAMES",
    "AnswersNow",
    "FaceDown",
    "Foul",
    "Happening",
    "HappeningKind",
    "actions_left",
    "answer_unless_decided",
    "answers_to",
    "bow_facts",
    "cannon_number",
    "corrections_between",
    "facts_of",
    "find_dock",
    "find_unknown_name",
    "happenings",
    "is_revealed",
    "judge_act",
    "names_of",
    "outlook",
    "score",
]

"""Rulings in words.

Only the names below are for other packages.
"""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.judging.words.groups import (
        SET_UP_KEY,
        PairKey,
        RulingGroup,
        WantedRulings,
        grouped,
        shown_groups,
        with_set_up,
    )
    from tableassist.judging.words.rulings import (
        Names,
        answer_word,
        answer_words,
        condition_words,
        first_line_words,
        full_verdict,
        measured_short,
        measured_words,
        mm_words,
        pair_words,
        person_words,
        policy_words,
        question_sentence,
        reading_words,
        title_words,
        verdict_word,
        why_words,
    )
    from tableassist.judging.words.summaries import short_summary, summary
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "groups": "PairKey RulingGroup SET_UP_KEY WantedRulings grouped shown_groups with_set_up",
            "rulings": "Names answer_word answer_words condition_words full_verdict measured_short measured_words "
            "first_line_words mm_words pair_words person_words policy_words question_sentence reading_words "
            "title_words verdict_word why_words",
            "summaries": "short_summary summary",
        },
    )

__all__ = [
    "SET_UP_KEY",
    "Names",
    "PairKey",
    "RulingGroup",
    "WantedRulings",
    "answer_word",
    "answer_words",
    "condition_words",
    "first_line_words",
    "full_verdict",
    "grouped",
    "measured_short",
    "measured_words",
    "mm_words",
    "pair_words",
    "person_words",
    "policy_words",
    "question_sentence",
    "reading_words",
    "short_summary",
    "shown_groups",
    "summary",
    "title_words",
    "verdict_word",
    "why_words",
    "with_set_up",
]

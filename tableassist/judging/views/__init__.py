"""What a ruling looks like: drawings, close-ups, pages.

Only the names below are for other packages.
"""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.judging.views.close_up import PicturePart, drawn_in_part, evidence_part, part_around
    from tableassist.judging.views.evidence_sketch import SYMBOLS, evidence_drawing, evidence_points
    from tableassist.judging.views.judgement_page import (
        Section,
        Wanted,
        find_confirmed,
        find_pieces,
        missing_lines,
        new_warnings,
        page_sections,
    )
    from tableassist.judging.views.ships import ShipFacts, all_facts_words, answers_words, ship_facts, ship_words
    from tableassist.judging.views.table_drawing import TableDrawing, drawing_of
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "close_up": "PicturePart drawn_in_part evidence_part part_around",
            "evidence_sketch": "SYMBOLS evidence_drawing evidence_points",
            "judgement_page": "Section Wanted find_confirmed find_pieces missing_lines new_warnings page_sections",
            "ships": "ShipFacts all_facts_words answers_words ship_facts ship_words",
            "table_drawing": "TableDrawing drawing_of",
        },
    )

__all__ = [
    "SYMBOLS",
    "PicturePart",
    "Section",
    "ShipFacts",
    "TableDrawing",
    "Wanted",
    "all_facts_words",
    "answers_words",
    "drawing_of",
    "drawn_in_part",
    "evidence_drawing",
    "evidence_part",
    "evidence_points",
    "find_confirmed",
    "find_pieces",
    "missing_lines",
    "new_warnings",
    "page_sections",
    "part_around",
    "ship_facts",
    "ship_words",
]

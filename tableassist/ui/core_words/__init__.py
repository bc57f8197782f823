"""What the core says, as phrases that a language can say anew: one file for each source."""

from typing import Final

from tableassist.ui.core_words import (
    cards,
    contacts,
    drawing,
    joints,
    moves,
    rulebook,
    setting_up,
    shots,
    terrain,
    watching,
)

ALL_PHRASES: Final = (
    *drawing.PHRASES,
    *contacts.PHRASES,
    *shots.PHRASES,
    *moves.PHRASES,
    *terrain.PHRASES,
    *rulebook.PHRASES,
    *cards.PHRASES,
    *watching.PHRASES,
    *setting_up.PHRASES,
    *joints.PHRASES,
)

"""What the core says, as phrases that a language can say anew: one file for each source."""

from typing import Final

from tableassist.ui.core_words import (
    joints,
    record,
    rulebook,
    setting_up,
    tag_source,
    watching,
)

ALL_PHRASES: Final = (
    *rulebook.PHRASES,
    *watching.PHRASES,
    *tag_source.PHRASES,
    *record.PHRASES,
    *setting_up.PHRASES,
    *joints.PHRASES,
)

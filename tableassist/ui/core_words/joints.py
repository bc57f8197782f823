"""What holds two sentences together. These are the last resort, for they say little themselves."""

from typing import Final

from tableassist.ui.language.words import phrases

PHRASES: Final = phrases(
    "{FIRST}; {THEN}",
    "{FIRST}: {THEN}",
    "{FIRST}, {THEN}",
    "{FIRST}, but {THEN}",
    "{FIRST}; unless {THEN}",
    "{WORDS} ({dispute})",
)

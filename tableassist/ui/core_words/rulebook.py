"""Titles of editions."""

from typing import Final

from tableassist.ui.language.words import phrases

PHRASES: Final = phrases("Complete rules")

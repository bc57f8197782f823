"""Citations beside the sections' own titles, editions, and what a table does when a call is too close."""

from typing import Final

from tableassist.ui.language.words import phrases

PHRASES: Final = phrases(
    "card of {name}",
    "card of the target",
    "card's ability",
    "no edition says from where to where (D26)",
    "her ability",
    "{edition} has no forts",
    "{edition} has no fog",
    "{edition} has no terrain",
    "none: the edition has no keywords",
    "none: the edition has no edge",
    "none: the edition has no come about",
    "Complete rules",
    "measure by hand, both players looking",
    "in favour of whoever acts",
    "in favour of whoever is acted upon",
    "roll a die: 4 or more is yes",
    "Too close to call: {POLICY} (no edition says; this table has no house rule for it).",
    "Too close to call: {POLICY} (house rule too-close).",
    "master keyword list, {section}",
)

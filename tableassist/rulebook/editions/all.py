"""All editions, in one visible order."""

from collections.abc import Mapping

from tableassist.rulebook.editions.complete import COMPLETE
from tableassist.rulebook.editions.edition import Edition
from tableassist.rulebook.editions.revolution import REVOLUTION
from tableassist.rulebook.editions.spanish_main import SPANISH_MAIN

EDITIONS: Mapping[str, Edition] = {edition.name: edition for edition in (SPANISH_MAIN, REVOLUTION, COMPLETE)}

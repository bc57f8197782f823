"""All editions, in one visible order."""

from collections.abc import Mapping

from tableassist.rules.editions.complete import COMPLETE
from tableassist.rules.editions.edition import Edition
from tableassist.rules.editions.revolution import REVOLUTION
from tableassist.rules.editions.spanish_main import SPANISH_MAIN

EDITIONS: Mapping[str, Edition] = {edition.name: edition for edition in (SPANISH_MAIN, REVOLUTION, COMPLETE)}

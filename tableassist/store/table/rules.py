"""The rules of a table file: edition, ruler, and the house's own values before both."""

from dataclasses import replace

from tableassist.messages import template
from tableassist.pieces.catalogue import CrewCard
from tableassist.rulebook import EDITIONS, RuleSettings, with_edition
from tableassist.rulebook.editions import COMPLETE, RULERS, Ruler
from tableassist.store.files.toml_file import pick
from tableassist.store.models.catalogue_file import packaged_catalogue
from tableassist.store.table.entry import RulerEntry, TableEntry, chosen
from tableassist.store.table.pieces import find_card
from tableassist.store.table.problem import Findings


def rule_settings(entry: TableEntry, findings: Findings) -> RuleSettings:
    house = chosen(entry.house_rules)
    edition, ruler = COMPLETE, RULERS["bars"]
    with findings.caught("edition"):
        edition = EDITIONS[pick(findings.path, "edition", entry.edition, EDITIONS)]
    with findings.caught("ruler"):
        ruler = _ruler(entry.ruler, findings)
    size = (entry.mat.width_mm, entry.mat.height_mm)
    settings = RuleSettings(ruler=ruler, multiplayer=entry.multiplayer, house=house, table_mm=size)
    settings = with_edition(settings, edition)
    if settings.ruler.short_mm >= settings.ruler.long_mm:
        where = "house_rules" if {"long-mm", "short-mm"} & house.keys() else "ruler"
        what = template("got S {short:g} and L {long:g} mm, expected S shorter than L")
        findings.error(f"{where}.short_mm", what, short=settings.ruler.short_mm, long=settings.ruler.long_mm)
    return _with_crew(settings, entry, findings)


def _ruler(entry: str | RulerEntry, findings: Findings) -> Ruler:
    if isinstance(entry, RulerEntry):
        return Ruler(template("measured ruler"), entry.short_mm, entry.long_mm, entry.sigma_mm)
    return RULERS[pick(findings.path, "ruler", entry, RULERS)]


def _with_crew(settings: RuleSettings, entry: TableEntry, findings: Findings) -> RuleSettings:
    """What crew do, also those who come aboard later. A table without cards and crew needs no catalogue."""
    if not any(piece.card or piece.crew for piece in entry.pieces) and not entry.crew_effects:
        return settings
    crew = packaged_catalogue().crew
    effects = {card.key: card.effects for card in crew if card.effects}
    for key, more in entry.crew_effects.items():
        field = f"crew_effects.{key}"
        card = find_card(key, findings, field)
        if isinstance(card, CrewCard):
            effects[card.key] = tuple(dict.fromkeys((*card.effects, *more)))
        elif card is not None:
            what = template("got '{key}', {name}, a {kind}; expected crew")
            findings.error(field, what, key=card.key, name=card.name, kind=card.kind)
    return replace(settings, crew_effects=effects, crew_nations={card.key: card.nation.value for card in crew})

"""The rules of a table file: edition, ruler, and the house's own values before both."""

from dataclasses import replace

from tableassist.rules.edition import COMPLETE, EDITIONS, RULERS, Edition, Ruler, ShotOrigin
from tableassist.rules.settings import RuleSettings
from tableassist.storage.table_entry import HouseRulesEntry, RulerEntry, TableEntry
from tableassist.storage.table_problem import Findings
from tableassist.storage.toml_file import pick

SHOT_ORIGINS = {"printed-die": ShotOrigin.PRINTED_DIE, "mast-centre": ShotOrigin.MAST_CENTRE}


def rule_settings(entry: TableEntry, findings: Findings) -> RuleSettings:
    house = entry.house_rules
    edition, ruler = COMPLETE, RULERS["bars"]
    with findings.caught("edition"):
        edition = EDITIONS[pick(findings.path, "edition", entry.edition, EDITIONS)]
    with findings.caught("ruler"):
        ruler = _ruler(entry.ruler, findings)
    settings = RuleSettings(_edition(edition, house), _house_ruler(ruler, house), points_limit=house.points_limit)
    if settings.ruler.short_mm >= settings.ruler.long_mm:
        got = f"got S {settings.ruler.short_mm:g} and L {settings.ruler.long_mm:g} mm"
        where = "house_rules" if house.long_mm or house.short_mm else "ruler"
        findings.error(f"{where}.short_mm", f"{got}, expected S shorter than L")
    if house.contact_tolerance_mm is not None:
        settings = replace(settings, contact_tolerance_mm=house.contact_tolerance_mm)
    return settings


def _ruler(entry: str | RulerEntry, findings: Findings) -> Ruler:
    if isinstance(entry, RulerEntry):
        return Ruler("measured ruler", entry.short_mm, entry.long_mm, entry.sigma_mm)
    return RULERS[pick(findings.path, "ruler", entry, RULERS)]


def _house_ruler(ruler: Ruler, house: HouseRulesEntry) -> Ruler:
    if house.long_mm is None and house.short_mm is None:
        return ruler
    return replace(
        ruler, name="house rule", short_mm=house.short_mm or ruler.short_mm, long_mm=house.long_mm or ruler.long_mm
    )


def _edition(edition: Edition, house: HouseRulesEntry) -> Edition:
    if house.shot_origin is not None:
        edition = replace(edition, shot_origin=SHOT_ORIGINS[house.shot_origin])
    if house.ram_needs_mast is not None:
        edition = replace(edition, ram_needs_mast=house.ram_needs_mast)
    if house.duplicates is not None:
        edition = replace(edition, no_duplicates=not house.duplicates)
    return edition

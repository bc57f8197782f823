"""docs/table-file.md and the structs say the same."""

import re
from pathlib import Path

import msgspec

from tableassist.pieces import MountKind, PieceState
from tableassist.rulebook.editions.settings import EDITIONS
from tableassist.rulebook.editions.terms import RULERS
from tableassist.rulebook.engine.rules import ALL_HOUSE_RULES
from tableassist.store.table import Severity
from tableassist.store.table import entry as table_entry
from tableassist.store.table_check import check_table_text
from tableassist.vision.registration.print_scale import ScaleProof

TEXT = (Path(__file__).parents[2] / "docs" / "table-file.md").read_text("utf-8")
HEADINGS = {
    "## The table": table_entry.TableEntry,
    "## `[mat]`": table_entry.MatEntry,
    "Each of `mat.tags`:": table_entry.MatTagEntry,
    "## `print_scale = { ... }`": table_entry.PrintScaleEntry,
    "## `[dice]`": table_entry.DiceEntry,
    "## `ruler = { ... }`": table_entry.RulerEntry,
    "## `[house_rules]`": table_entry.HouseRulesEntry,
    "## `[[players]]`": table_entry.PlayerEntry,
    "## `[[pieces]]`": table_entry.PieceEntry,
    "Each of a piece's `equipment`:": table_entry.EquipmentEntry,
    "## A piece's `outline`": table_entry.OutlineEntry,
    "## Each of a piece's `tags`": table_entry.MountEntry,
}


def rows(heading):
    after = TEXT.split(heading + "\n", 1)[1]
    table = re.search(r"(?:^\|.*\n)+", after, re.MULTILINE)[0]
    return [line.strip("|\n ").split(" | ") for line in table.splitlines()[2:]]


def documented(heading):
    return [name for row in rows(heading) for name in re.findall(r"`(\w+)`", row[0])]


def test_every_struct_is_documented_and_every_field_of_it():
    structs = {
        each for each in vars(table_entry).values() if isinstance(each, type) and issubclass(each, msgspec.Struct)
    }
    assert set(HEADINGS.values()) == structs
    for heading, struct in HEADINGS.items():
        fields = [field.name for field in msgspec.structs.fields(struct)]
        assert sorted(documented(heading)) == sorted(fields), heading


def test_what_is_needed_is_called_needed():
    for heading, struct in HEADINGS.items():
        needed = {field.name for field in msgspec.structs.fields(struct) if field.required}
        called = {n for row in rows(heading) if row[2] == "needed" for n in re.findall(r"`(\w+)`", row[0])}
        assert called == needed, heading


def test_every_word_of_a_closed_choice_is_documented():
    house = (choice for rule in ALL_HOUSE_RULES for choice in rule.choices)
    for word in (*PieceState, *MountKind, *EDITIONS, *RULERS, *ScaleProof, *house):
        assert f"`{word}`" in TEXT


def test_the_example_has_no_mistake_but_the_files_that_are_not_there(tmp_path):
    example = re.search(r"```toml\n(.*?)```", TEXT, re.DOTALL)[1]
    errors = [p for p in check_table_text(tmp_path / "table.toml", example) if p.weight is Severity.ERROR]
    assert {problem.field for problem in errors} == {"camera", "mat.survey", "mat.tags"}

"""Everything that is wrong with a table file, in one go: what cannot be read, and what can but should not be played."""

from collections.abc import Callable
from pathlib import Path

from tableassist.errors import BadFileError
from tableassist.messages import template
from tableassist.store.files.last_good_copy import copy_words, good_copy
from tableassist.store.files.problems import place_and_words
from tableassist.store.files.toml_file import load_toml, parse_toml
from tableassist.store.game.card_table import card_settings
from tableassist.store.table.file import UNKNOWN_MM, ReadTable, read_leniently, read_table
from tableassist.store.table.problem import Findings, Problem, Severity
from tableassist.store.table_check.fleets import check_fleets
from tableassist.store.table_check.mat import check_mat
from tableassist.store.table_check.pieces import TAG_IDS, check_pieces
from tableassist.vision.dice.corner import TAGS

ORDER = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.HINT: 2}


def check_table(path: Path) -> tuple[Problem, ...]:
    """Errors first, then warnings, then hints; each in the order of the file. The last is a good copy, where the file
    is broken and it is not."""
    found = _checked(path, lambda: load_toml(path))
    copy = good_copy(path, read_table) if any(each.weight is Severity.ERROR for each in found) else None
    return found if copy is None else (*found, Problem(Severity.HINT, str(path), "", copy_words(copy)))


def check_table_text(path: Path, text: str) -> tuple[Problem, ...]:
    """As if `text` stood in the file."""
    return _checked(path, lambda: parse_toml(path, text))


def _checked(path: Path, load: Callable[[], dict[str, object]]) -> tuple[Problem, ...]:
    findings = Findings(path)
    try:
        raw = load()
        if "game" in raw:
            card_settings(path, raw)
            return ()
        read = read_leniently(raw, findings)
    except BadFileError as problem:
        where, words = place_and_words(problem)
        field = where.removeprefix(str(path)).removeprefix(": ")
        return (Problem(Severity.ERROR, str(path), field, words),)
    if read is not None:
        _check_camera(read, findings)
        if read.entry.mat.width_mm != UNKNOWN_MM:
            check_mat(read.entry.mat, read.settings.mat, read.sifted, findings)
        check_pieces(read, findings)
        _check_dice(read, findings)
        check_fleets(read, findings)
    return tuple(sorted(findings.problems, key=lambda problem: ORDER[problem.weight]))


def _check_dice(read: ReadTable, findings: Findings) -> None:
    dice = read.entry.dice
    if dice is not None and dice.first_tag > TAG_IDS[dice.family] - TAGS:
        last = TAG_IDS[dice.family] - TAGS
        what = template("got {tag}, expected 0 to {last}: {family} has no more")
        findings.error("dice.first_tag", what, tag=dice.first_tag, last=last, family=dice.family)


def _check_camera(read: ReadTable, findings: Findings) -> None:
    if read.entry.camera == "typical":
        what = template(
            "got 'typical', good to a few millimetres only; expected a profile made by tableassist calibrate"
        )
        findings.warn("camera", what)

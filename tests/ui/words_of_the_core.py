"""Every run of fixed words in the strings that the core's modules make: what a phrase must hold to say them anew."""

import ast
import re
from functools import lru_cache
from pathlib import Path

CORE = Path(__file__).parents[2] / "tableassist"
RULES = tuple(f"rules/{path.name}" for path in sorted((CORE / "rules").glob("*.py")))
CAPTURE = tuple(f"capture/{path.name}" for path in sorted((CORE / "capture").glob("*.py")))
SHOWN = (
    *RULES,
    *CAPTURE,
    "scene/placed_piece.py", "pieces/effects.py", "overlay/words.py",
    "pipeline/step.py", "pipeline/mat_warnings.py", "pipeline/odd_placement.py", "pipeline/scan_eye.py",
    "pipeline/fitting_out.py", "pipeline/tag_assignment.py",
    "live/eye_words.py", "live/eye_room.py", "live/child_eye.py", "live/local_eye.py", "live/live_table.py",
    "live/recorder.py", "live/recorder_film.py", "live/recorder_space.py", "live/replay.py", "live/surveying.py",
    "vision/localise.py", "vision/registration.py", "vision/camera_profile.py", "vision/lens_scaling.py",
    "vision/calibration.py", "vision/calibration_verdict.py", "vision/mat_survey.py", "vision/mat_survey_findings.py",
    "vision/mount_findings.py", "vision/mount_fit.py", "vision/mount_views.py", "vision/outline_card.py",
)  # fmt: skip
"""The modules whose words come into the window."""

STAYS_ENGLISH = (
    (
        "rules/*",
        r"(spanish-main|revolution|complete|master keyword list)\b",
        "sections keep the titles in the rulebook",
    ),
    ("rules/edition.py", "Pirates of the (Spanish Main|Revolution)", "the name of a game"),
    ("rules/within.py", "card's ability; no edition says", "a citation of two parts, each of which has a phrase"),
    ("rules/disputes.py", "between the nearest|the flag|a flag|'within S' is", "nothing is ruled on it"),
    ("rules/disputes.py", "she stays until|the players move|a ship that an island", "nothing is ruled on it"),
    ("rules/house_rules.py", "expected", "an error in a table file"),
    ("rules/move_allowance.py", "partly full", "never said: the ghost's panel has its own words"),
    ("rules/terrain_iceberg.py", "number of|expected one of", "an error of the command line"),
    ("rules/terrain_placement.py", "", "where the rules set a piece down: only the command line says it"),
    ("overlay/words.py", r"blocked by|\{words\}", "tested below by what is made of it"),
    ("pieces/effects.py", "line of fire", "the name of a topic, in the catalogue's lists only"),
    ("live/*", "^(table|record|video) of$|in the chain|in the recorder|judging frame", "a thread's name, or the log"),
    ("live/eye_room.py", "no room", "a slip of ours, never told"),
    ("capture/newest_frame.py", "frames of", "a thread's name"),
    ("capture/open_source.py", "camera:NUMBER", "how sources are written, in any language"),
    ("capture/*", "//", "an address"),
    ("capture/picture_folder.py", "frames_per_s", "a slip of ours"),
    ("pipeline/fitting_out.py", "jig|direction|done|fitted out|no ship", "the command line; the page has its own"),
    ("pipeline/tag_assignment.py", "expected a mast", "the window asks for a mast only where there is one"),
    ("vision/calibration.py", "first fit|corners|others' by|moved, bent", "the command line's report"),
    ("vision/mat_survey.py", "ruler: got|expected two", "an option of the command line"),
    ("vision/mat_survey_findings.py", "pictures? .*sides|every distance|mm in 300", "advice: the page has its own"),
    ("vision/mount_findings.py", "do again", "a grade: the page has its own word"),
    ("vision/mount_views.py", "expected a ship", "the window offers only ships"),
)
"""Module, how the words begin or what is in them, and why nobody needs them in another language."""


@lru_cache(maxsize=1)
def fragments():
    """Each with its module and line; no docstrings, no single words, no meanings of house rules."""
    return tuple(found for module in SHOWN for found in _of(module))


def _of(module):
    tree = ast.parse((CORE / module).read_text("utf-8"))
    skipped = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(id(node.value))
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "HouseRule":
            skipped |= {id(argument) for argument in node.args}
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Dispute":
            skipped.add(id(node.args[1]))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            words = node.value.strip(" .,;:()")
            if re.search(r"[a-z]{2,} [a-z]", words):
                yield module, node.lineno, words


def stays_english(module, words):
    return any(applies(row, module, words) for row in STAYS_ENGLISH)


def applies(row, module, words):
    where, shape, _ = row
    return Path(module).match(where) and re.search(shape, words) is not None

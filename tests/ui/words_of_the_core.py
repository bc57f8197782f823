# ruff: noqa: E501
"""Every run of fixed words in the strings that the core's modules make: what a phrase must hold to say them anew."""

import ast
import re
from functools import lru_cache
from pathlib import Path

CORE = Path(__file__).parents[2] / "tableassist"
RULES = tuple(path.relative_to(CORE).as_posix() for path in sorted((CORE / "rules").rglob("*.py")))
CAPTURE = tuple(path.relative_to(CORE).as_posix() for path in sorted((CORE / "capture").rglob("*.py")))
SHOWN = (
    *RULES,
    *CAPTURE,
    "scene/placed_piece.py", "pieces/effects.py", "overlay/words.py",
    "pipeline/step.py", "pipeline/mat_warnings.py", "pipeline/odd_placement.py", "pipeline/fitting/scan_view.py",
    "pipeline/fitting/fitting_out.py", "pipeline/fitting/tag_assignment.py",
    "runtime/capture_process/health_messages.py", "runtime/capture_process/frame_buffer.py", "runtime/capture_process/supervised_source.py", "runtime/capture_process/local_source.py", "runtime/live_table.py",
    "runtime/recorder/recorder.py", "runtime/recorder/film.py", "runtime/recorder/space.py", "runtime/replay/replay.py", "services/surveying.py",
    "vision/localisation/localise.py", "vision/localisation/registration.py", "vision/camera/profile.py", "vision/camera/lens_scaling.py",
    "vision/calibration/calibrate.py", "vision/calibration/verdict.py", "vision/survey/survey.py", "vision/survey/findings.py",
    "vision/mounts/findings.py", "vision/mounts/fit.py", "vision/mounts/views.py", "vision/outline/card.py",
)  # fmt: skip
"""The modules whose words come into the window."""

STAYS_ENGLISH = (
    (
        "rules/",
        r"(spanish-main|revolution|complete|master keyword list)\b",
        "sections keep the titles in the rulebook",
    ),
    ("rules/editions/", "Pirates of the (Spanish Main|Revolution)", "the name of a game"),
    (
        "rules/abilities/within.py",
        "card's ability; no edition says",
        "a citation of two parts, each of which has a phrase",
    ),
    ("rules/editions/disputes.py", "between the nearest|the flag|a flag|'within S' is", "nothing is ruled on it"),
    ("rules/editions/disputes.py", "she stays until|the players move|a ship that an island", "nothing is ruled on it"),
    ("rules/editions/house_rule.py", "expected", "an error in a table file"),
    ("rules/movement/allowance.py", "partly full", "never said: the ghost's panel has its own words"),
    ("rules/terrain/iceberg.py", "number of|expected one of", "an error of the command line"),
    ("rules/terrain/placement.py", "", "where the rules set a piece down: only the command line says it"),
    ("overlay/words.py", r"blocked by|\{words\}", "tested below by what is made of it"),
    ("pieces/effects.py", "line of fire", "the name of a topic, in the catalogue's lists only"),
    ("runtime/", "^(table|record|video) of$|in the chain|in the recorder|judging frame", "a thread's name, or the log"),
    ("runtime/capture_process/frame_buffer.py", "no room", "a slip of ours, never told"),
    ("capture/newest_frame.py", "frames of", "a thread's name"),
    ("capture/open_source.py", "camera:NUMBER", "how sources are written, in any language"),
    ("capture/", "//", "an address"),
    ("capture/picture_folder.py", "frames_per_s", "a slip of ours"),
    (
        "pipeline/fitting/fitting_out.py",
        "jig|direction|done|fitted out|no ship",
        "the command line; the page has its own",
    ),
    ("pipeline/fitting/tag_assignment.py", "expected a mast", "the window asks for a mast only where there is one"),
    ("vision/calibration/calibrate.py", "first fit|corners|others' by|moved, bent", "the command line's report"),
    ("vision/survey/survey.py", "ruler: got|expected two", "an option of the command line"),
    ("vision/survey/findings.py", "pictures? .*sides|every distance|mm in 300", "advice: the page has its own"),
    ("vision/mounts/findings.py", "do again", "a grade: the page has its own word"),
    ("vision/mounts/views.py", "expected a ship", "the window offers only ships"),
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
    return module.startswith(where) and re.search(shape, words) is not None

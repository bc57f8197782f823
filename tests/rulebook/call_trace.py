"""Which functions of the package answer a question: `python -m tests.rulebook.call_trace` lists them for one shot."""

import sys
from collections import Counter
from pathlib import Path

import tableassist
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.shooting.shot import rule_shots
from tests.rulebook.line_oracle import Lying
from tests.rulebook.line_scenes import exact_model, made, scene_of

ROOT = Path(tableassist.__file__).parent
NOT_FUNCTIONS = frozenset({"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>", "<lambda>"})


def functions_called(question):
    """Count the calls of each function of the package while `question()` runs, by file and qualified name."""
    calls = Counter()

    def note(frame, event, _argument):
        code = frame.f_code
        if event == "call" and code.co_name not in NOT_FUNCTIONS and code.co_filename.startswith(str(ROOT)):
            calls[str(Path(code.co_filename).relative_to(ROOT)), code.co_qualname] += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        question()
    finally:
        sys.setprofile(before)
    return calls


def shot_past_an_island():
    """Return a question: may a three-master shoot at a two-master, with an island half in the way?

    Asked twice: outlines and guns are worked out once for a piece that stays where it is.
    """
    lying = [
        Lying(made("shooter", exact_model("three-mast"), "A"), 100, 100, 0.3),
        Lying(made("target", exact_model("two-mast"), "B"), 170, 120, 1.0),
        Lying(made("island", exact_model("island-round"), None), 135, 112, 0),
    ]
    scene = scene_of(lying, 0.3)
    pair = [(scene.pieces[0], scene.pieces[1])]

    def question():
        return rule_shots(pair, scene, RuleSettings())

    question()
    return question


if __name__ == "__main__":
    traced = functions_called(shot_past_an_island())
    for (file, name), times in sorted(traced.items()):
        print(f"{times:5d}  {file}  {name}")
    print(f"{len(traced)} functions in {len({file for file, _ in traced})} files")

"""Every case of tests/cases: one file, one scene, one question that players argue about."""

from collections import Counter
from pathlib import Path

import pytest

from tableassist.formats.case.file import read_case
from tests.rules.case_picture import draw_case
from tests.rules.case_rulings import rulings_of

CASES = Path(__file__).parent.parent / "cases"
FILES = sorted(CASES.glob("*/*.toml"))


def differences(rulings, expected):
    """One line for each way in which the rulings are not what is expected."""
    for want in expected:
        found = [
            each
            for each in rulings
            if (each.rule, each.subject, each.target) == (want.rule, want.subject, want.target)
            and want.cannon in (None, each.cannon)
        ]
        asked = f"{want.rule} {want.subject} -> {want.target}" + (f" cannon {want.cannon}" if want.cannon else "")
        if want.verdict is None:
            yield from (f"{asked}: got {each.verdict}, expected no such ruling" for each in found)
        elif not found:
            yield f"{asked}: got no ruling, expected {want.verdict}"
        for each in found if want.verdict is not None else ():
            yield from (f"{asked}: {words}" for words in _unlike(each, want))


def _unlike(ruling, want):
    if ruling.verdict is not want.verdict:
        yield f"got {ruling.verdict} ({ruling.measured_mm} mm, {ruling.reason}), expected {want.verdict}"
    if want.measured_mm is not None:
        got = ruling.measured_mm
        if got is None or abs(got - want.measured_mm) > want.tolerance_mm:
            yield f"measured {got} mm, expected {want.measured_mm} +- {want.tolerance_mm}"
    blocker = ruling.witness.blocker if ruling.witness is not None else None
    if want.blocker is not None and blocker != want.blocker:
        yield f"blocked by {blocker}, expected {want.blocker}"
    if want.reason is not None and want.reason not in str(ruling.reason):
        yield f"reason '{ruling.reason}', expected '{want.reason}' in it"
    if want.readings is not None and Counter(each.verdict for each in ruling.readings) != Counter(want.readings):
        got = [(str(each.words), each.verdict.value) for each in ruling.readings]
        yield f"readings {got}, expected {[each.value for each in want.readings]}"
    if want.house is not None and sorted(ruling.house) != sorted(want.house):
        yield f"house rules {ruling.house}, expected {want.house}"


@pytest.mark.parametrize("file", FILES, ids=[f"{path.parent.name}/{path.stem}" for path in FILES])
def test_case(file, tmp_path):
    case = read_case(file)
    scene = case.scene
    rulings = rulings_of(case)
    wrong = list(differences(rulings, case.expected))
    if wrong:
        picture = tmp_path / f"{file.stem}.png"
        asked = {(each.rule, each.subject, each.target) for each in case.expected}
        draw_case(picture, scene, [each for each in rulings if (each.rule, each.subject, each.target) in asked])
        pytest.fail("\n".join([str(file), case.why, *wrong, f"the scene: {picture}"]), pytrace=False)


def test_a_case_expects_something_and_says_why():
    for file in FILES:
        case = read_case(file)
        assert case.expected, file
        assert case.why.endswith("."), file


def test_there_are_enough_cases_to_stand_for_the_rules():
    assert len(FILES) >= 150

"""Every case of tests/cases: one file, one scene, one question that players argue about."""

from pathlib import Path

import pytest

from tableassist.judging.cases import run_case, write_picture
from tableassist.store.case import read_case

CASES = Path(__file__).parent.parent / "cases"
FILES = sorted(CASES.glob("*/*.toml"))


@pytest.mark.parametrize("file", FILES, ids=[f"{path.parent.name}/{path.stem}" for path in FILES])
def test_case(file, tmp_path):
    run = run_case(file)
    if not run.passed:
        picture = write_picture(run, tmp_path)
        told = [str(each.words) for each in run.differences]
        pytest.fail("\n".join([str(file), run.case.why, *told, f"the scene: {picture}"]), pytrace=False)


def test_a_case_expects_something_and_says_why():
    for file in FILES:
        case = read_case(file)
        assert case.expected, file
        assert case.why.endswith("."), file


def test_there_are_enough_cases_to_stand_for_the_rules():
    assert len(FILES) >= 150

"""The bench's figures say which state of the code they were measured on."""

import json
import subprocess
import sys
from pathlib import Path

from bench import results


def test_a_part_keeps_the_figures_of_the_others_and_names_its_commit(tmp_path):
    path = tmp_path / "results.json"
    results.keep("dice", lambda figures: figures.update(dice={"wrong": 0}), path)
    results.keep("hull", lambda figures: figures.update(hull={"wrong": 1}), path)
    kept = json.loads(path.read_text())
    assert (kept["dice"], kept["hull"]) == ({"wrong": 0}, {"wrong": 1})
    assert kept["commits"] == dict.fromkeys(("dice", "hull"), results.state_of_the_code())


def test_parts_that_were_measured_side_by_side_are_all_kept(tmp_path):
    path = tmp_path / "results.json"
    code = "import sys; from pathlib import Path; from bench import results\n"
    code += (
        "for n in range(6): results.keep(sys.argv[2], lambda f: f.update({f'{sys.argv[2]}{n}': n}), Path(sys.argv[1]))"
    )
    home = Path(results.__file__).parent.parent
    both = [subprocess.Popen([sys.executable, "-c", code, str(path), name], cwd=home) for name in ("one", "other")]
    assert [each.wait(timeout=300) for each in both] == [0, 0]
    kept = json.loads(path.read_text())
    assert all(kept[f"{name}{n}"] == n for name in ("one", "other") for n in range(6))


def test_figures_of_another_commit_are_named():
    now = results.state_of_the_code()
    told = list(results.carried_over({"commits": {"dice": now, "hull": "0ld"}}, ("dice", "hull", "trust")))
    assert [each.split(",")[0] for each in told] == [
        "hull: measured on 0ld",
        "trust: measured on no known commit",
    ]


def test_cells_of_two_commits_are_of_no_one_state():
    assert results.one_state([{"commit": "a"}, {"commit": "a"}]) == "a"
    assert results.one_state([{"commit": "a"}, {"commit": "b"}]) == "several commits"

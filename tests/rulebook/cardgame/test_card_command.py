"""`tableassist referee --json` tells a card game act by act: another engine can be run beside it. The oracle is."""

import json
import random

import pytest
from typer.testing import CliRunner

from tableassist.cli.app import app
from tests.rulebook.cardgame.contest import as_key, pick, random_start
from tests.rulebook.cardgame.illegal import random_foul
from tests.rulebook.cardgame.oracle.ending import public_state
from tests.rulebook.cardgame.oracle.oracle import Oracle


def game_with_fouls(seed):
    """The set-up; each act with the code of the foul that it is, and the game after it."""
    rng = random.Random(f"command {seed}")
    start = random_start(rng)
    oracle, told = Oracle(start), []
    while not oracle.w["over"]:
        act = pick(rng, oracle.legal())
        if rng.random() < 0.2:
            act = random_foul(oracle.w, rng, act)
        code = oracle.foul(act)
        if code is None:
            oracle.do(act)
        told.append((act, code, public_state(oracle.w)))
    return start, told


@pytest.mark.parametrize("seed", range(4))
def test_the_command_and_the_oracle_tell_the_same_game(tmp_path, seed):
    start, told = game_with_fouls(seed)
    file = tmp_path / "game.jsonl"
    file.write_text("\n".join(json.dumps(each) for each in (start, *(act for act, _, _ in told))) + "\n", "utf-8")
    done = CliRunner().invoke(app, ["referee", "--json", str(file)])
    assert done.exit_code == 1, "fouls stand unanswered"
    *lines, last = map(json.loads, done.output.splitlines())
    assert len(lines) == len(told)
    for line, (act, code, state) in zip(lines, told, strict=True):
        assert as_key(line["act"]) == as_key(act)
        assert [each["code"] for each in line["reasons"]] == ([] if code is None else [code]), act
        assert line["state"] == state, act
    assert {key: last["game"][key] for key in told[-1][2]} == told[-1][2]
    assert any(code for _, code, _ in told)

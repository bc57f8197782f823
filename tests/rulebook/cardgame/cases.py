"""The cases of tests/cases/card, run with any engine: see tests/cases/README.md."""

import tomllib
from collections import Counter
from pathlib import Path

from tests.rulebook.cardgame.contest import as_key
from tests.rulebook.cardgame.oracle.decks import ADVENTURES, MOVEMENTS

CARD_CASES = Path(__file__).parents[2] / "cases" / "card"
FILES = sorted(CARD_CASES.rglob("*.toml"))


def read(file):
    return tomllib.loads(file.read_text("utf-8"))


def start_of(case):
    """The set-up. Cards of which the case says nothing lie below the others, in the order of decks.py, unless
    `complete` is false."""
    start = {"game": "card", **case["game"]}
    if case.get("complete", True):
        held = [card for hand in start.get("hands", {}).values() for card in hand]
        start["adventures"] = filled(start["adventures"], ADVENTURES)
        start["movements"] = filled(start.get("movements", []), [card for card in MOVEMENTS if card not in held])
    return start


def filled(known, deck):
    return [*known, *(card for card in deck if card not in known)]


def differences(case, engine_of):
    """What is not as expected, in words. An act of which nothing is expected must be no foul."""
    start = start_of(case)
    if case.get("refused"):
        try:
            engine_of(start)
        except ValueError:
            return []
        return ["the set-up is taken, expected to be refused"]
    engine = engine_of(start)
    out = [f"before, {act}: a foul" for act in case.get("before", ()) if engine.act(act) is not None]
    expected = Counter()
    acts = case.get("acts", [])
    for number in range(len(acts) + 1):
        if number:
            out += judged(number, engine.act(acts[number - 1]), case["expected"])
        for each in case["expected"]:
            if "act" not in each and each.get("after", len(acts)) == number:
                expected[number] += 1
                out += state_differs(engine, each) if "state" in each else offers_differ(engine, each)
    judgements = sum("act" in each for each in case["expected"])
    if expected.total() + judgements != len(case["expected"]):
        out.append("something is expected after an act that there is not")
    return out


def judged(number, code, expected):
    said = [each for each in expected if each.get("act") == number]
    opinion = "fine" if code is None else "foul"
    if not said:
        return [] if code is None else [f"act {number}: a foul, {code}"]
    wanted = (said[0]["opinion"], said[0].get("code"))
    return [] if wanted == (opinion, code) else [f"act {number}: got {opinion} {code}, expected {wanted}"]


def state_differs(engine, each):
    name, wanted = each["state"], each["value"]
    got = engine.owed() if name == "owed" else engine.state().get(name)
    if "of" in each:
        got = got[each["of"]]
    if isinstance(wanted, bool):
        got = bool(got)
    return [] if got == wanted else [f"{name} {each.get('of', '')}: got {got}, expected {wanted}"]


def offers_differ(engine, each):
    there = as_key(each["value"]) in {as_key(act) for act in engine.offers()}
    if there == (each["offers"] == "contains"):
        return []
    return [f"offers: {each['value']} is {'' if there else 'not '}among them"]

"""Small games told line by line, about acts that are rare: one rule each, with what the texts say.

A line is an act as text, fine unless ` ! code` says which foul it is. `= state piece value` is what is true then, with
a value as in JSON. `+ act` is offered and `- act` is not, by how the act begins.
"""

import json
from dataclasses import dataclass
from typing import Any

import pytest

from tableassist.judging.cases.states import agrees, state_of
from tableassist.rulebook.play.log import Opinion
from tableassist.rulebook.referee.acts.text import act_text
from tableassist.rulebook.referee.offers import offers
from tableassist.rulebook.referee.referee import fold, judge_entry
from tableassist.rulebook.state.new_game import new_game
from tableassist.store.case import StateName
from tableassist.store.game import parse_entry
from tableassist.store.game.json_lines import start_of

A, B, C = "spanish-main", "revolution", "complete"
ANY = (A, B, C)
LATER = (B, C)


def ship(key: str, owner: str, masts: int = 2, cannons: str = "4S-4L", **card: Any) -> dict[str, Any]:
    base = {"id": key, "owner": owner, "masts": masts, "cannons": cannons, "base_move": "L", "cargo": 3, "points": 12}
    return {**base, "at": "", **card}


HARBINGER, GALE = ship("h", "A", 3, "2L-3S-2S"), ship("g", "A", 1, "3S")
OXLEY, WASP = ship("o", "B"), ship("w", "B", 1, "3L")
HOMES = [{"id": "ha", "home": "A"}, {"id": "hb", "home": "B"}]
PALM = {"id": "p", "coins": [{"id": "c1", "value": 1}, {"id": "c2", "value": 2}, {"id": "c5", "value": 5}]}
FORT = {"id": "f", "owner": "A", "kind": "fort", "masts": 4, "cannons": "3L-3L-3L-3L", "gold_cost": 2, "points": 0}
DERELICT = ship("o", "B", masts_lost=[1, 2], coins=[{"id": "y", "value": 4}])
HULK = ship("w", "B", 1, "3L", masts_lost=[1])


def crew(key: str, owner: str = "A", at: str = "h", **card: Any) -> dict[str, Any]:
    return {"id": key, "owner": owner, "at": at, "points": 1, **card}


@dataclass(frozen=True)
class Story:
    name: str
    editions: tuple[str, ...]
    lines: str
    ships: tuple[dict[str, Any], ...] = (HARBINGER, GALE, OXLEY, WASP)
    islands: tuple[dict[str, Any], ...] = (*HOMES, PALM)
    more: dict[str, Any] | None = None


RAM = "h move bow_on=o\n{ram}"
YES = "Jo overrule shot h target=o cannon=1 answer=yes\n"
PERMITTED = "Jo overrule permission h target=o answer=yes\n"
STORIES = (
    *(
        Story(
            f"a judge's yes on the shot goes past {why}",
            editions,
            f"{before}{YES}h shoot o 1 6 line=no\n",
            (gun, target, GALE, WASP),
        )
        for why, editions, before, target, gun in (
            ("the shelter of her home", ANY, "", {**OXLEY, "at": "hb"}, HARBINGER),
            ("the fog", LATER, "o correct state value=lost\n", OXLEY, HARBINGER),
            ("what her card says", ANY, "h fact within-s o\n", {**OXLEY, "effects": ["not_shot_within_S"]}, HARBINGER),
            ("the own fleet", LATER, "o correct owner value=A\n", OXLEY, HARBINGER),
        )
    ),
    *(
        Story(
            f"a judge's yes on the permission goes past {why}, but not past what is measured",
            editions,
            f"{before}{PERMITTED}h shoot o 1 6 line=no ! no-shot\nh shoot o 1 6 line=yes\n",
            (HARBINGER, target, GALE, WASP),
        )
        for why, editions, before, target in (
            ("the shelter of her home", ANY, "", {**OXLEY, "at": "hb"}),
            ("the fog", LATER, "o correct state value=lost\n", OXLEY),
            ("what her card says", ANY, "h fact within-s o\n", {**OXLEY, "effects": ["not_shot_within_S"]}),
            ("the own fleet", LATER, "o correct owner value=A\n", OXLEY),
        )
    ),
    *(
        Story(
            f"a judge's yes on the {rule} goes past {why}",
            editions,
            f"{before}Jo overrule {rule} h target=o answer=yes\n{act}",
            (
                {**HARBINGER, "keywords": ["Broadsides Attack"], "effects": ["special_shot_within_S"]},
                *(target, GALE, WASP),
            ),
        )
        for rule, act in (("broadsides", "h broadside o 6 line=no"), ("ability", "h special-shot o 6 within=no hit"))
        for why, editions, before, target in (
            ("the shelter of her home", ANY, "", {**OXLEY, "at": "hb"}),
            ("what her card says", ANY, "h fact within-s o\n", {**OXLEY, "effects": ["not_shot_within_S"]}),
        )
    ),
    Story(
        "a judge's yes lets her tow and explore a ship that is not derelict, and dock at an opponent's home",
        ANY,
        "h move touches=o\nh tow o ! not-derelict\nJo overrule tow h target=o answer=yes\nh tow o\n"
        "A end-turn\nB end-turn\nh explore-ship w ! not-derelict\n"
        "Jo overrule explore h target=w answer=yes\nh explore-ship w\nA end-turn\nB end-turn\n"
        'g move docks=hb ! may-not-dock\nJo overrule docking g target=hb answer=yes\ng move docks=hb\n= docked g "hb"',
    ),
    Story(
        "a judge's yes lets a pinned ship sail, and as far as she did",
        ANY,
        "h correct state value=pinned\nh move ! pinned\nJo overrule move h answer=yes\nh move legal=no",
    ),
    Story(
        "a judge's yes lets her ram an enemy that she does not touch, or that cannot be rammed",
        (A, B),
        "h move\nh ram o roll=6 ! cannot-be-rammed\nJo overrule ram h target=o answer=no\nh ram o roll=6 ! overruled\n"
        "Jo overrule ram h target=o answer=yes\nh ram o roll=6",
        (HARBINGER, {**OXLEY, "states": ["submerged"]}, WASP),
    ),
    Story(
        "a judge's yes lets her board an enemy that is not within S",
        ANY,
        "h board o 6 1 within=no ! no-contact\nJo overrule board h target=o answer=yes\nh board o 6 1 within=no",
        ({**HARBINGER, "effects": ["boards_within_S"]}, OXLEY, WASP),
    ),
    Story("who has declined a boarding party sends none", ANY, RAM + "A decline-boarding h\nh board o 6 1 ! one-party"),
    Story(
        "a ghost that rammed is out of reach by the other reading",
        (B,),
        "h declare ghostly\n" + RAM + "A decline-boarding h\no board h 6 1 ! cannot-be-rammed",
        (ship("h", "A", 3, keywords=["Ghost Ship"]), OXLEY),
        more={"house": {"boards-back-ghost": "no"}},
    ),
    Story(
        "the winner names the crew where the text lets nobody else pick",
        (A, B),
        RAM + 'h board o 6 1\nh boarding-prize crew=any ! not-there\nh boarding-prize crew=k\n= at k ""\n= at l "o"',
        more={"crew": [crew("k", "B", "o"), crew("l", "B", "o")]},
    ),
    Story(
        "any crew is the only crew",
        ANY,
        RAM + 'h board o 6 1\nh boarding-prize crew=any\n= at k ""\n= owed "" []',
        more={"crew": [crew("k", "B", "o"), crew("tools", "B", "o", equipment=True)]},
    ),
    Story(
        "a crew or a coin, not both",
        ANY,
        RAM + "h board o 6 1\nh boarding-prize crew=k coin=y ! not-there\nh boarding-prize coin=y\n"
        '= at y "h"\n= at k "o"',
        (HARBINGER, ship("o", "B", coins=[{"id": "y", "value": 4}])),
        more={"crew": [crew("k", "B", "o")]},
    ),
    Story(
        "what nobody owes changes nothing, even if it stands",
        ANY,
        'A decline-boarding h stands ! not-owed\nh boarding-prize stands ! not-owed\n= owed "" []\n= may "" []',
    ),
    Story(
        "a crew that is put ashore by a person is no longer owed",
        (C,),
        RAM + 'h board o 6 1\nh boarding-prize crew=any\n= owed "" ["crew"]\no correct crew-gone value=k\n'
        '= owed "" ["crew"]\no correct crew-gone value=l\n= owed "" []\n= at k ""',
        more={"crew": [crew("k", "B", "o"), crew("l", "B", "o")]},
    ),
    Story(
        "a judge decides about a boarding party",
        ANY,
        RAM + "Jo overrule board h target=o answer=no\nh board o 6 1 ! overruled\n"
        "Jo overrule board h target=o\nh board o 6 1",
    ),
    Story(
        "a judge decides about a ram",
        (A, B),
        "h move bow_on=o\nJo overrule ram h target=o answer=no\nh ram o roll=6 ! overruled\n"
        "Jo overrule ram h target=o answer=yes\n"
        'h ram o roll=6\n= owed B ["mast"]',
    ),
    Story(
        "a judge decides about an exploration",
        ANY,
        "h fact touches o\nJo overrule explore h target=o answer=no\nh explore-ship o take=y ! overruled\n"
        'Jo overrule explore h target=o answer=yes\nh explore-ship o take=y\n= at y "h"',
        (HARBINGER, DERELICT, WASP),
    ),
    Story(
        "a judge's word about docking is not changed by what is seen",
        ANY,
        'Jo overrule docking h target=p answer=yes\n= docked h "p"\nh fact docked p answer=no\n= docked h "p"\n'
        'h move\n= docked h ""\nh fact docked p\n= docked h "p"\nh fact docked p answer=no\n= docked h ""',
    ),
    Story(
        "a judge decides about a broadside",
        (B,),
        "h fact shot o cannon=1\nJo overrule broadsides h target=o answer=no\nh broadside o 6 line=yes ! overruled\n"
        "Jo overrule broadsides h target=o answer=yes\nh broadside o 6 line=no\n= sunk o true",
        (ship("h", "A", 3, "2L-3S-2S", keywords=["Broadsides Attack"]), OXLEY),
    ),
    Story(
        "a judge decides about a special shot",
        ANY,
        "Jo overrule ability h target=o answer=no\nh special-shot o 6 within=yes hit ! overruled\n"
        'Jo overrule ability h target=o answer=yes\nh special-shot o 6 within=no hit\n= owed B ["mast"]',
        (ship("h", "A", 3, effects=["special_shot_within_S"]), OXLEY),
    ),
    Story(
        "a judge decides whether an island is marked",
        ANY,
        "Jo overrule ability h target=p answer=no\nh mark-island p within=yes ! overruled\n"
        "Jo overrule ability h target=p answer=yes\nh mark-island p within=no",
        (ship("h", "A", 3, effects=["marks_island_within_S"]), OXLEY),
    ),
    Story(
        "what is under a fort is not explored",
        LATER,
        "p correct coin value=c1\nh explore p take=c1 ! fort-there\nh explore p",
        (ship("h", "A", 3, at="p"), OXLEY, {**FORT, "at": "p"}),
    ),
    Story("a home is some player's", ANY, 'p correct home value=Zoe ! unknown\np correct home value=B\n= home p "B"'),
    Story(
        "seen at a ship she is not docked, seen on an island she is not in terrain",
        ANY,
        'h fact docked o ! unknown\nh fact in-terrain p ! unknown\nh fact docked p answer=close\n= docked h ""',
    ),
    Story(
        "a fort lies where it was built, whatever is seen",
        LATER,
        'f fact docked ha\n= docked f "p"\nh fact docked f\n= docked h "p"\nh fact docked f answer=no\n= docked h ""',
        (HARBINGER, OXLEY, {**FORT, "at": "p"}),
    ),
    Story(
        "what is too close puts nobody into the fog",
        LATER,
        'h fact in-terrain m answer=close\n= lost h ""\nh fact in-terrain m\n= lost h "m"\nh move ! lost\n'
        'h fact in-terrain m answer=no\n= lost h ""\nh move',
        more={"terrain": [{"id": "m", "kind": "fog-bank"}]},
    ),
    Story(
        "a broadside needs a cannon",
        (B,),
        "h broadside o 6 line=yes ! mast-gone",
        (ship("h", "A", 1, "2L", masts_lost=[1], keywords=["Broadsides Attack", "Galley"]), OXLEY),
    ),
    Story(
        "a broadside at a marine ashore counts as hits on him",
        (B,),
        'h broadside m 6 line=yes\n= at m ""',
        (ship("h", "A", 3, "2L-3S-2S", keywords=["Broadsides Attack"]), OXLEY),
        more={"crew": [crew("m", "B", "p", keywords=["Marine"])]},
    ),
    Story(
        "a special shot that misses or does something else takes no mast",
        ANY,
        'h special-shot o 6 within=yes\n= owed "" []\nA end-turn\nB end-turn\nh special-shot o 1 within=yes hit\n'
        '= owed "" []\nA end-turn\nB end-turn\nh special-shot o 6 within=yes hit effect=fire\n= owed "" []\n'
        "A end-turn\nB end-turn\nh special-shot ha 6 within=yes hit ! unknown\n"
        "h special-shot g 6 within=yes hit ! own-fleet",
        (ship("h", "A", 3, effects=["special_shot_within_S"]), GALE, ship("o", "B", 3)),
    ),
    Story(
        "a coin whose worth nobody knows is turned over with its worth",
        ANY,
        "c9 reveal ! unknown\nc9 reveal value=3\n= worth c9 3\nk reveal\n= face_up k true",
        islands=(*HOMES, {"id": "p", "coins": [{"id": "c9"}]}),
        more={"crew": [crew("k")]},
    ),
    Story(
        "whose coin it is says what it is worth",
        ANY,
        "h move docks=ha\nc9 reveal value=3 by B ! not-yours\nc9 reveal value=3 by A\n= score A 3",
        (ship("h", "A", 3, coins=[{"id": "c9"}]), OXLEY),
    ),
    Story(
        "a seen island within S is offered to be marked, and an event to be played",
        ANY,
        "+ A play-event Storm\n- h mark-island p\nh fact within-s p\n+ h mark-island p\nA play-event Storm\n"
        "- A play-event Storm\nA play-event Storm ! not-yours",
        (ship("h", "A", 3, effects=["marks_island_within_S"]), OXLEY),
        more={"players": [{"name": "A", "events": ["Storm"]}, {"name": "B"}]},
    ),
    Story(
        "one tow at once, or two by the other reading",
        ANY,
        "h move touches_bow_of=o,w\nh tow o\nh tow w ! already-tried",
        (HARBINGER, DERELICT, HULK, ship("x", "B")),
    ),
    Story(
        "two tows by the other reading, which both dock and are both let go",
        ANY,
        'h move touches_bow_of=o,w\nh tow o\nh tow w\n= tows h ["o", "w"]\nA end-turn\nB end-turn\nh move docks=ha\n'
        '= docked o "ha"\n= docked w "ha"\n= score A 4\nh cast-off\n= tows h []\n= towed_by w ""',
        (HARBINGER, DERELICT, HULK, ship("x", "B")),
        more={"house": {"tows-at-once": "any"}},
    ),
    Story(
        "treasure that stayed her owner's stays so with the next captor, and is his again with her",
        (A,),
        "h move touches_bow_of=o\nh tow o\nh cast-off\nA end-turn\nB end-turn\nh move docks=ha\nA end-turn\n"
        "w move touches_bow_of=o\nw tow o\nB end-turn\nA end-turn\nw move docks=hb\n= score B 4",
        (HARBINGER, DERELICT, WASP),
        more={"house": {"prize-treasure": "owners"}},
    ),
    Story(
        "a bow on the shore rams nobody",
        (A, B),
        "h fact bow-on p\nh move\n- h ram",
    ),
    Story(
        "too close to call is no tow to offer",
        ANY,
        "h move\nh fact touches-bow-of o answer=close\n- h tow o\nh fact touches-bow-of o\n+ h tow o",
        (HARBINGER, DERELICT, WASP),
    ),
    Story(
        "a ship is no place to dock",
        ANY,
        "h move docks=o ! unknown",
    ),
    Story(
        "a turn on the stern docks at no ship, and not in fog or weeds",
        LATER,
        "h move\nh stern-turn docks=f ! unknown\nh correct state value=lost\nh stern-turn ! lost\n"
        "h correct state-over value=lost\nh correct state value=tangled\nh stern-turn ! tangled\n"
        "h correct state-over value=tangled\nh stern-turn",
        (ship("h", "A", 3, keywords=["Schooner"]), OXLEY, FORT),
    ),
    Story(
        "a marine in a lost ship shoots at nobody",
        LATER,
        "h move terrain=f1\nm shoot o 1 6 line=yes ! lost",
        more={"crew": [crew("m", keywords=["Marine"])], "terrain": [{"id": "f1", "kind": "fog-bank"}]},
    ),
    Story(
        "a marine hits a marine ashore",
        LATER,
        'm shoot n 1 6 line=yes\n= at n "p"\nm shoot n 1 6 line=yes ! already-acted\nz shoot n 1 6 line=yes\n= at n ""',
        more={
            "crew": [
                crew("m", keywords=["Marine"]),
                crew("z", keywords=["Marine"]),
                crew("n", "B", "p", keywords=["Marine"]),
            ]
        },
    ),
    Story("only ghostly or submerged is declared", LATER, "h declare invisible ! unknown\nh declare none"),
    Story(
        "a whirlpool takes one thing from a ship that lies in it",
        (C,),
        "h whirl v u 5 ! not-just-moved\nh move\nh whirl v u 5 ! no-contact\nA end-turn\nB end-turn\n"
        "h move terrain=v\nh whirl v u 2\nh whirlpool-loss mast=1 coin=x ! not-there\nh whirlpool-loss ! not-there\n"
        'h whirlpool-loss coin=x by A\n= at x ""\n= masts h [1, 2, 3]',
        (ship("h", "A", 3, coins=[{"id": "x", "value": 1}]), OXLEY),
        more={"terrain": [{"id": "v", "kind": "whirlpool"}, {"id": "u", "kind": "whirlpool"}]},
    ),
    Story(
        "the player in turn rolls for the icebergs",
        (C,),
        "A roll-for-icebergs 3 by B ! not-yours\nA roll-for-icebergs 3 by A\n"
        "i drift-iceberg 2 touches=o by B ! not-yours\n"
        'i drift-iceberg 2 touches=o by A\n= owed B ["mast"]',
        more={"terrain": [{"id": "i", "kind": "iceberg", "number": 3}]},
    ),
    Story(
        "a derelict that an iceberg meets stays afloat, or sinks by the other reading",
        (C,),
        "A roll-for-icebergs 3\ni drift-iceberg 2 touches=o\n= sunk o true",
        (HARBINGER, DERELICT, WASP),
        more={"terrain": [{"id": "i", "kind": "iceberg", "number": 3}], "house": {"iceberg-on-derelict": "sinks"}},
    ),
    Story(
        "terrain is laid under a new name, by who can, once a turn",
        (C,),
        "h lay-terrain r trade-current ! not-there\nh lay-terrain t fog-bank ! not-able\n"
        "h lay-terrain t trade-current within=no ! no-contact\nh lay-terrain t trade-current within=yes\n"
        "h lay-terrain s trade-current within=yes ! already-tried\nh move current=t\nh move ! already-acted",
        (ship("h", "A", 3, keywords=["Navigator"]), OXLEY),
        more={"terrain": [{"id": "r", "kind": "reef"}]},
    ),
    Story(
        "a fort keeps its cost and gives only what is in it",
        LATER,
        "h load-from-fort f take=c2 ! not-there\nh load-from-fort f take=- ! not-there\n"
        "h load-from-fort f take=x ! not-enough-gold\n"
        'h load-from-fort f take=z\n= at z "h"',
        (
            ship("h", "A", 3, at="p"),
            OXLEY,
            {**FORT, "at": "p", "coins": [{"id": "x", "value": 2}, {"id": "z", "value": 1}]},
        ),
    ),
    Story(
        "a destroyed fort leaves its gold on an island that is wild and unexplored again",
        LATER,
        "o shoot f 2 6 line=yes ! not-your-turn\nA end-turn\no shoot f 2 6 line=yes\n"
        '= sunk f true\n= at x "p"\n= explored_by p []\n= score A 0',
        (
            HARBINGER,
            OXLEY,
            {**FORT, "at": "p", "masts_lost": [1, 2, 3, 4], "coins": [{"id": "x", "value": 2}]},
        ),
    ),
    Story(
        "a sunk ship is hit no more",
        ANY,
        "o correct state value=sunk\nh shoot o 1 6 line=yes ! out-of-play",
    ),
    Story(
        "what a tow takes along, sinking lets go",
        (B,),
        "h move touches_bow_of=o\nh tow o\nh correct state value=sunk\nA end-turn\n"
        "w shoot o 1 6 line=yes\n= tows h []\n= sunk o true",
        (HARBINGER, DERELICT, WASP),
    ),
    Story(
        "between equals the points in play decide by the other reading",
        (C,),
        'A agree-to-end\n= winner "" ["A"]',
        (HARBINGER, ship("g", "A", 1, "3S", points=3), OXLEY),
        more={"house": {"tie-break": "points"}, "crew": [crew("k", "B", "o", points=2)]},
    ),
    Story(
        "crew count among the points in play",
        (C,),
        'A agree-to-end\n= winner "" ["B"]',
        (HARBINGER, OXLEY),
        more={"house": {"tie-break": "points"}, "crew": [crew("k", "B", "o", points=2)]},
    ),
    Story(
        "whoever has no ships keeps the turn, or is skipped by the other reading",
        ANY,
        'o correct state value=sunk\nA end-turn\n= turn "" "C"',
        (HARBINGER, OXLEY, ship("x", "C", 1)),
        more={
            "players": [{"name": "A"}, {"name": "B"}, {"name": "C"}],
            "house": {"fleetless-turn": "skipped"},
        },
    ),
    Story("play does not begin before the set-up is done", ANY, "h move ! wrong-phase", more={"setting_up": True}),
    Story("a die has six sides", (A, B), "h move bow_on=o\nh ram o roll=7 ! unknown\nh ram o roll=-1 ! unknown"),
    Story(
        "a fleet is built to some total",
        ANY,
        "A choose-total 0 ! unknown\nA choose-total 1001 ! unknown\nA choose-total 60",
        more={"setting_up": True},
    ),
)


def _state(game: Any, name: str, piece: str) -> Any:
    return state_of(game, StateName(name), piece)


@pytest.mark.parametrize(
    ("story", "edition"),
    [(story, edition) for story in STORIES for edition in story.editions],
    ids=lambda value: value.name if isinstance(value, Story) else value,
)
def test_story(story: Story, edition: str) -> None:
    raw = {
        "edition": edition,
        "players": [{"name": "A"}, {"name": "B"}],
        "ships": list(story.ships),
        "islands": list(story.islands),
        **(story.more or {}),
    }
    game = new_game(start_of(raw, story.name))
    ram = "" if edition == C else "h ram o roll=1\n"
    for line in story.lines.replace("{ram}", ram).splitlines():
        match line[0]:
            case "=":
                name, piece, value = line[2:].split(" ", 2)
                got = _state(game, name, json.loads(piece) if piece == '""' else piece)
                assert agrees(got, json.loads(value)), f"{line}: got {got}"
                continue
            case "+" | "-":
                texts = [act_text(offer.act) for offer in offers(game)]
                is_offered = any(text.startswith(line[2:]) for text in texts)
                assert is_offered is (line[0] == "+"), f"{line}: {texts}"
                continue
        text, _, code = line.partition(" ! ")
        entry = parse_entry(text)
        judged = judge_entry(game, entry)
        got = judged.reasons[0].code if judged.opinion is Opinion.FOUL else ""
        assert got == code, f"{line}: got {got or 'fine'} {[str(reason.words) for reason in judged.reasons]}"
        if not got or entry.stands:
            game = fold(game, entry.act)

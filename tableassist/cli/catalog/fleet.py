"""`tableassist catalog fleet`: a fleet list, looked up and checked."""

import json

from tableassist.cli.terminal import print_rows, tell
from tableassist.errors import one_line
from tableassist.matches.games import Fleet, Manned
from tableassist.messages import Message, say, template, tr
from tableassist.rulebook.play import Reason
from tableassist.rulebook.referee import ADVICE

COLUMNS = (template("pts"), template("card"), template("name"), template("nation"))
MOST_LEFT_OUT = 5


def print_fleet(fleet: Fleet, points: int, reasons: tuple[Reason, ...]) -> None:
    if fleet.name:
        tell(one_line(fleet.name) + "\n")
    rows = [row for each in fleet.ships for row in _rows(each)]
    rows += [(str(card.points), card.key, card.name, card.nation.value) for card in fleet.crew]
    rows += [(str(item.points or 0), "", one_line(item.name), tr("equipment")) for item in fleet.equipment]
    print_rows([say(Message(each)) for each in COLUMNS], rows, given=[2], right=[0])
    tell("\n" + tr("{points} points in all.", points=points))
    if fleet.total is not None and fleet.total != points:
        tell(tr("The list says {total}.", total=fleet.total), "yellow")
    _print_doubts(fleet)
    for each in reasons:
        said = tr("{what} ({section})", what=each.words, section=each.section)
        tell(said, "default" if each.code == ADVICE else "bold red")


def _rows(manned: Manned) -> list[tuple[str, str, str, str]]:
    card = manned.card
    cost = str(getattr(card, "points", ""))
    rows = [(cost, card.key, card.name, card.nation.value)]
    rows += [(str(each.points), each.key, "  " + each.name, each.nation.value) for each in manned.crew]
    rows += [(str(item.points or 0), "", "  " + one_line(item.name), tr("equipment")) for item in manned.equipment]
    return rows


def _print_doubts(fleet: Fleet) -> None:
    for match in fleet.lost:
        said = {"place": match.listed.place, "name": one_line(match.listed.name)}
        if match.near:
            tell(tr("{place}: no card is called '{name}'. Did you mean {near}?", near=match.near, **said), "yellow")
        else:
            tell(tr("{place}: no card is called '{name}'.", **said), "yellow")
    for match in fleet.otherwise:
        name = "" if match.card is None else match.card.name
        words = template("{place}: {name} is listed with {points} points, which is not what the card says.")
        tell(Message(words, place=match.listed.place, name=name, points=match.listed.points), "yellow")
    if fleet.harbor:
        tell(tr("In the harbor, and not in the fleet: {count}.", count=fleet.harbor))
    for line in fleet.left_out[:MOST_LEFT_OUT]:
        tell(tr("Left out: {line}", line=one_line(line)))
    if len(fleet.left_out) > MOST_LEFT_OUT:
        tell(tr("{count} more lines were left out.", count=len(fleet.left_out) - MOST_LEFT_OUT))


def fleet_json(fleet: Fleet, points: int, reasons: tuple[Reason, ...]) -> str:
    rows = [
        {
            "id": each.id,
            "card": each.card.key,
            "name": each.card.name,
            "crew": [{"card": card.key, "name": card.name} for card in each.crew],
            "equipment": [{"name": item.name, "points": item.points} for item in each.equipment],
        }
        for each in fleet.ships
    ]
    told = {
        "name": fleet.name,
        "points": points,
        "ships": rows,
        "crew": [{"card": card.key, "name": card.name} for card in fleet.crew],
        "not_recognised": [
            {"place": each.listed.place, "name": each.listed.name, "near": each.near} for each in fleet.lost
        ],
        "left_out": fleet.left_out,
        "reasons": [{"code": each.code, "words": str(each.words), "section": str(each.section)} for each in reasons],
    }
    return json.dumps(told, ensure_ascii=False, indent=1)


def exit_code(fleet: Fleet, reasons: tuple[Reason, ...]) -> int:
    """1 where a card is not known, or the fleet is not allowed."""
    return int(bool(fleet.lost) or any(each.code != ADVICE for each in reasons))

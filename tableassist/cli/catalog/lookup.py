"""Cards of the catalogue by name, and fleets of them."""

import json
import re
from collections.abc import Sequence

from tableassist.cli.terminal import print_rows, tell
from tableassist.errors import BadRequestError, one_line
from tableassist.matches.games import Fleet, Manned
from tableassist.messages import Message, say, template, tr
from tableassist.pieces import Effect
from tableassist.pieces.catalogue import CARD_SETS, Card, CardKind, Catalogue, Nation
from tableassist.pieces.lookup import CardQuery, NameMatch, NumberRange, find_cards, list_keywords
from tableassist.rulebook.play import Reason
from tableassist.rulebook.referee import ADVICE
from tableassist.text_line import find_nearest_word, fold_name, fold_names, squeeze_name

MOST = 1_000_000
LONGEST_WORDS = 200
_SPAN = re.compile(r"\s*(<=|>=|<|>|=)?\s*([0-9]{1,4})\s*(?:(?:-|\.\.|–)\s*([0-9]{1,4})\s*)?")


def wanted_cards(
    catalogue: Catalogue,
    words: str,
    *,
    kind: str | None,
    set_code: str | None,
    nation: str | None,
    masts: str | None,
    points: str | None,
    keyword: str | None,
    effect: str | None,
    released_only: bool,
) -> CardQuery:
    if len(words) > LONGEST_WORDS:
        count = len(words)
        raise BadRequestError(
            "got {count} letters to look for, expected at most {most}", count=count, most=LONGEST_WORDS
        )
    return CardQuery(
        words=words.strip(),
        kind=None if kind is None else CardKind(one_of("--kind", kind, list(CardKind))),
        set=None if set_code is None else _set_code(set_code),
        nation=None if nation is None else Nation(one_of("--nation", nation, list(Nation))),
        masts=None if masts is None else span("--masts", masts),
        points=None if points is None else span("--points", points),
        keyword=None if keyword is None else one_of("--keyword", keyword, list_keywords(catalogue)),
        effect=None if effect is None else Effect(one_of("--effect", effect, list(Effect))),
        released_only=released_only,
    )


def span(option: str, got: str) -> NumberRange:
    """`12`, `10-15`, `<=12`, `>8`."""
    parts = _SPAN.fullmatch(got)
    if parts is None or (parts[1] and parts[3]) or (parts[3] and int(parts[3]) < int(parts[2])):
        raise BadRequestError("{option}: got '{got}', expected a number, or 10-15, <=12, >=8", option=option, got=got)
    number = int(parts[2])
    spans = {"<=": (0, number), "<": (0, number - 1), ">=": (number, MOST), ">": (number + 1, MOST)}
    return NumberRange(*spans.get(parts[1] or "", (number, int(parts[3] or number))))


def one_of(option: str, got: str, known: Sequence[str]) -> str:
    """Without case and signs; the beginning of a word is enough where only one fits."""
    by_fold = {squeeze_name(fold_name(name)): str(name) for name in known}
    typed = squeeze_name(fold_name(got))
    begins = [name for folded, name in by_fold.items() if typed and folded.startswith(typed)]
    if typed in by_fold or len(begins) == 1:
        return by_fold.get(typed) or begins[0]
    near = find_nearest_word(typed, by_fold)
    asked = {"option": option, "got": got}
    if near:
        raise BadRequestError("{option}: got '{got}', did you mean '{near}'?", near=by_fold[near], **asked)
    raise BadRequestError("{option}: got '{got}', expected one of {known}", known=tuple(begins or known), **asked)


def _set_code(got: str) -> str:
    """By its code or its title."""
    for card_set in CARD_SETS.values():
        if squeeze_name(fold_name(got)) in map(squeeze_name, fold_names([card_set.code, card_set.title])):
            return card_set.code
    return one_of("--set", got, list(CARD_SETS))


def other_option(catalogue: Catalogue, words: str) -> str | None:
    """Where no card is called so: the option that would have been meant."""
    options: tuple[tuple[str, Sequence[str]], ...] = (
        ("--nation", list(Nation)),
        ("--keyword", list_keywords(catalogue)),
        ("--effect", list(Effect)),
        ("--set", [card_set.title for card_set in CARD_SETS.values()]),
    )
    for option, known in options:
        by_fold = {squeeze_name(fold_name(name)): str(name) for name in known}
        near = find_nearest_word(squeeze_name(fold_name(words)), by_fold)
        if near is not None:
            return f'{option} "{by_fold[near]}"'
    return None


def one_card(catalogue: Catalogue, asked: str) -> Card:
    """By set and number, or by a whole name."""
    card = catalogue.card(asked)
    if card is not None:
        return card
    found = find_cards(catalogue, CardQuery(asked.strip()[:LONGEST_WORDS])) if asked.strip() else ()
    exact = [hit.card for hit in found if hit.match is NameMatch.EXACT]
    if len(exact) == 1:
        return exact[0]
    if exact:
        keys = tuple(f"{same.key} ({same.kind.value}, {same.nation.value})" for same in exact)
        what = template("card: got '{asked}', the name of {count} cards; say which: {keys}")
        raise BadRequestError(what, asked=asked, count=len(exact), keys=keys)
    names = tuple(dict.fromkeys(f"{hit.card.key} {hit.card.name}" for hit in found[:5]))
    near = names or catalogue.nearest_key(asked, catalogue.cards)
    if near:
        raise BadRequestError("card: got '{asked}', did you mean {near}?", asked=asked, near=near)
    raise BadRequestError("card: got '{asked}', no such card", asked=asked)


COLUMNS = (template("pts"), template("card"), template("name"), template("nation"))
MOST_LEFT_OUT = 5


def print_fleet(fleet: Fleet, points: int, reasons: tuple[Reason, ...]) -> None:
    if fleet.name:
        tell(one_line(fleet.name) + "\n")
    rows = [row for ship in fleet.ships for row in _rows(ship)]
    rows += [(str(card.points), card.key, card.name, card.nation.value) for card in fleet.crew]
    rows += [(str(item.points or 0), "", one_line(item.name), tr("equipment")) for item in fleet.equipment]
    print_rows([say(Message(each)) for each in COLUMNS], rows, given=[2], right=[0])
    tell("\n" + tr("{points} points in all.", points=points))
    if fleet.total is not None and fleet.total != points:
        tell(tr("The list says {total}.", total=fleet.total), "yellow")
    _print_doubts(fleet)
    for reason in reasons:
        said = tr("{what} ({section})", what=reason.words, section=reason.section)
        tell(said, "default" if reason.code == ADVICE else "bold red")


def _rows(manned: Manned) -> list[tuple[str, str, str, str]]:
    card = manned.card
    cost = str(getattr(card, "points", ""))
    rows = [(cost, card.key, card.name, card.nation.value)]
    rows += [(str(member.points), member.key, "  " + member.name, member.nation.value) for member in manned.crew]
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
            "id": ship.id,
            "card": ship.card.key,
            "name": ship.card.name,
            "crew": [{"card": card.key, "name": card.name} for card in ship.crew],
            "equipment": [{"name": item.name, "points": item.points} for item in ship.equipment],
        }
        for ship in fleet.ships
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
        "reasons": [
            {"code": reason.code, "words": str(reason.words), "section": str(reason.section)} for reason in reasons
        ],
    }
    return json.dumps(told, ensure_ascii=False, indent=1)


def exit_code(fleet: Fleet, reasons: tuple[Reason, ...]) -> int:
    """1 where a card is not known, or the fleet is not allowed."""
    return int(bool(fleet.lost) or any(reason.code != ADVICE for reason in reasons))

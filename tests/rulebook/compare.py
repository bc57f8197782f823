"""Every predicate that both rule books answer, asked of both about one table.

`python -m tests.rulebook.compare 20000` lists each kind of disagreement with its count and one example.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import msgspec.structs

from tableassist.messages import Message
from tableassist.pieces import Effect, PieceKind
from tableassist.rulebook.contact.conditions import why_lost, why_perhaps_lost
from tableassist.rulebook.contact.derelicts import rule_explorations, rule_tows
from tableassist.rulebook.contact.docking import rule_dockings
from tableassist.rulebook.contact.pin import without_contradicted_ticks
from tableassist.rulebook.contact.ram import rule_boardings, rule_rams
from tableassist.rulebook.movement.asked import allowances_now, is_pinned
from tableassist.rulebook.referee.acts.boarding import Board
from tableassist.rulebook.referee.acts.cargo import ExploreShip
from tableassist.rulebook.referee.acts.ramming import Ram, Tow, make_ram
from tableassist.rulebook.referee.acts.sailing import Move
from tableassist.rulebook.referee.acts.shooting import Shoot, cannon_stands, gun_of
from tableassist.rulebook.referee.foul import why_not_dock
from tableassist.rulebook.referee.referee import judge_act
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.shooting.gun import cannons_now
from tableassist.rulebook.shooting.gun import gun_of as rules_gun_of
from tableassist.rulebook.shooting.permission import at_home, rule_permissions
from tableassist.rulebook.shooting.special import surrounds_to_shoot
from tableassist.rulebook.state import questions
from tableassist.rulebook.state.game import GameState
from tableassist.rulebook.state.things import UnitTurn
from tests.rulebook.random_states import BothForms, random_state

SETTLED = (Verdict.YES, Verdict.NO)
ASKED_ELSEWHERE = frozenset(
    {"already-acted", "too-many-actions", "not-just-moved", "owed", "no-room", "ram-is-automatic", "turn-over"}
)
"""Fouls about the turn: no scene knows them."""


class Disagreement(NamedTuple):
    question: str
    detail: str
    """What distinguishes this kind from others of the same question."""
    rules_say: object
    referee_says: object
    example: str

    @property
    def kind(self) -> tuple[str, str, str, str]:
        return self.question, self.detail, str(self.rules_say), str(self.referee_says)


def disagreements(both: BothForms) -> Iterator[Disagreement]:
    """Rules judge a scene without the ticks that the table's camera contradicts, as `adjudicate` does."""
    both = replace(both, scene=without_contradicted_ticks(both.scene, both.settings))
    for question in (_lost, _docking, guns, _permissions, _moves, _contacts):
        yield from question(both)


def _units(both: BothForms):
    for unit in both.game.units.values():
        placed = both.scene.find(unit.id)
        if placed is not None and (unit.in_play or unit.gone):
            yield unit, placed


def _asked(both, question, detail, rules_say, referee_says, *pieces) -> Iterator[Disagreement]:
    if rules_say != referee_says:
        names = ", ".join(_described(both, each) for each in pieces)
        example = f"state {both.label} ({both.settings.edition.name}, {dict(both.settings.house)}): {names}"
        yield Disagreement(question, detail, rules_say, referee_says, example)


def _described(both: BothForms, piece: str) -> str:
    unit = both.game.units.get(piece)
    if unit is None:
        return piece
    parts = [f"{unit.kind.value} of {unit.owner}", f"masts {unit.masts}/{unit.card.masts}"]
    parts += [",".join(unit.card.keywords)] * bool(unit.card.keywords)
    parts += [",".join(sorted(unit.states))] * bool(unit.states)
    parts += [",".join(questions.effects_of(both.game, unit))] * bool(questions.effects_of(both.game, unit))
    parts += [f"at {unit.docked_at}"] * bool(unit.docked_at)
    parts += [f"hull {both.scene.find(piece).piece.model.name}"]
    return f"{piece} ({'; '.join(parts)})"


def _lost(both: BothForms) -> Iterator[Disagreement]:
    scene, settings = both.scene, both.settings
    for unit, placed in _units(both):
        if not unit.gone and why_perhaps_lost(placed, scene, settings) is None:
            lost = why_lost(placed, scene, settings) is not None
            yield from _asked(both, "lost", "", lost, unit.is_lost, unit.id)


def _docking(both: BothForms) -> Iterator[Disagreement]:
    scene, settings, game = both.scene, both.settings, both.game
    shores = [each for each in scene.pieces if each.piece.model.kind in (PieceKind.ISLAND, PieceKind.FORT)]
    for unit, placed in _units(both):
        if unit.gone or unit.id in scene.gone or unit.is_fort:
            continue
        home = at_home([placed], scene, settings).get(unit.id)
        if home is None or home.verdict in SETTLED:
            seen = home is not None and home.verdict is Verdict.YES
            yield from _asked(both, "home", "", seen, questions.is_at_home(game, unit), unit.id)
        for touch in rule_dockings([(placed, each) for each in shores if each.id not in scene.gone], scene, settings):
            if touch.verdict in SETTLED and touch.measured_mm is not None and touch.measured_mm <= 1.0:
                forbidden = why_not_dock(game, unit, touch.target) is not None
                lost = unit.is_lost
                yield from _asked(
                    both, "docked", "", touch.verdict is Verdict.YES, not forbidden and not lost, unit.id, touch.target
                )


def guns(both: BothForms) -> Iterator[Disagreement]:
    scene, settings, game = both.scene, both.settings, both.game
    for unit, placed in _units(both):
        if unit.gone:
            continue
        effects = scene.effects_of(unit.id)
        printed = len(placed.piece.cannons)
        hers = {}
        for places in cannons_now(placed, effects, settings):
            number = places[0].number
            gun = rules_gun_of(placed, places[0], effects, settings)
            hers[0 if number > printed else number] = (places[0].rank, gun.reach.value)
        theirs = {
            number: (gun.rank, gun.reach.value)
            for number in range(printed + 1)
            if (gun := gun_of(game, unit, number)) is not None and cannon_stands(game, unit, number)
        }
        for number in sorted(hers.keys() | theirs.keys()):
            detail = "musket" if number == 0 else "printed cannon"
            yield from _asked(both, "gun", detail, hers.get(number), theirs.get(number), unit.id)


def _permissions(both: BothForms) -> Iterator[Disagreement]:
    scene, settings, game = both.scene, both.settings, both.game
    for unit, placed in _units(both):
        for other, other_placed in _units(both):
            if unit is other or surrounds_to_shoot(placed.piece):
                continue  # whom a kraken surrounds is part of what is measured
            (ruling,) = rule_permissions([(placed, other_placed)], scene, settings)
            if ruling.verdict not in SETTLED or not (unit.cannons and 1 not in unit.masts_lost):
                continue
            mine = game.replace(player=unit.owner)
            act = Shoot(unit.id, other.id, 1, 6, Verdict.YES)
            said = judge_act(mine, act)
            code = said.reasons[0].code if said.reasons and said.is_foul else ""
            barred = Effect.NOT_HIT_BY_L_CANNONS in scene.effects_of(other.id)
            if barred or code in ASKED_ELSEWHERE:
                continue
            detail = code or _why(ruling.reason)
            if said.is_foul and ruling.verdict is Verdict.NO and ruling.measured_mm is None and code != "out-of-play":
                words = str(ruling.reason), str(said.reasons[0].words)
                yield from _asked(both, "words of a permission", detail, *words, unit.id, other.id)
            yield from _asked(
                both, "permission", detail, ruling.verdict is Verdict.YES, not said.is_foul, unit.id, other.id
            )


def _why(reason: Message) -> str:
    return reason.template if hasattr(reason, "template") else str(reason)


def _moves(both: BothForms) -> Iterator[Disagreement]:
    scene, settings, game = both.scene, both.settings, both.game
    for unit, placed in _units(both):
        if unit.is_fort or not placed.piece.base_move:
            continue
        ways = allowances_now(placed, scene, settings, placed.piece.base_move)
        forbidden = next((each.forbidden for each in ways if each.forbidden is not None), None)
        said = judge_act(game.replace(player=unit.owner), Move(unit.id, legal=Verdict.YES))
        code = said.reasons[0].code if said.reasons and said.is_foul else ""
        if code in ASKED_ELSEWHERE:
            continue
        detail = code or (_why(forbidden) if forbidden is not None else "")
        yield from _asked(both, "move", detail, forbidden is None, not said.is_foul, unit.id)


def _contacts(both: BothForms) -> Iterator[Disagreement]:
    scene, settings, game = both.scene, both.settings, both.game
    for unit, placed in _units(both):
        if unit.gone or unit.id in scene.gone or not unit.is_ship:
            continue
        seen, kept = is_pinned(placed, scene, settings), questions.is_pinned(game, unit)
        yield from _asked(both, "pinned", "", seen, kept, unit.id)
        for other, other_placed in _units(both):
            if other is unit or not other.is_ship or other.gone:
                continue
            yield from _about_a_pair(both, unit, other, placed, other_placed)


def _about_a_pair(both: BothForms, unit, other, placed, other_placed) -> Iterator[Disagreement]:
    scene, settings, game = both.scene, both.settings, both.game
    pair = [(placed, other_placed)]
    moved = game.replace(player=unit.owner, just_moved=unit.id).with_unit(unit, turn=UnitTurn(actions=("move",))
    )  # fmt: skip
    in_tow = other.towed_by == unit.id or unit.towed_by == other.id
    for tow in () if in_tow else rule_tows(pair, scene, settings):
        touches = questions.bow_touches(game, other.id, unit.id) is Verdict.YES
        if tow.verdict in SETTLED and not tow.readings and touches:
            said = judge_act(moved, Tow(unit.id, other.id))
            yield from _opinion(both, "tow", tow, said, unit, other)
    if other.owner != unit.owner:
        manual = msgspec.structs.replace(moved, edition=_without_automatic_ram(moved))
        for ram in rule_rams(pair, scene, settings, also_past=True):
            if ram.verdict in SETTLED and questions.bow_touches(game, unit.id, other.id) is Verdict.YES:
                said = judge_act(manual, Ram(unit.id, other.id, 1))
                yield from _opinion(both, "ram", ram, said, unit, other)
        is_ram = any(each.verdict is Verdict.YES for each in rule_rams(pair, scene, settings, also_past=True))
        for board in rule_boardings(pair, scene, settings) if is_ram else ():
            if board.verdict not in SETTLED or board.readings:
                continue
            joined = make_ram(moved, moved.units[unit.id], other).replace(player=unit.owner)
            if "no ram to follow" in str(board.reason) or "within S" in str(board.reason):
                continue
            said = judge_act(joined, Board(unit.id, other.id, 3, 3))
            yield from _opinion(both, "board", board, said, unit, other)
    fresh = game.replace(player=unit.owner)
    for ruling in rule_explorations(pair, scene, settings):
        touches = game.answer("touches", unit.id, other.id) is Verdict.YES
        if Effect.TAKES_TREASURE_BY_TOUCH in scene.effects_of(unit.id):
            continue  # what she may do with that card depends on what she takes
        if ruling.verdict in SETTLED and touches:
            said = judge_act(fresh, ExploreShip(unit.id, other.id))
            yield from _opinion(both, "explore", ruling, said, unit, other)


def _without_automatic_ram(game: GameState):
    from dataclasses import replace

    return replace(game.edition, contact=replace(game.edition.contact, ram_is_automatic=False))


def _opinion(both, question, ruling, said, unit, other) -> Iterator[Disagreement]:
    code = said.reasons[0].code if said.reasons and said.is_foul else ""
    if code in ASKED_ELSEWHERE:
        return
    detail = code or _why(ruling.reason)
    yield from _asked(both, question, detail, ruling.verdict is Verdict.YES, not said.is_foul, unit.id, other.id)


def main(count: int, seed: str = "20000") -> int:
    kinds: Counter = Counter()
    examples: dict = {}
    for number in range(count):
        for each in disagreements(random_state(f"{seed} {number}")):
            kinds[each.kind] += 1
            examples.setdefault(each.kind, each.example)
    for kind, times in kinds.most_common():
        question, detail, rules_say, referee_says = kind
        print(f"{times:6d} {question} [{detail}] rules={rules_say} referee={referee_says}\n         {examples[kind]}")
    print(f"{count} states, {sum(kinds.values())} disagreements of {len(kinds)} kinds")
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))

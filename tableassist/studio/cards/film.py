"""A card game as a film: the states of the table during the game, and hands that carry what changes in between."""

import bisect
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tableassist.pipeline.card_game.outcomes import discard_of
from tableassist.rulebook.cardgame import CARD_GAME, AnyCardAct, CardGame, CardStart, ships_concerned
from tableassist.rulebook.cardgame.actions import PlayMovement
from tableassist.rulebook.cardgame.cards import ALL_MOVEMENTS, SHIPS, adventure_kind, movement_kind
from tableassist.studio.cards.card_table import (
    CardTable,
    LaidCards,
    Laying,
    StagedCard,
    card_camera,
    laid_cards,
    staged_table,
)
from tableassist.studio.optics import Look, StudioCamera
from tableassist.studio.staging.staged_game import KeyMoment, StagedGame
from tableassist.studio.staging.staged_table import StagedHand, StagedTable
from tableassist.studio.studio_source import StudioSource
from tableassist.vision.camera.frame import Frame


@dataclass(frozen=True, slots=True)
class PlayedTable:
    table: CardTable
    acts: int
    """So many are on the table."""
    is_done: bool
    """The adventure of the last one is carried out too."""


def played_tables(
    start: CardStart, acts: Sequence[AnyCardAct], pauses: Callable[[int], bool] = lambda _number: True
) -> tuple[PlayedTable, ...]:
    """From the start on, a table each time that it lies still. `pauses`: whether the players stop between the action
    of an act and its adventure; those of the acts are counted from 1."""
    return tuple(_tables(start, acts, pauses))


def _tables(start: CardStart, acts: Sequence[AnyCardAct], pauses: Callable[[int], bool]) -> Iterator[PlayedTable]:
    game, discard = CARD_GAME.start(start), None
    now = table_of(game)
    yield PlayedTable(now, 0, is_done=True)
    for number, act in enumerate(acts, start=1):
        after = CARD_GAME.apply(game, act)
        if pauses(number) and (acted := _apply_act(game, act, now)) != now:
            now = acted
            yield PlayedTable(now, number, is_done=False)
        discard = _discarded_card(game, act, after) or discard
        laid = replace(table_of(after), adventure_discard=discard)
        if laid != now:
            now = laid
            yield PlayedTable(now, number, is_done=True)
        game = after


def table_of(game: CardGame) -> CardTable:
    """But for the adventure discards, of which a game counts only the number."""
    return CardTable(
        row=game.row,
        damaged=game.damaged,
        fame=tuple((ship, game.fame[ship].cards) for ship in SHIPS if game.fame[ship].cards),
        active=game.active,
        upcoming=game.adventures[1:],
        open=game.open,
        movement_discard=game.movement_discards[-1] if game.movement_discards else None,
        adventure_pile=game.adventure_pile.count > 0,
        movement_pile=game.movement_pile.count > 0,
    )


def _apply_act(game: CardGame, act: AnyCardAct, now: CardTable) -> CardTable:
    """The action is done, its card discarded; no card has been turned up."""
    after = CARD_GAME.apply(game.replace(adventures=()), act)
    card = discard_of(act)
    left = tuple("" if open_card == card else open_card for open_card in now.open)
    return replace(now, row=after.row, damaged=after.damaged, open=left, movement_discard=card or now.movement_discard)


def _discarded_card(game: CardGame, act: AnyCardAct, after: CardGame) -> str | None:
    """The active adventure, if it went to the discards and not under a ship."""
    card = game.active
    if card is None or card in after.adventures:
        return None
    if isinstance(act, PlayMovement) and movement_kind(act.movement).is_fog:
        return card
    acted = CARD_GAME.apply(game.replace(adventures=()), act)
    kind = adventure_kind(card)
    ships = ships_concerned(game.replace(row=acted.row, damaged=acted.damaged), kind.whom)
    return None if kind.gains and any(ship not in acted.damaged for ship in ships) else card


PULL_MM = 112.0
"""How far a ship is pulled out of the row towards the player."""
LIFT_MM = 26.0
_AWAY_MM = 420.0
_REACH_S = 0.4


@dataclass(frozen=True, slots=True)
class Carried:
    """What one movement of a hand does: cards by their names, from one pose to another."""

    start: Mapping[str, StagedCard]
    end: Mapping[str, StagedCard]
    lift_mm: float = 0.0

    def cards_at(self, share: float) -> dict[str, StagedCard]:
        eased = share * share * (3.0 - 2.0 * share)
        return {name: _between(card, self.end[name], eased, self.lift_mm) for name, card in self.start.items()}


def _between(one: StagedCard, other: StagedCard, share: float, lift_mm: float) -> StagedCard:
    """Turned over halfway, where its faces differ."""
    turn = math.remainder(other.yaw_rad - one.yaw_rad, math.tau)
    return replace(
        one if share < 0.5 else other,
        x_mm=one.x_mm + share * (other.x_mm - one.x_mm),
        y_mm=one.y_mm + share * (other.y_mm - one.y_mm),
        z_mm=one.z_mm + share * (other.z_mm - one.z_mm) + lift_mm * math.sin(math.pi * share),
        yaw_rad=one.yaw_rad + share * turn,
    )


def card_film(
    states: Sequence[CardTable],
    seed: int,
    *,
    rest_s: float = 2.0,
    move_s: float = 0.6,
    laying: Laying | None = None,
) -> StagedGame:
    """Each state lies at rest for `rest_s`, then a hand makes the next of it, `move_s` for each thing it carries. Its
    moments `state-0`, `state-1`, ... say from when on each state lies at rest."""
    rng = np.random.default_rng(seed)
    how = Laying() if laying is None else laying
    lying = laid_cards(states[0], rng, how)
    scenes, starts, moments, t_s = [_Scene(lying, (), rest_s, move_s, 0.0)], [0.0], [KeyMoment("state-0", 0.0)], rest_s
    for number, state in enumerate(states[1:], start=1):
        after = laid_cards(state, rng, how, lying)
        carried = _carry_steps(lying, after)
        arm_deg = float(rng.uniform(-115.0, -65.0))
        scenes.append(_Scene(lying, carried, 2.0 * _REACH_S + move_s * len(carried), move_s, arm_deg))
        starts.append(t_s)
        t_s += scenes[-1].duration_s
        scenes.append(_Scene(after, (), rest_s, move_s, 0.0))
        starts.append(t_s)
        moments.append(KeyMoment(f"state-{number}", t_s))
        t_s += rest_s
        lying = after

    def table_at(at_s: float) -> StagedTable:
        index = max(0, bisect.bisect_right(starts, at_s) - 1)
        cards, hands = scenes[index].at(at_s - starts[index])
        return replace(staged_table(cards, how), hands=hands)

    return StagedGame(t_s, tuple(moments), table_at)


def film(
    states: Sequence[CardTable],
    seed: int,
    *,
    camera: StudioCamera | None = None,
    look: Look | None = None,
    frames_per_s: float = 5.0,
    rest_s: float = 2.0,
    move_s: float = 0.6,
) -> Iterator[Frame]:
    """All frames of the film, with their times."""
    game = card_film(states, seed, rest_s=rest_s, move_s=move_s)
    source = StudioSource(game, camera or card_camera(), look, frames_per_s=frames_per_s, seed=seed)
    while (frame := source.read()) is not None:
        yield frame


@dataclass(frozen=True, slots=True)
class _Scene:
    """A table at rest, or a hand that changes it."""

    lying: LaidCards
    carried: tuple[Carried, ...]
    duration_s: float
    move_s: float
    arm_deg: float

    def at(self, t_s: float) -> tuple[LaidCards, tuple[StagedHand, ...]]:
        if not self.carried:
            return self.lying, ()
        now = t_s - _REACH_S
        index = min(max(0, math.floor(now / self.move_s)), len(self.carried) - 1)
        share = min(max(now / self.move_s - index, 0.0), 1.0)
        cards = dict(self.lying)
        for done in self.carried[:index]:
            _update_cards(cards, done.end)
        moving = self.carried[index].cards_at(share)
        _update_cards(cards, moving)
        return cards, self._hands(moving, away=max(-now, now - self.move_s * len(self.carried), 0.0) / _REACH_S)

    def _hands(self, moving: Mapping[str, StagedCard], *, away: float) -> tuple[StagedHand, ...]:
        """At the lower edge of what it moves; `away` is its share of the way out of the picture."""
        held = next(iter(moving.values()), None)
        if held is None or away >= 1.0:
            return ()
        arm = math.radians(self.arm_deg)
        reach = 34.0 + _AWAY_MM * away
        x, y = held.x_mm + reach * math.cos(arm), held.y_mm + reach * math.sin(arm)
        return (StagedHand(x, y, self.arm_deg, height_mm=30.0 + held.z_mm, spread=len(moving) > 3),)


_GONE = "gone"


def _update_cards(cards: dict[str, StagedCard], changed: Mapping[str, StagedCard]) -> None:
    for name, card in changed.items():
        if card.card == _GONE:
            cards.pop(name, None)
        else:
            cards[name] = card


def _carry_steps(before: LaidCards, after: LaidCards) -> tuple[Carried, ...]:
    """In the order in which players do it: the played card, the row, damage, fame, adventures, the new card."""
    gone = {name: replace(card, card=_GONE) for name, card in before.items() if name not in after}
    covered = {name: card for name, card in gone.items() if _is_movement(name)}
    taken = {name: card for name, card in gone.items() if name not in covered}
    pile = {name: after[name] for name in after if name.endswith("-pile") and after[name] != before.get(name)}
    steps = [
        *_carry_faces(before, after, movement=True),
        *_carry_row(before, after),
        *([Carried(taken, taken)] if taken else ()),
        *_carry_fame(before, after),
        *_carry_faces(before, after, movement=False),
        *_drawn_card_steps(before, after),
    ]
    last = {**covered, **pile}
    return tuple([*steps, Carried(last, last)] if last else steps)


def _is_movement(name: str) -> bool:
    return name.removeprefix("card-") in ALL_MOVEMENTS


def _carry_faces(before: LaidCards, after: LaidCards, *, movement: bool) -> Iterator[Carried]:
    for name in after:
        is_card = name.startswith("card-") and name in before and _is_movement(name) is movement
        if is_card and not _is_same(before[name], after[name]):
            yield Carried({name: before[name]}, {name: after[name]}, LIFT_MM)


def _is_same(one: StagedCard, other: StagedCard) -> bool:
    return replace(one, z_mm=0.0) == replace(other, z_mm=0.0)


def _carry_row(before: LaidCards, after: LaidCards) -> Iterator[Carried]:
    """Ships that change their order are pulled out, the others closed up, and they are pushed in again; then those are
    turned over that were damaged or repaired."""
    ships = [name for name in after if name.startswith("ship-")]
    stay = _in_order(sorted(ships, key=lambda name: before[name].x_mm), {n: after[n].x_mm for n in ships})
    pulled = [name for name in ships if name not in stay]
    out = {name: _cards_pulled_out(before, name) for name in pulled}
    moved = {name: _with_fame(name, before, after) for name in ships}
    for name in pulled:
        yield Carried(_with_fame(name, before, before), out[name])
    shifted = [n for n in ships if n in stay and abs(before[n].x_mm - after[n].x_mm) > 1.0]
    if shifted:
        start = {card_id: before[card_id] for name in shifted for card_id in moved[name]}
        yield Carried(
            start,
            {card_id: replace(moved[n][card_id], look=before[card_id].look) for n in shifted for card_id in moved[n]},
        )
    for name in pulled:
        yield Carried(
            out[name], {card_id: replace(card, look=before[card_id].look) for card_id, card in moved[name].items()}
        )
    for name in ships:
        if before[name].look is not after[name].look:
            yield Carried({name: replace(after[name], look=before[name].look)}, {name: after[name]}, LIFT_MM)


def _with_fame(ship: str, before: LaidCards, where: LaidCards) -> dict[str, StagedCard]:
    """The ship and the fame that she had, as they lie in `where`; fame that she loses there goes with her for now."""
    names = [ship, *(name for name in before if name.startswith(f"fame-{ship.removeprefix('ship-')}-"))]
    off_x, off_y = where[ship].x_mm - before[ship].x_mm, where[ship].y_mm - before[ship].y_mm
    moved = {n: replace(before[n], x_mm=before[n].x_mm + off_x, y_mm=before[n].y_mm + off_y) for n in names}
    return {name: where.get(name, moved[name]) for name in names}


def _cards_pulled_out(before: LaidCards, ship: str) -> dict[str, StagedCard]:
    return {n: replace(card, y_mm=card.y_mm - PULL_MM) for n, card in _with_fame(ship, before, before).items()}


def _in_order(names: Sequence[str], after_mm: Mapping[str, float]) -> set[str]:
    """The most ships that keep their order: the longest rising run of places, not of neighbours."""
    best: list[list[str]] = []
    for name in names:
        runs = [run for run in best if after_mm[run[-1]] < after_mm[name]]
        best.append([*_longest(runs), name])
    return set(_longest(best))


def _longest(runs: Sequence[list[str]]) -> list[str]:
    return max(runs, key=len) if runs else []


def _carry_fame(before: LaidCards, after: LaidCards) -> Iterator[Carried]:
    """From the pile to the ship."""
    pile = before.get("adventure-pile")
    for name, card in after.items():
        if name.startswith("fame-") and name not in before:
            start = replace(card, x_mm=pile.x_mm, y_mm=pile.y_mm, z_mm=8.0) if pile is not None else card
            yield Carried({name: start}, {name: card}, LIFT_MM)


def _drawn_card_steps(before: LaidCards, after: LaidCards) -> Iterator[Carried]:
    """New cards, from their pile."""
    for name, card in after.items():
        if not name.startswith("card-") or name in before:
            continue
        pile = before.get("movement-pile" if _is_movement(name) else "adventure-pile", card)
        yield Carried({name: replace(card, x_mm=pile.x_mm, y_mm=pile.y_mm, z_mm=8.0)}, {name: card}, LIFT_MM)

"""The rules that are asked at every moment, in one visible order."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from tableassist.pieces.piece import Piece
from tableassist.rules.contact.board import RULE as BOARD
from tableassist.rules.contact.board import rule_boardings
from tableassist.rules.contact.cancel import RULE as CANCEL
from tableassist.rules.contact.cancel import rule_cancels
from tableassist.rules.contact.contact import RULE as CONTACT
from tableassist.rules.contact.contact import rule_contacts
from tableassist.rules.contact.docking import RULE as DOCKING
from tableassist.rules.contact.docking import rule_dockings
from tableassist.rules.contact.explore import RULE as EXPLORE
from tableassist.rules.contact.explore import rule_explorations
from tableassist.rules.contact.pairs import (
    About,
    board_pairs,
    cancel_pairs,
    contact_pairs,
    explore_pairs,
    fort_pairs,
    shore_pairs,
    terrain_pairs,
    tow_pairs,
)
from tableassist.rules.contact.pin import RULE as PIN
from tableassist.rules.contact.pin import rule_rams_and_pins
from tableassist.rules.contact.ram import RULE as RAM
from tableassist.rules.contact.tow import RULE as TOW
from tableassist.rules.contact.tow import rule_tows
from tableassist.rules.editions.settings import RuleSettings
from tableassist.rules.engine.dependencies import in_these_weeds, under_these_forts
from tableassist.rules.ruling.ruling import Ruling
from tableassist.rules.ruling.unseen import not_seen
from tableassist.rules.setup.fort import other_forts, rule_forts
from tableassist.rules.setup.table import RULE as FORT_PLACE
from tableassist.rules.shooting.broadsides import RULE as BROADSIDES
from tableassist.rules.shooting.cannon_range import RULE as RANGE
from tableassist.rules.shooting.line_of_fire import RULE as LINE
from tableassist.rules.shooting.permission import RULE as PERMISSION
from tableassist.rules.shooting.shot import RULE as SHOT
from tableassist.rules.shooting.shot import rule_shots
from tableassist.rules.shooting.shot_pairs import rammers, shooters, shots_not_seen, spared_at_these_shores
from tableassist.rules.terrain.terrain import RULE as TERRAIN
from tableassist.rules.terrain.terrain import other_whirlpools, rule_terrain
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.scene import Scene

Pair = tuple[PlacedPiece, PlacedPiece]
Changed = Mapping[str, tuple[PlacedPiece, ...]]
"""Each piece that is not the same value as before, where it is and where it was."""


def _one_not_seen(
    rule: str, citation: Callable[[RuleSettings], str]
) -> Callable[[Piece, Piece, str, Scene, RuleSettings], list[Ruling]]:
    def ruled(subject: Piece, target: Piece, why: str, _scene: Scene, settings: RuleSettings) -> list[Ruling]:
        return [not_seen(rule, subject, target, citation(settings), why)]

    return ruled


def _nothing_else(_scene: Scene, _changed: Changed, _settings: RuleSettings) -> frozenset[str]:
    return frozenset()


@dataclass(frozen=True, slots=True)
class Rule:
    """All questions of one kind between two pieces."""

    names: frozenset[str]
    pairs: Callable[[Scene, About], Iterator[tuple[Piece, Piece]]]
    """Of all pieces, or only those with one of some pieces in them."""
    judge: Callable[[list[Pair], Scene, RuleSettings], Iterable[Ruling]]
    unseen: Callable[[Piece, Piece, str, Scene, RuleSettings], list[Ruling]]
    """The answers where a piece is missing; it is told what is missing."""
    past_others: bool = False
    """Whether pieces between the two can change the answer."""
    near_only: bool = False
    """Whether only pieces that lie near each other are asked about, so that the pairs change when a piece moves."""
    also: Callable[[Scene, Changed, RuleSettings], frozenset[str]] = _nothing_else
    """Pieces that must be judged anew though only others have changed."""


RULES: tuple[Rule, ...] = (
    Rule(
        names=frozenset({PERMISSION, RANGE, LINE, SHOT, BROADSIDES}),
        pairs=shooters,
        judge=rule_shots,
        unseen=shots_not_seen,
        past_others=True,
        also=spared_at_these_shores,
    ),
    Rule(
        names=frozenset({DOCKING}),
        pairs=shore_pairs,
        judge=rule_dockings,
        unseen=_one_not_seen(DOCKING, lambda settings: settings.edition.contact.docking_section),
        also=under_these_forts,
    ),
    Rule(
        names=frozenset({RAM, PIN}),
        pairs=rammers,
        judge=rule_rams_and_pins,
        unseen=_one_not_seen(RAM, lambda settings: settings.edition.contact.ram_section),
    ),
    Rule(
        names=frozenset({BOARD}),
        near_only=True,
        pairs=board_pairs,
        judge=rule_boardings,
        unseen=_one_not_seen(BOARD, lambda settings: settings.edition.contact.board_section),
    ),
    Rule(
        names=frozenset({TOW}),
        near_only=True,
        pairs=tow_pairs,
        judge=rule_tows,
        unseen=_one_not_seen(TOW, lambda settings: settings.edition.contact.tow_section),
        also=in_these_weeds,
    ),
    Rule(
        names=frozenset({EXPLORE}),
        near_only=True,
        pairs=explore_pairs,
        judge=rule_explorations,
        unseen=_one_not_seen(EXPLORE, lambda settings: settings.edition.contact.explore_section),
    ),
    Rule(
        names=frozenset({TERRAIN}),
        near_only=True,
        pairs=terrain_pairs,
        judge=rule_terrain,
        unseen=_one_not_seen(TERRAIN, lambda settings: settings.edition.terrain.trigger_section),
        also=other_whirlpools,
    ),
    Rule(
        names=frozenset({FORT_PLACE}),
        near_only=True,
        pairs=fort_pairs,
        judge=rule_forts,
        unseen=_one_not_seen(FORT_PLACE, lambda settings: settings.edition.setup.fort_section),
        also=other_forts,
    ),
    Rule(
        names=frozenset({CANCEL}),
        near_only=True,
        pairs=cancel_pairs,
        judge=rule_cancels,
        unseen=_one_not_seen(CANCEL, lambda _settings: "card's ability"),
    ),
    Rule(
        names=frozenset({CONTACT}),
        near_only=True,
        pairs=contact_pairs,
        judge=rule_contacts,
        unseen=_one_not_seen(CONTACT, lambda settings: settings.edition.contact.touch_section),
    ),
)

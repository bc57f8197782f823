"""A rule: one question about two pieces, its words and how it is answered, in one object."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tableassist.messages import Message, Text, template
from tableassist.pieces import Piece, PieceKind
from tableassist.rulebook.editions.house_rule import HouseRule
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.editions.terms import Edition
from tableassist.rulebook.ruling import Ruling
from tableassist.rulebook.scene import Scene, not_seen
from tableassist.scene.placed_piece import PlacedPiece

Pair = tuple[PlacedPiece, PlacedPiece]
Pairs = Iterator[tuple[Piece, Piece]]
About = frozenset[str] | None
"""Only pairs with one of these pieces in them; None: all."""
Changed = Mapping[str, tuple[PlacedPiece, ...]]
"""Each piece that is not the same value as before, where it is and where it was."""
Case = tuple[Sequence[Pair], Scene]
"""Pairs, and the scene in which they are judged."""
ByPair = dict[tuple[str, str], list[Ruling]]
"""What is said of each pair, by the ids of the two."""
Also = Callable[[Scene, Changed, RuleSettings], frozenset[str]]
Unseen = Callable[[Piece, Piece, Message, Scene, RuleSettings], list[Ruling]]


class RuleGroup(StrEnum):
    SHOOTING = "shooting"
    CONTACT = "contact"
    TERRAIN = "terrain"
    SETUP = "setup"
    MOVEMENT = "movement"
    ABILITY = "ability"


def _nothing_else(_scene: Scene, _changed: Changed, _settings: RuleSettings) -> frozenset[str]:
    return frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class Judging:
    """How a rule is answered at every moment: about which pairs, by what, and what can change the answer."""

    pairs: Callable[[Scene, About], Pairs]
    """Of all pieces, or only those with one of some pieces in them."""
    judge: Callable[[list[Pair], Scene, RuleSettings], Iterable[Ruling]]
    """May answer further rules that are measured with this one: a shot its range and line, a pin the ram before it."""
    unseen: Unseen
    """The answers where a piece is missing; it is told what is missing."""
    past_others: bool = False
    """Whether pieces between the two can change the answer."""
    near_only: bool = False
    """Whether only pieces that lie near each other are asked about, so that the pairs change when a piece moves."""
    also: Also = _nothing_else
    """Pieces that must be judged anew though only others have changed."""
    judge_together: Callable[[Sequence[Case], RuleSettings], list[ByPair]] | None = None
    """The same for several scenes of one moment, where that takes less time than one after the other."""

    def judge_all(self, cases: Sequence[Case], settings: RuleSettings) -> list[ByPair]:
        if self.judge_together is not None:
            return self.judge_together(cases, settings)
        return [_by_pair(self.judge(list(pairs), scene, settings)) for pairs, scene in cases]


def _by_pair(rulings: Iterable[Ruling]) -> ByPair:
    by_pair: ByPair = {}
    for ruling in rulings:
        by_pair.setdefault((ruling.subject, ruling.target), []).append(ruling)
    return by_pair


@dataclass(frozen=True, slots=True, eq=False)
class LastingContact:
    """Of a rule whose yes is a state that lasts while pieces touch."""

    badge: Message
    """On the picture, at the place of contact."""
    symbol: str
    """The badge's sign, by its name in `overlay.drawing.Symbol`."""
    ends: str = template("leaves {target}")
    """What she does when it is over."""
    on_timeline: bool = False
    """Whether its beginning is marked on the time line."""
    in_score: bool = False
    """Whether the score of a move tells it; a pin and a boarding go with the ram, and an exploration with the tow."""
    kept_by: str | None = None
    """Another rule whose yes about the same two keeps it: a ram lasts while the ship is pinned by it."""


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """Words with gaps are templates, of which a message is made about these two pieces."""

    id: str
    """`Ruling.rule`, also in files: never changed."""
    name: Text
    """Within a line, as in "line of fire: HMS Titan → Revenge"."""
    title: Text
    """Above or before everything else that is told of it."""
    question: str
    """As a player would ask it, about {subject}, {target} and perhaps {cannon}."""
    yes: str
    """What a yes says that she does to {target}, and after it what a no says."""
    no: str
    group: RuleGroup
    judging: Judging | None = None
    """None where another rule's judge answers this one too, and for what is asked on demand only."""
    part_of: str | None = None
    """The rule whose answer tells this one too: a shot its permission, range and line of fire."""
    notable: bool = True
    """Whether somebody at the table wants to hear the answer without having asked; bare contact is told by what
    follows from it: docking, a ram, a tow."""
    contact: LastingContact | None = None
    house_rules: tuple[HouseRule, ...] = ()
    """What a table may choose about this rule alone, beside the terms of its edition."""
    answers: tuple[str, str] | None = None
    """Its yes and its no as whole sentences about {subject}, {target} and perhaps {cannon}, where they read better than
    "YES: {subject} {yes}"."""

    def question_about(self, subject: Text, target: Text, cannon: int | None = None) -> Message:
        return Message(self.question, subject=subject, target=target, cannon=cannon)

    def deed(self, target: str) -> Message:
        """As in "docks at Skull Island"."""
        return Message(self.yes, target=target)

    def no_deed(self, target: str) -> Message:
        return Message(self.no, target=target)


def judging(
    rule: str,
    pairs: Callable[[Scene, About], Pairs],
    judge: Callable[[list[Pair], Scene, RuleSettings], Iterable[Ruling]],
    section: Callable[[Edition], Text],
    *,
    near_only: bool = False,
    also: Also = _nothing_else,
) -> Judging:
    """With one answer a pair where a piece is missing: not seen, by this section of the edition."""

    def unseen(subject: Piece, target: Piece, why: Message, _scene: Scene, settings: RuleSettings) -> list[Ruling]:
        return [not_seen(rule, subject, target, section(settings.edition), why)]

    return Judging(pairs, judge, unseen, near_only=near_only, also=also)


def all_when_one_changes(asked: frozenset[PieceKind], *changing: PieceKind) -> Also:
    """All pieces of the kinds `asked` must be judged anew when a piece of a kind in `changing` has changed."""

    def also(scene: Scene, changed: Changed, _settings: RuleSettings) -> frozenset[str]:
        if not any(places[0].piece.model.kind in changing for places in changed.values()):
            return frozenset()
        return frozenset(placed.id for placed in scene.pieces if placed.piece.model.kind in asked)

    return also


PairIds = tuple[str, str]

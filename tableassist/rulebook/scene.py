"""The table as the rules see it: placed pieces, those that are not measured, and the state of the game."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from tableassist.messages import Message, Text
from tableassist.pieces import Effect, Piece, PieceKind, PieceState
from tableassist.rulebook.ruling import Ruling, Verdict, cite
from tableassist.rulebook.state.game import GameState
from tableassist.rulebook.state.new_game import unit_of_nobody
from tableassist.rulebook.state.questions import NO_EFFECTS, conditions, effects_of
from tableassist.rulebook.state.things import Unit
from tableassist.scene.facts import Fact
from tableassist.scene.piece_pose import PiecePose
from tableassist.scene.placed_piece import PlacedPiece, are_the_same
from tableassist.scene.seen_gap import SeenGap
from tableassist.scene.unverified import VERIFIED, Unverified
from tableassist.scene.whereabouts import Whereabouts

NOTHING_CONFIRMED: frozenset[Fact] = frozenset()


@dataclass(frozen=True, eq=False)
class Scene:
    pieces: tuple[PlacedPiece, ...]
    unseen: tuple[Piece, ...]
    """Pieces of the table that have not been seen since the start."""
    state: GameState
    reasons: Mapping[str, Text] = field(default_factory=dict)
    """Why pieces are not measured now, by id; a piece that nobody knows it of is not listed."""
    whereabouts: Whereabouts = field(default_factory=dict)
    """Where pieces may lie that were never measured, as far as the picture shows."""

    @cached_property
    def _by_id(self) -> dict[str, PlacedPiece]:
        return {placed.id: placed for placed in self.pieces}

    def find(self, piece_id: str | None) -> PlacedPiece | None:
        return self._by_id.get(piece_id) if piece_id is not None else None

    @cached_property
    def measured(self) -> dict[str, PlacedPiece]:
        """Of which something can be called, by id."""
        return {placed.id: placed for placed in self.pieces if not placed.is_stale}

    def at(self, piece: Piece) -> PlacedPiece:
        """The piece where it lies; it must have been seen."""
        return self._by_id[piece.id]

    @cached_property
    def gone(self) -> frozenset[str]:
        """Pieces out of the game, even where they are still on the mat."""
        return frozenset(key for key, states in conditions(self.state).items() if PieceState.SUNK in states)

    @cached_property
    def has_fog(self) -> bool:
        """Whether a fog bank is on the mat."""
        return any(placed.piece.model.kind is PieceKind.FOG_BANK for placed in self.pieces)

    def unit_of(self, piece_id: str) -> Unit | None:
        """The piece in the game; as it is printed where nobody plays with it. None: it is not on this table."""
        unit = self.state.units.get(piece_id)
        if unit is not None:
            return unit
        placed = self._by_id.get(piece_id)
        piece = (
            placed.piece if placed is not None else next((piece for piece in self.unseen if piece.id == piece_id), None)
        )
        return None if piece is None else unit_of_nobody(piece)

    def units_of(self, *pieces: PlacedPiece) -> Iterator[Unit]:
        """Pieces of this scene as the game has them."""
        for placed in pieces:
            yield self.state.units.get(placed.piece.id) or unit_of_nobody(placed.piece)

    def effects_of(self, piece_id: str) -> frozenset[Effect]:
        """Effects that work on a piece now: those of its card and of its crew."""
        unit = self.state.units.get(piece_id) or self.unit_of(piece_id)
        return NO_EFFECTS if unit is None else effects_of(self.state, unit)

    def has_same_pieces(self, other: "Scene") -> bool:
        """By identity: nothing has moved, and nobody has come or gone."""
        return are_the_same(self.pieces, other.pieces)

    @property
    def doubts(self) -> dict[str, Text]:
        """Why pieces cannot be where they were measured, by id."""
        return {placed.id: placed.doubt for placed in self.pieces if placed.doubt}

    @cached_property
    def unverified(self) -> dict[str, Unverified]:
        """What the picture does not show of pieces, by id; of most there is nothing."""
        return {placed.id: placed.unverified for placed in self.pieces if placed.unverified != VERIFIED}

    @cached_property
    def on_trust(self) -> dict[str, Unverified]:
        """What neither the picture nor a person vouches for, by id."""
        return {placed.id: placed.on_trust for placed in self.pieces if placed.on_trust != VERIFIED}

    @cached_property
    def seen_gaps(self) -> dict[str, tuple[SeenGap, ...]]:
        """Gaps that the picture shows, by the id of the piece they are kept with."""
        return {placed.id: placed.seen_gaps for placed in self.pieces if placed.seen_gaps}

    def explained(self, reasons: Mapping[str, Text]) -> "Scene":
        """With why pieces are not measured; the others are the same values, by identity."""
        pieces = (
            placed if placed.reason == (reason := reasons.get(placed.id, "")) else replace(placed, reason=reason)
            for placed in self.pieces
        )
        return replace(self, pieces=tuple(pieces), reasons=reasons)

    def with_whereabouts(self, whereabouts: Whereabouts) -> "Scene":
        return self if whereabouts == self.whereabouts else replace(self, whereabouts=whereabouts)


def build_scene(
    pieces: tuple[Piece, ...],
    poses: Mapping[str, PiecePose],
    state: GameState,
    t_ns: int,
    *,
    seen_ns: Mapping[str, int] | None = None,
    before: Scene | None = None,
    doubts: Mapping[str, Text] | None = None,
    reasons: Mapping[str, Text] | None = None,
    unverified: Mapping[str, Unverified] | None = None,
    seen_gaps: Mapping[str, tuple[SeenGap, ...]] | None = None,
    confirmed: Mapping[str, frozenset[Fact]] | None = None,
    whereabouts: Whereabouts | None = None,
) -> Scene:
    """`seen_ns` says when each piece was last seen, if not when its pose was measured; `doubts` why a piece cannot be
    where it was measured, `reasons` why it is not measured now, `unverified` what of it the picture does not show,
    `seen_gaps` which gaps it does, `confirmed` what a person has confirmed of it, `whereabouts`
    where pieces may lie that were never measured. A piece that has not changed since
    `before` is the same value, by identity, with all geometry that was worked out for it."""
    placed_before = {placed.id: placed for placed in before.pieces} if before is not None else {}
    placed = []
    for piece in pieces:
        if piece.id in poses:
            pose = poses[piece.id]
            last = pose.t_ns if seen_ns is None else seen_ns[piece.id]
            doubt = "" if doubts is None else doubts.get(piece.id, "")
            on_trust = VERIFIED if unverified is None else unverified.get(piece.id, VERIFIED)
            gaps = () if seen_gaps is None else seen_gaps.get(piece.id, ())
            facts = NOTHING_CONFIRMED if confirmed is None else confirmed.get(piece.id, NOTHING_CONFIRMED)
            hidden_s = max(0.0, (t_ns - last) / 1e9)
            standing, old = _standing(piece, state), placed_before.get(piece.id)
            if old is not None and _is_same(old, piece, pose, hidden_s, standing, doubt, on_trust, gaps, facts):
                placed.append(old)
            else:
                placed.append(PlacedPiece(piece, pose, hidden_s, standing, doubt, "", on_trust, gaps, facts))
    unseen = tuple(piece for piece in pieces if piece.id not in poses and not piece.is_optional)
    scene = Scene(tuple(placed), unseen, state, whereabouts=whereabouts or {})
    return scene.explained(reasons or {})


def _is_same(
    old: PlacedPiece,
    piece: Piece,
    pose: PiecePose,
    hidden_s: float,
    standing: tuple[int, ...],
    doubt: Text,
    unverified: Unverified,
    seen_gaps: tuple[SeenGap, ...],
    confirmed: frozenset[Fact],
) -> bool:
    return (
        old.pose is pose
        and old.piece is piece
        and old.hidden_s == hidden_s == 0.0
        and old.masts_standing == standing
        and old.doubt == doubt
        and (old.unverified is unverified or old.unverified == unverified)
        and old.seen_gaps == seen_gaps
        and old.confirmed == confirmed
    )


def _standing(piece: Piece, state: GameState) -> tuple[int, ...]:
    lost = state.masts_lost.get(piece.id)
    if not lost:
        return tuple(range(1, piece.model.upright_count + 1))
    return tuple(number for number in range(1, piece.model.upright_count + 1) if number not in lost)


def missing(scene: Scene, *pieces: Piece) -> Message | None:
    """Why these pieces cannot be judged, or None."""
    for piece in pieces:
        placed = scene.find(piece.id)
        if placed is None:
            return never_measured(scene, piece)
        if placed.is_stale:
            return absence_of(placed)
    return None


def never_measured(scene: Scene, piece: Piece) -> Message:
    """Of a piece that has no place yet. Its tag may well have been seen."""
    reason = scene.reasons.get(piece.id)
    if reason is None:
        return Message("{name} has not been seen", name=piece.name)
    return Message("{name} is not measured: {reason}", name=piece.name, reason=reason)


def absence_of(placed: PlacedPiece) -> Message:
    return Message("{name} {absence}", name=placed.name, absence=placed.absence)


def not_seen(
    rule: str, subject: Piece, target: Piece, citation: Text, reason: Message, cannon: int | None = None
) -> Ruling:
    nothing = (None, None, None, None)
    return Ruling(rule, subject.id, target.id, cannon, Verdict.NOT_SEEN, *nothing, cite(citation), None, reason)

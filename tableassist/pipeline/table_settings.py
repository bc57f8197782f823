"""All that is set up before the game: mat, camera, pieces, rules, and the ledger at the start."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tableassist.messages import Message, Text
from tableassist.pieces import Piece
from tableassist.rulebook import GameState, RuleSettings, Scene, build_scene
from tableassist.scene.facts import Confirmations, Fact
from tableassist.scene.piece_pose import PiecePose
from tableassist.scene.seen_gap import SeenGap
from tableassist.scene.unverified import Unverified
from tableassist.scene.whereabouts import Whereabouts
from tableassist.vision.camera.profile import CameraProfile
from tableassist.vision.dice.corner import DiceCorner
from tableassist.vision.registration.mat_layout import MatLayout, MatTag
from tableassist.vision.registration.print_scale import (
    TRUE_TO_SIZE,
    PrintScale,
    piece_tag_scale,
    print_scale_note,
)


@dataclass(frozen=True, slots=True, eq=False)
class TableSettings:
    name: str
    mat: MatLayout
    camera: CameraProfile
    pieces: tuple[Piece, ...]
    rules: RuleSettings
    state: GameState
    """Of the game that is refereed, or of a table where people only note what changes."""
    print_scale: PrintScale = TRUE_TO_SIZE
    """As the table file says; mat and pieces have been scaled by it."""
    dice: DiceCorner | None = None
    """The sheet that dice are thrown on; None where there is none."""
    more_cameras: tuple[CameraProfile, ...] = ()
    """Of a table that several cameras look at: those after the first, in the order of their sources."""
    confirmations: Confirmations = field(default_factory=dict)
    """What people have confirmed of pieces; each holds until its piece is touched."""

    @property
    def tag_families(self) -> tuple[str, ...]:
        """Only these are looked for: each family costs time and invites false sightings."""
        families = {tag.family for tag in self.mat.tags}
        families |= {mount.family for piece in self.pieces for mount in piece.mounts}
        families |= {tag.family for tag in self.dice_tags}
        return tuple(sorted(families))

    @property
    def dice_tags(self) -> tuple[MatTag, ...]:
        return () if self.dice is None else self.dice.tags

    @property
    def tag_scale(self) -> float:
        """By which the pieces' tags came out of the printer larger than the table file says."""
        return piece_tag_scale(self.mat, self.print_scale)

    @property
    def notes(self) -> tuple[Message, ...]:
        """What could be measured better; nothing is wrong."""
        note = print_scale_note(self.mat)
        return () if note is None else (note,)

    def camera_at(self, number: int) -> CameraProfile | None:
        """The profile of one of the table's cameras, 0 the first; None where the table file names none."""
        cameras = (self.camera, *self.more_cameras)
        return cameras[number] if number < len(cameras) else None

    def led_by(self, number: int, unknown: CameraProfile) -> "TableSettings":
        """The same table where another of its cameras gives the picture that is judged; `unknown` is the profile of a
        camera that the table file does not name."""
        cameras = [self.camera, *self.more_cameras]
        cameras += [unknown] * (number + 1 - len(cameras))
        led = cameras.pop(number)
        return replace(self, camera=led, more_cameras=tuple(cameras))

    def seen_through(self, camera: CameraProfile) -> "TableSettings":
        """The same table before another camera."""
        return replace(self, camera=camera)

    def scene(
        self,
        poses: Mapping[str, PiecePose],
        seen_ns: Mapping[str, int],
        t_ns: int,
        *,
        doubts: Mapping[str, Text] | None = None,
        reasons: Mapping[str, Text] | None = None,
        unverified: Mapping[str, Unverified] | None = None,
        seen_gaps: Mapping[str, tuple[SeenGap, ...]] | None = None,
        ended: Confirmations | None = None,
        whereabouts: Whereabouts | None = None,
        before: Scene | None = None,
    ) -> Scene:
        """The table's pieces where they lie, by its state. `ended`: confirmations that no longer hold."""
        return build_scene(
            self.pieces,
            poses,
            self.state,
            t_ns,
            seen_ns=seen_ns,
            before=before,
            doubts=doubts,
            reasons=reasons,
            unverified=unverified,
            seen_gaps=seen_gaps,
            confirmed=self.confirmed_facts(poses, ended or {}),
            whereabouts=whereabouts,
        )

    def confirmed_facts(self, poses: Mapping[str, PiecePose], ended: Confirmations) -> dict[str, frozenset[Fact]]:
        """What people have confirmed of pieces that still stand where they did, by piece."""
        return {
            piece: confirmation.facts
            for piece, confirmation in self.confirmations.items()
            if piece in poses and ended.get(piece) != confirmation and confirmation.is_about(poses[piece].pose)
        }

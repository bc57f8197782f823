"""One piece as a frame shows it, with what it was worked out from."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tableassist.geometry import PlanarPose
from tableassist.messages import Message, Text
from tableassist.scene.piece_pose import PiecePose
from tableassist.vision.hull.colour_match import NO_COLOURS, ColourMatch
from tableassist.vision.hull.glimpse import Glimpse
from tableassist.vision.hull.identity import UNKNOWN, Identity
from tableassist.vision.hull.look import HullLook
from tableassist.vision.hull.masts import MastSeen
from tableassist.vision.tags.sighting import TagSighting


@dataclass(frozen=True, slots=True, eq=False)
class HullSeen:
    """A look at a hull that lay still."""

    look: HullLook
    looked_from: PlanarPose
    """Where its tags had it then: the look's offset counts from there."""
    standing: tuple[int, ...]
    """The masts that stood by the ledger."""
    masts: Mapping[int, MastSeen]
    """And what the picture shows of each."""
    glimpse: Glimpse | None = None
    """How she looked when her masts were looked at."""
    changed: Glimpse | None = None
    """How she looks now, if otherwise: a hand is before her, or has been there. What is said of her masts may be out of
    date."""
    changed_ns: int = 0
    """Since when she looks like that."""
    identity: Identity = UNKNOWN
    """Who stands under the plate, by her silhouette."""
    colours: ColourMatch = NO_COLOURS
    """And by the colours of her hull, among ships of the same shape."""
    odd_plate: Message | None = None
    """How the hull lies against its plate, where that is not as it was fitted out."""
    is_recalled: bool = False
    """Her identity is that of an earlier look, and her plate has not moved since."""
    masts_remembered: frozenset[int] = frozenset()
    """That this look or an earlier one has shown standing, since she was last touched."""


@dataclass(frozen=True, slots=True, eq=False)
class PieceFit:
    sightings: tuple[TagSighting, ...]
    by_tags: PlanarPose | None
    """Where the tags alone have it."""
    pose: PiecePose | None
    """By its tags, and by its hull where that was made out."""
    problem: Text | None
    scale_error: float = 0.0
    """How much larger its tags look than they should, as a share."""
    hull: HullSeen | None = None
    """None while it moves."""
    is_tippable: bool = False
    """It touches something that could tip it."""
    raised_mm: tuple[float, float] = (0.0, 0.0)
    """How far from here it would lie, along x and y, if it were as high above the mat as its tags allow."""
    covered: tuple[TagSighting, ...] | None = None
    """Plates that were found behind what covers them in part; None where nobody has searched."""
    pictures: tuple[int, ...] = (0,)
    """Which of several pictures show its tags; 0 is the one that is judged."""
    looks: Mapping[int, HullSeen] = field(default_factory=dict)
    """Of several pictures, the look in each; `hull` is what they say together."""

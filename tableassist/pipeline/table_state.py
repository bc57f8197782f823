"""All that is known of the table after one frame: a value, swapped whole for the next."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tableassist.messages import Message, Text
from tableassist.pipeline.bare_hulls import NO_BARE_HULLS, BareHulls
from tableassist.pipeline.contact_looks import ContactSeen
from tableassist.pipeline.dice.seen import NO_DICE, DiceSeen
from tableassist.pipeline.missing_pieces import MissingPieces
from tableassist.pipeline.odd_placement import OddPlacement
from tableassist.pipeline.pictures import PictureSeen, Shots
from tableassist.pipeline.piece_fit import PieceFit
from tableassist.pipeline.plate_history import PlateHistory
from tableassist.pipeline.whereabouts import NOTHING_SEARCHED, SearchedCards
from tableassist.rulebook import Ruling, Scene
from tableassist.scene.facts import Confirmations
from tableassist.vision.camera.lens import Lens
from tableassist.vision.contact.rim import RimMemory
from tableassist.vision.localisation.leans import NO_LEANS, LeanSpread
from tableassist.vision.localisation.sizes import Sizes
from tableassist.vision.localisation.tracking import PieceEvent, Tracks
from tableassist.vision.registration.registration import Registration
from tableassist.vision.tags.sighting import TagSighting


@dataclass(frozen=True, slots=True)
class MatMoved:
    """The camera or the mat was moved, or the zoom: in words, and when."""

    words: Message
    t_ns: int


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """What one frame shows, before anything is judged."""

    t_ns: int
    frame_number: int
    registration: Registration | None
    """None while the mat cannot be made out in the picture."""
    tracks: Tracks
    scene: Scene
    warnings: tuple[Text, ...]
    """Messages; of a recorded frame the English words as they were written down."""
    events: tuple[PieceEvent, ...] = ()
    """What happened in this frame."""
    placement: OddPlacement = field(default_factory=OddPlacement)
    lens: Lens | None = None
    """Through which the mat was registered."""
    moved: MatMoved | None = None
    """Said for some seconds."""
    mat_sightings: tuple[TagSighting, ...] = ()
    fits: Mapping[str, PieceFit] = field(default_factory=dict)
    sizes: Sizes | None = None
    """How large tags looked when enough of them were last placed at once."""
    leans: LeanSpread = NO_LEANS
    """How far ships lean this evening, by those seen so far; a record keeps the poses that follow from it."""
    missing: MissingPieces = field(default_factory=MissingPieces)
    """Why pieces are not measured in this frame; a record keeps the reasons, and not the blur."""
    contacts: Mapping[tuple[str, str], ContactSeen] = field(default_factory=dict)
    """Looks at the places where pieces meet; a record keeps the gaps they gave."""
    shores: Mapping[str, RimMemory] = field(default_factory=dict)
    """Rims of cards, by piece, seen before a ship hid them; a record keeps what they gave to a gap."""
    searched: SearchedCards = NOTHING_SEARCHED
    """Where cards may lie that were never measured; a record keeps the spots."""
    dice: DiceSeen = NO_DICE
    """In the dice corner; a record does not keep it."""
    plates: PlateHistory = field(default_factory=PlateHistory)
    """What earlier frames tell about who stands under each plate; a record does not keep it."""
    bare_hulls: BareHulls = NO_BARE_HULLS
    """Hulls whose plates have gone elsewhere; a record does not keep it."""
    ended: Confirmations = field(default_factory=dict)
    """By piece, the last confirmation that a touch has ended."""
    pictures: tuple[PictureSeen, ...] = ()
    """Those that were judged together, where there were several; a record keeps one picture."""
    shots: Shots | None = None
    """The pictures that pieces were placed by, for the next frame to go on from; a record keeps none."""


@dataclass(frozen=True, slots=True, eq=False)
class TableState(Measured):
    rulings: tuple[Ruling, ...] = ()

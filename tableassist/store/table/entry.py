"""The fields of a table file. docs/table-file.md explains each, and a test holds it to that."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from tableassist.pieces import Effect, MountKind, PieceState
from tableassist.rulebook.editions import HouseRule, HouseValue
from tableassist.rulebook.engine import ALL_HOUSE_RULES
from tableassist.store.files.toml_file import Degrees, Length, Name, Sigma, Size, TagId
from tableassist.store.models.entry import Outline, Place2
from tableassist.vision.dice.corner import FIRST_DICE_TAG, LEAST_EDGE_MM, MOST_EDGE_MM
from tableassist.vision.registration.print_scale import ScaleProof

Family = Literal["36h11", "25h9", "16h5"]
Offset = Annotated[float, msgspec.Meta(ge=-1000.0, le=1000.0)]
"""Of a tag from its piece's middle. A slip of the decimal point there would leave nothing to be measured by."""
Height = Annotated[float, msgspec.Meta(ge=0.0, le=1000.0)]
Reach = Annotated[float, msgspec.Meta(ge=10.0, le=1000.0)]
Points = Annotated[float, msgspec.Meta(ge=0.0, le=100_000.0)]
Mast = Annotated[int, msgspec.Meta(ge=1, le=24)]
Shade = Annotated[float, msgspec.Meta(ge=-6.0, le=6.0)]
"""The logarithm of a share of white, or of two such shares' ratio: no camera tells more apart."""
MOST_PIECES, MOST_TAGS = 400, 200

HAND_XY_MM, HAND_Z_MM, HAND_YAW_DEG = 1.5, 1.5, 4.0
"""How well a hand without a jig sets a plate."""
BY_EYE_XY_MM, BY_EYE_YAW_DEG = 0.8, 2.0
"""A mount that is known no better was not fitted out."""
HAND_SLOPE_DEG, JIG_SLOPE_DEG = 1.5, 0.5
"""How level a plate sits that was set by eye, and one that was fitted out before the jig measured slopes."""


def field_name(rule: HouseRule) -> str:
    """`shot-origin` is `shot_origin` in a file."""
    return rule.name.replace("-", "_")


def _house_rules_struct() -> type[msgspec.Struct]:
    """One field for each that the rules know. Each is None where the house has not chosen."""
    fields = [(field_name(rule), _kind(rule) | None, None) for rule in ALL_HOUSE_RULES]
    return msgspec.defstruct("HouseRulesEntry", fields, forbid_unknown_fields=True, module=__name__)


def chosen(entry: msgspec.Struct) -> dict[str, HouseValue]:
    """By the names that the rules use."""
    values = {rule.name: getattr(entry, field_name(rule)) for rule in ALL_HOUSE_RULES}
    return {name: value for name, value in values.items() if value is not None}


def _kind(rule: HouseRule) -> Any:
    if rule.kind is str:
        return Literal[tuple(map(str, rule.choices))]
    if rule.kind is float:
        return Annotated[float, msgspec.Meta(ge=rule.least, le=rule.most)]
    return bool


if TYPE_CHECKING:
    HouseRulesEntry = msgspec.Struct
else:
    HouseRulesEntry = _house_rules_struct()


class MatTagEntry(msgspec.Struct, forbid_unknown_fields=True):
    tag: TagId
    x_mm: Length
    y_mm: Length
    size_mm: Size
    yaw_deg: Degrees = 0.0
    family: Family = "36h11"


class PrintScaleEntry(msgspec.Struct, forbid_unknown_fields=True):
    """How large the print came out, and who says so."""

    proven_by: ScaleProof
    scale: Annotated[float, msgspec.Meta(ge=0.5, le=2.0)]
    sigma: Annotated[float, msgspec.Meta(ge=0.0, le=0.1)]


class MatEntry(msgspec.Struct, forbid_unknown_fields=True):
    width_mm: Size
    height_mm: Size
    tags: Annotated[list[MatTagEntry], msgspec.Meta(max_length=MOST_TAGS)]
    placement_sigma_mm: Sigma = 0.5
    survey: Name | None = None
    """A file beside this one, made by `tableassist survey`: where the tags really are."""
    print_scale: PrintScaleEntry | None = None
    """Written by `tableassist scale`; nobody has proven it where it is not there."""


class DiceEntry(msgspec.Struct, forbid_unknown_fields=True):
    """The dice corner lies on the table."""

    first_tag: TagId = FIRST_DICE_TAG
    """Of four that follow each other."""
    family: Family = "36h11"
    edge_mm: Annotated[float, msgspec.Meta(ge=LEAST_EDGE_MM, le=MOST_EDGE_MM)] | None = None
    """Of the dice that are thrown; None: anything usual."""


class RulerEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A ruler that was measured, by hand or by `tableassist scan`."""

    long_mm: Reach
    short_mm: Reach
    sigma_mm: Sigma = 0.0


class PlayerEntry(msgspec.Struct, forbid_unknown_fields=True):
    name: Name
    homes: list[Name] = []
    points_limit: Points | None = None
    events: Annotated[list[Name], msgspec.Meta(max_length=40)] = []
    """Event cards in the fleet, by name."""
    event_points: Points = 0.0
    """What they cost together."""


class EquipmentEntry(msgspec.Struct, forbid_unknown_fields=True):
    """The catalogue has none, so it is named with its points."""

    name: Name
    points: Points = 0.0


class MountEntry(msgspec.Struct, forbid_unknown_fields=True):
    """The sigmas are those of a plate set by eye; the jig makes them smaller."""

    tag: TagId
    size_mm: Size
    mount: MountKind
    x_mm: Offset
    y_mm: Offset
    z_mm: Height
    yaw_deg: Degrees = 0.0
    family: Family = "36h11"
    mast: Mast | None = None
    sigma_xy_mm: Sigma = HAND_XY_MM
    sigma_z_mm: Sigma = HAND_Z_MM
    sigma_yaw_deg: Sigma = HAND_YAW_DEG
    pivot_x_mm: Offset | None = None
    slope_x_deg: Degrees = 0.0
    slope_y_deg: Degrees = 0.0
    sigma_slope_deg: Sigma | None = None
    """Of the plate against its ship. Left out, it is that of a plate set by eye, or of one fitted out on the jig, by
    `sigma_xy_mm`."""
    sigma_lean_deg: Sigma | None = None
    """How far from upright the piece stands, by the scatter of its set-downs on the jig."""
    sigma_across_mm: Sigma | None = None
    """Of the place across the keel, if it is another than along it."""


class OutlineEntry(msgspec.Struct, forbid_unknown_fields=True):
    """Of this very piece, in her own frame; written by `tableassist mount`, `scan --update` and `survey --use`."""

    sigma_mm: Sigma
    hull_mm: Outline
    grade: Literal["measured", "scanned", "printed"] = "measured"
    height_mm: Annotated[float, msgspec.Meta(gt=0.0, le=1000.0)] | None = None
    masts_mm: Annotated[list[Place2], msgspec.Meta(max_length=24)] = []
    rig_sigma_mm: Sigma | None = None
    hull_sigma_mm: list[Sigma] = []
    """At each corner of `hull_mm`; empty: `sigma_mm` everywhere."""


class PieceEntry(msgspec.Struct, forbid_unknown_fields=True):
    """Either `card` or `model` says what it is; what stands here goes before the card's."""

    id: Name
    name: Name | None = None
    card: Name | None = None
    model: Name | None = None
    owner: Name | None = None
    captured_by: Name | None = None
    cannons: Annotated[str, msgspec.Meta(max_length=80)] | None = None
    base_move: Annotated[str, msgspec.Meta(max_length=20)] | None = None
    points: Points | None = None
    crew: Annotated[list[Name], msgspec.Meta(max_length=40)] = []
    equipment: Annotated[list[EquipmentEntry], msgspec.Meta(max_length=40)] = []
    effects: Annotated[list[Effect], msgspec.Meta(max_length=40)] = []
    """Beside those of its card: what its printed ability does and the catalogue does not know."""
    flag_places: list[Mast] = []
    """Of a fort: on which of the model's places its flags stand, in the order of the card's cannons."""
    towed_by: Name | None = None
    masts_lost: list[Mast] = []
    state: list[PieceState] = []
    optional: bool = False
    """Of terrain that is not in every game: it counts once the camera has seen it, and is not missed before."""
    outline_sigma_mm: Sigma | None = None
    """Of this very piece, once measured or scanned; else the model's."""
    hull_colours: list[list[Shade]] = []
    """Part by part, as it was seen on the jig: three numbers, or none where that part could not be told."""
    outline: OutlineEntry | None = None
    """Measured of this very piece; it goes before the model's."""
    tags: Annotated[list[MountEntry], msgspec.Meta(max_length=MOST_TAGS)] = []


class TableEntry(msgspec.Struct, forbid_unknown_fields=True):
    format: int
    name: Name
    camera: Name
    mat: MatEntry
    pieces: Annotated[list[PieceEntry], msgspec.Meta(max_length=MOST_PIECES)] = []
    edition: Name = "complete"
    multiplayer: bool = False
    """Whether the add-on for more than two players is played on top."""
    ruler: Name | RulerEntry = "bars"
    house_rules: HouseRulesEntry = msgspec.field(default_factory=HouseRulesEntry)
    more_cameras: Annotated[list[Name], msgspec.Meta(max_length=3)] = []
    """Of a table that several cameras look at: those after the first, in the order of their sources."""
    dice: DiceEntry | None = None
    players: Annotated[list[PlayerEntry], msgspec.Meta(max_length=40)] = []
    crew_effects: dict[Name, list[Effect]] = {}
    """By the key of a crew card: what it does beside what the catalogue knows."""

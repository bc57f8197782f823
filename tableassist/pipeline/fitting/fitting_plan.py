"""What is given before a fleet is fitted out: which ships, on which jig, through which lens."""

from tableassist.errors import BadRequestError
from tableassist.pieces import SAILING_KINDS, Piece
from tableassist.pipeline.fitting.fitting_out import FittingPlan
from tableassist.pipeline.table_settings import TableSettings
from tableassist.vision.mounts.jig import A4_JIG, JIG_FAMILY
from tableassist.vision.mounts.unknowns import JigPriors

CHECK_LINE_MM = 100.0
CHECK_LINE_SIGMA = 0.001
"""A check line read with a good ruler: a tenth of a millimetre in a hundred."""
SHORTEST_CHECK_MM, LONGEST_CHECK_MM = 90.0, 110.0


def fittable(settings: TableSettings) -> tuple[Piece, ...]:
    """Pieces with a bow and a tag."""
    return tuple(piece for piece in settings.pieces if piece.model.kind in SAILING_KINDS and piece.mounts)


def jig_families(settings: TableSettings) -> tuple[str, ...]:
    return tuple(sorted({*settings.tag_families, JIG_FAMILY}))


def jig_priors(check_line_mm: float | None, tag_scale: float = 1.0) -> JigPriors:
    """By what the 100 mm line on the jig's page really measures; None where nobody has measured it: then the page came
    out as the pieces' tags did."""
    if check_line_mm is None:
        return JigPriors(scale=tag_scale)
    if not SHORTEST_CHECK_MM <= check_line_mm <= LONGEST_CHECK_MM:
        raise BadRequestError(
            "mount --check-line: got {check_line_mm:g}, expected mm from 90 to 110, as measured",
            check_line_mm=check_line_mm,
        )
    return JigPriors(scale=check_line_mm / CHECK_LINE_MM, scale_sigma=CHECK_LINE_SIGMA)


def fitting_plan(
    settings: TableSettings,
    ships: tuple[Piece, ...],
    size_px: tuple[int, int],
    priors: JigPriors,
    directions: int,
) -> FittingPlan:
    lens = settings.camera.lens_for(*size_px)
    return FittingPlan(ships, A4_JIG, lens, settings.mat, priors, directions)

"""Fitting out: where the tags sit on a ship, from pictures of it on the jig sheet.

One least-squares fit in pixels over all pictures: the sheet's, the mat's and the ship's corners. Known with a
plus-minus of their own, and solved along: the lens, the print's scale and flatness, the mat's tags, how well the hand
set the ship down each time. A set-down turns the ship about its bow at the stop, so it is the bow that the tag is
known best against; a yaw error swings the tag, not the bow.
"""

import math
from dataclasses import dataclass, replace
from functools import reduce

import numpy as np

from tableassist.errors import BadRequestError
from tableassist.geometry import Floats, plus_minus, wrap_rad
from tableassist.messages import Message, Text, template
from tableassist.pieces import Piece, TagMount
from tableassist.pieces.physical import PieceOutline
from tableassist.vision.camera.lens import Lens
from tableassist.vision.hull.appearance import HullAppearance
from tableassist.vision.hull_trace.trace import NotTraced, TracedHull
from tableassist.vision.mounts.colours import mean_colours
from tableassist.vision.mounts.hull_on_sheet import (
    check_frame,
    check_simple,
    hull_frame,
    measured_outline,
    take_in_hull,
    trace_on_sheet,
    untraceable,
)
from tableassist.vision.mounts.jig import Jig
from tableassist.vision.mounts.rim_errors import RimErrors, motion_by_tag, split_errors, tag_in_frame
from tableassist.vision.mounts.solve import Solved, ship_misfits, solve, solve_as_steady_as_it_stands
from tableassist.vision.mounts.unknowns import JigPriors, MountScene, is_flat_card
from tableassist.vision.mounts.views import JigPicture, SetDown, Unused, bow_x_mm, first_mounts, set_downs
from tableassist.vision.registration.mat_layout import MatLayout

ODD_SIGMAS = 4.5
"""A set-down this far from the others is a mistake, not the usual scatter of a hand."""
MAX_MISFIT = 3.0
"""Of a tag's corners, root mean square in sigmas: once in a million by chance. Sound sightings have 0.3 to 1.3."""
LEAST_TO_TELL = 3
"""Of two set-downs that disagree, nothing tells which is wrong."""
TRACED_SHIFT_MM, TRACED_HEIGHT_MM, TRACED_TURN_RAD = 0.05, 0.28, math.radians(0.08)
"""How much worse mounts in the frame of a traced hull are than the fit says. Set by hand on 11 studio ships with known
mounts; not yet confirmed on others."""
FLAG_SWAY_MM = 0.17
"""A flag sways across the keel with every set-down. The fit shares this out between lean and place; across the keel
flags of 50 path-traced ships were 0.28 mm rms off where it says 0.22, along it 0.20 where it says 0.26."""
LEAST_PLAY_TAN = math.tan(math.radians(15.0))
"""A sheet right under the camera must not hide how little is known of the height."""


@dataclass(frozen=True, slots=True, eq=False)
class MountedTag:
    mount: TagMount
    """With its new place and sigmas."""
    covariance: Floats
    """(4, 4) of x, y, z (mm) and yaw (rad), turned about the tag."""
    bow_covariance: Floats
    """(4, 4) of the same, turned about the bow: how well the bow is known from this tag."""
    bow_x_mm: float
    slope_rad: float
    """By how much the plate slants on its ship, beyond what noise alone would show."""
    set_downs: int

    def bow_mm(self, view_tan: float) -> float:
        """The plus-minus (95 %) of the bow tip, by this tag alone, an axis, where the ship is seen at this slant."""
        place = float(np.linalg.eigvalsh(self.bow_covariance[:2, :2])[-1])
        apparent_mm = self.mount.sigma_slope * view_tan / 2.0 * self.arm_mm
        return plus_minus(math.sqrt(place + float(self.bow_covariance[2, 2]) * view_tan**2 + apparent_mm**2))

    @property
    def arm_mm(self) -> float:
        """From the tag to the bow."""
        return math.hypot(self.mount.x_mm - self.bow_x_mm, self.mount.y_mm)


@dataclass(frozen=True, slots=True)
class SetDownFound:
    name: Text
    slot: str
    ahead_mm: float
    """Of the stop: what the fit makes of the hand."""
    aside_mm: float
    turn_rad: float
    lean_rad: float
    """How far from upright the ship stood."""
    used: bool


@dataclass(frozen=True, slots=True, eq=False)
class MountFit:
    piece: Piece
    tags: tuple[MountedTag, ...]
    """Those seen in at least one used set-down."""
    set_downs: tuple[SetDownFound, ...]
    unused: tuple[Unused, ...]
    """Pictures that could not be used, and why."""
    disagreement: Text
    """Empty, or that two set-downs contradict each other."""
    residual_px: float
    chi: float
    """Residuals against what they should be."""
    print_scale: float
    """Of the sheet, by all the pictures."""
    print_pull: float
    """How many sigmas that is from what was believed of the print: the mat's tags and the lens say otherwise."""
    lean_rad: float
    """How far from upright the ship stood at its set-downs, to each side: one sigma."""
    view_tan: float
    """Of the largest angle between the upright and the look at the ship's tags."""
    colours: HullAppearance | None = None
    """Of her hull, over the used set-downs; None where no picture showed them."""
    outline: PieceOutline | None = None
    """Of her hull, as traced in the same pictures; then the tags are in its frame."""
    no_outline: Message | None = None
    """Why there is no outline, and what to change."""
    traced: TracedHull | None = None

    @property
    def bow_mm(self) -> float:
        """The plus-minus (95 %) of the bow tip where the ship is seen as slantwise as on the sheet; the best tag's."""
        return min(tag.bow_mm(max(self.view_tan, LEAST_PLAY_TAN)) for tag in self.tags)

    @property
    def directions(self) -> int:
        return len({found.slot for found in self.set_downs if found.used})


def fit_mounts(
    pictures: tuple[JigPicture, ...],
    piece: Piece,
    jig: Jig,
    lens: Lens,
    *,
    mat: MatLayout | None = None,
    priors: JigPriors | None = None,
) -> MountFit:
    """BadRequestError where no picture shows the ship in a slot of the sheet. `mat` helps where it is seen too."""
    known = priors or JigPriors()
    downs, unused = set_downs(pictures, piece, jig, mat, lens)
    if not downs:
        raise BadRequestError(_nothing_usable(piece.name, unused))
    mat_used = mat if any(down.mat_seen for down in downs) else None
    downs, solved = _without_bad_sightings(downs, piece, jig, mat_used, lens, known)
    kept = downs
    disagreement: Text = ""
    left_out: tuple[SetDownFound, ...] = ()
    if solved.pulls.max() > ODD_SIGMAS:
        kept, left_out, disagreement = _without_odd_ones(downs, solved, piece, jig, mat_used, lens, known)
    scene, solved = solve_as_steady_as_it_stands(kept, piece, jig, mat_used, lens, known)
    traced: TracedHull | NotTraced | None = None
    if not disagreement:
        traced = _trace(pictures, kept, scene, solved, piece, jig, known)
    rim: RimErrors | None = None
    if isinstance(traced, TracedHull):
        solved, rim = take_in_hull(solved, traced, scene)
    fit = _fit(scene, solved, kept, left_out, unused, disagreement, piece, known)
    if isinstance(traced, TracedHull) and rim is not None:
        fit = _in_frame_of(fit, traced, rim, scene)
    elif isinstance(traced, NotTraced):
        fit = replace(fit, no_outline=untraceable(piece, traced))
    return replace(fit, colours=mean_colours(pictures, {down.name: down.slot.name for down in kept}))


def _trace(
    pictures: tuple[JigPicture, ...],
    kept: tuple[SetDown, ...],
    scene: MountScene,
    solved: Solved,
    piece: Piece,
    jig: Jig,
    priors: JigPriors,
) -> TracedHull | NotTraced | None:
    """Trace the hull; only one that is accepted may move the tags."""
    try:
        traced = trace_on_sheet({one.name: one for one in pictures}, kept, scene, solved, piece, jig)
        if isinstance(traced, TracedHull):
            traced = check_frame(piece, traced, priors.hand_mm, priors.hand_rad, len(kept))
        if isinstance(traced, TracedHull):
            traced = check_simple(piece, traced)
    except np.linalg.LinAlgError:
        # A picture that leaves a number undetermined costs this ship her outline, not the others their turn.
        traced = NotTraced(Message(template("{name}: the pictures do not determine the hull's edge"), name=piece.name))
    return traced


def _in_frame_of(fit: MountFit, traced: TracedHull, rim: RimErrors, scene: MountScene) -> MountFit:
    """The tags in the frame that the hull itself gives, and the outline with a sigma for each stretch of its rim."""
    frame = hull_frame(traced, fit.piece)
    bow = max(x for x, _ in measured_outline(traced, frame).hull)
    numbers = {(mount.family, mount.tag): number for number, mount in enumerate(fit.piece.mounts)}
    frame_with_unknowns = frame.by_offsets @ rim.with_unknowns
    frame_spread = frame.by_offsets @ rim.covariance @ frame.by_offsets.T
    tags, rim_sigmas = [], []
    for tag in fit.tags:
        mount = frame.mount(tag.mount)
        of_tag = scene.columns.ship(numbers[(mount.family, mount.tag)])
        with_frame = frame_with_unknowns[:, of_tag][:, :4].T
        covariance = tag_in_frame(tag.covariance, with_frame, frame_spread, tag.mount.x_mm, tag.mount.y_mm)
        # A hull traced too near to the camera by a tenth of a millimetre puts a flag too high by two.
        height = 0.0 if is_flat_card(mount) else TRACED_HEIGHT_MM
        covariance += np.diag([TRACED_SHIFT_MM, TRACED_SHIFT_MM, height, TRACED_TURN_RAD]) ** 2
        about_bow = _about_bow(mount.x_mm, mount.y_mm, bow) @ covariance @ _about_bow(mount.x_mm, mount.y_mm, bow).T
        split = split_errors(rim, motion_by_tag(tag.mount, of_tag.start, scene.columns.size))
        rim_sigmas.append(split.rim_sigma_mm)
        mount = _with_motion_sigmas(_with_sigmas(mount, about_bow, bow), frame.motion(split.motion))
        tags.append(replace(tag, mount=mount, covariance=covariance, bow_covariance=about_bow, bow_x_mm=bow))
    placing = min(range(len(tags)), key=lambda number: not is_flat_card(tags[number].mount))
    outline = measured_outline(traced, frame, rim_sigmas[placing])
    return replace(fit, tags=tuple(tags), outline=outline, traced=traced)


def _with_motion_sigmas(mount: TagMount, motion: Floats) -> TagMount:
    """Keep the covariance of how hull and tag may have moved against each other as three numbers.

    About the point of the keel where a shift across it and a turn are uncorrelated, three sigmas say it all: along and
    across the keel are hardly correlated, because the two sides of a hull are alike.
    """
    turn2 = float(motion[2, 2])
    across2 = float(motion[1, 1] - motion[1, 2] ** 2 / turn2)
    sway_mm = 0.0 if is_flat_card(mount) else FLAG_SWAY_MM
    return replace(
        mount,
        sigma_xy_mm=math.hypot(math.sqrt(float(motion[0, 0])), TRACED_SHIFT_MM),
        sigma_across_mm=math.hypot(math.sqrt(across2), TRACED_SHIFT_MM, sway_mm),
        sigma_yaw_rad=math.hypot(math.sqrt(turn2), TRACED_TURN_RAD),
        pivot_x_mm=-float(motion[1, 2]) / turn2,
    )


def _nothing_usable(name: str, unused: tuple[Unused, ...]) -> Message:
    if not unused:
        return Message("mount {name}: no picture can be used (there is none)", name=name)
    each = [Message("{name}: {problem}", name=one.name, problem=one.words) for one in unused]
    problem = reduce(lambda first, rest: Message("{first}; {rest}", first=first, rest=rest), each)
    return Message("mount {name}: no picture can be used ({problem})", name=name, problem=problem)


def _without_bad_sightings(
    downs: tuple[SetDown, ...], piece: Piece, jig: Jig, mat: MatLayout | None, lens: Lens, priors: JigPriors
) -> tuple[tuple[SetDown, ...], Solved]:
    """Leave out tags that are read where they cannot be, as long as the picture shows another tag of the ship: a plate
    half behind a sail, or with the end of a shadow across it."""
    scene, solved = solve(downs, piece, jig, mat, lens, priors)
    while True:
        misfits = ship_misfits(scene, solved)
        spare = {key: chi for key, chi in misfits.items() if len(downs[key[0]].ship_seen) > 1}
        worst = max(spare, key=spare.__getitem__, default=None)
        if worst is None or spare[worst] < MAX_MISFIT:
            return downs, solved
        picture, tag = worst
        left = {key: sighting for key, sighting in downs[picture].ship_seen.items() if key != tag}
        downs = (*downs[:picture], replace(downs[picture], ship_seen=left), *downs[picture + 1 :])
        scene, solved = solve(downs, piece, jig, mat, lens, priors)


def _without_odd_ones(
    downs: tuple[SetDown, ...],
    solved: Solved,
    piece: Piece,
    jig: Jig,
    mat: MatLayout | None,
    lens: Lens,
    priors: JigPriors,
) -> tuple[tuple[SetDown, ...], tuple[SetDownFound, ...], Text]:
    """Leaves out, one by one, the set-down without which the others agree best, and says how far off each was."""
    left_out: list[SetDownFound] = []
    while solved.pulls.max() > ODD_SIGMAS:
        if len(downs) < LEAST_TO_TELL:
            return downs, tuple(left_out), Message("the set-downs disagree, and nothing says which is wrong")
        others = [
            solve(tuple(d for k, d in enumerate(downs) if k != out), piece, jig, mat, lens, priors)[1]
            for out in range(len(downs))
        ]
        worst = min(range(len(downs)), key=lambda out: float((others[out].pulls ** 2).sum()))
        left_out.append(_left_out(downs[worst], others[worst], piece, lens))
        downs = tuple(d for k, d in enumerate(downs) if k != worst)
        solved = others[worst]
    return downs, tuple(left_out), ""


def _left_out(down: SetDown, others: Solved, piece: Piece, lens: Lens) -> SetDownFound:
    """How far the ship lay from the stop, by where the other set-downs say its tag is."""
    tag = next(iter(down.ship_seen))
    count = 7 * len(piece.mounts)
    x, y, z, yaw = others.at.values[-count:].reshape(-1, 7)[tag, :4]
    believed = replace(piece.mounts[tag], x_mm=x, y_mm=y, z_mm=z, yaw_rad=yaw)
    one = replace(piece, mounts=(believed,))
    x0, y0, _, yaw0 = first_mounts((replace(down, ship_seen={0: down.ship_seen[tag]}),), one, lens)[0]
    turn = wrap_rad(float(yaw0 - yaw))
    c, s = math.cos(turn), math.sin(turn)
    bow = bow_x_mm(piece.model)
    arm = x - bow, y
    ahead, aside = x0 - bow - (c * arm[0] - s * arm[1]), y0 - (s * arm[0] + c * arm[1])
    return SetDownFound(down.name, down.slot.name, float(ahead), float(aside), turn, 0.0, used=False)


def _fit(
    scene: MountScene,
    solved: Solved,
    kept: tuple[SetDown, ...],
    left_out: tuple[SetDownFound, ...],
    unused: tuple[Unused, ...],
    disagreement: Text,
    piece: Piece,
    priors: JigPriors,
) -> MountFit:
    hands = tuple(_hand(number, down, scene, solved) for number, down in enumerate(kept))
    seen = sorted({tag for down in kept for tag in down.ship_seen})
    scale = float(solved.at.values[scene.columns.scale_at])
    tans = [_view_tan(number, scene, solved) for number in range(len(kept))]
    return MountFit(
        piece=piece,
        tags=tuple(_mounted(tag, kept, scene, solved, piece) for tag in seen),
        set_downs=(*hands, *left_out),
        unused=unused,
        disagreement=disagreement,
        residual_px=solved.residual_px,
        chi=solved.chi,
        print_scale=1.0 + scale,
        print_pull=abs(scale - (priors.scale - 1.0)) / priors.scale_sigma,
        lean_rad=solved.lean_rad,
        view_tan=max(tans),
    )


def _hand(number: int, down: SetDown, scene: MountScene, solved: Solved) -> SetDownFound:
    dx, dy, turn, to_bow, to_port = (float(value) for value in solved.at.values[scene.columns.hand(number)])
    c, s = math.cos(down.slot.heading_rad), math.sin(down.slot.heading_rad)
    lean = math.hypot(to_bow, to_port)
    return SetDownFound(down.name, down.slot.name, c * dx + s * dy, -s * dx + c * dy, turn, lean, used=True)


def _view_tan(number: int, scene: MountScene, solved: Solved) -> float:
    camera = solved.at.poses[number].position
    x, y, _ = scene.slots[number]
    return math.hypot(camera[0] - x, camera[1] - y) / max(float(camera[2]), 1.0)


def _mounted(tag: int, kept: tuple[SetDown, ...], scene: MountScene, solved: Solved, piece: Piece) -> MountedTag:
    of_tag = scene.columns.ship(tag)
    x, y, z, yaw, slope_x, slope_y, _ = (float(value) for value in solved.at.values[of_tag])
    whole = solved.covariance[of_tag, of_tag]
    covariance = whole[:4, :4]
    about_bow = _about_bow(x, y, scene.bow_x_mm)
    bow = about_bow @ covariance @ about_bow.T
    slope2 = max(0.0, slope_x**2 + slope_y**2 - float(whole[4, 4] + whole[5, 5]))
    mount = replace(
        piece.mounts[tag],
        x_mm=x,
        y_mm=y,
        z_mm=z,
        yaw_rad=wrap_rad(yaw),
        slope_x=slope_x,
        slope_y=slope_y,
        sigma_slope=math.sqrt(float(whole[4, 4] + whole[5, 5]) / 2.0),
        sigma_lean_rad=solved.lean_rad,
    )
    mount = _with_sigmas(mount, bow, scene.bow_x_mm)
    count = sum(tag in down.ship_seen for down in kept)
    return MountedTag(mount, covariance, bow, scene.bow_x_mm, math.sqrt(slope2), count)


def _about_bow(x_mm: float, y_mm: float, bow_x_mm: float) -> Floats:
    """(4, 4): how errors of x, y, z and yaw of a tag move the bow."""
    out = np.eye(4)
    out[0, 3], out[1, 3] = y_mm, -(x_mm - bow_x_mm)
    return out


def _with_sigmas(mount: TagMount, bow: Floats, bow_x_mm: float) -> TagMount:
    """Keep what is known of a tag as three numbers: place and turn about the bow are hardly correlated.

    The tags of one ship share the hand's errors. `localise` adds what a fit of several tags would count too little of
    them (docs/measurement-model.md, eq. 3), so each mount has its plain sigma here.
    """
    place2 = float(np.linalg.eigvalsh(bow[:2, :2])[-1])
    return replace(
        mount,
        sigma_xy_mm=math.sqrt(place2),
        sigma_z_mm=math.sqrt(float(bow[2, 2])),
        sigma_yaw_rad=math.sqrt(float(bow[3, 3])),
        pivot_x_mm=bow_x_mm,
    )

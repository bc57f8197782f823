"""How far the corners of tags are from the truth, ours beside those of plain AprilTag and OpenCV's ArUco.

    python -m bench corners

The tags are drawn here and by nothing else of the program: every pixel is the mean of the print over many rays of a
pinhole camera, then comes the lens's blur, the camera's tone curve if any, noise and eight bits. The pattern is
OpenCV's own. Where somebody counts pixels from another place, all corners are off alike: that is no error, and is taken
out, of ours too.
"""

import cv2
import numpy as np
import pyapriltags

from tableassist.vision.tags.detector import TagDetector

SIDES_PX = (16, 24, 40, 80)
"""Of the black square, seen straight on."""
PICTURES = 12
ACROSS, DOWN = 4, 3
"""Tags in a picture."""
FOCAL_PX = 1344.0
MOST_TILT_RAD = 0.7
RAYS = 8
"""Squared: so many a pixel, each moved at random within its part."""
BLUR_PX, NOISE = 0.6, 1.5
"""Sigmas: of the lens, and of a pixel's grey."""
INK, PAPER, TABLE = 0.06, 0.85, 0.3
TONE = 2.2
MODULES, PAPER_MODULES = 8, 2
"""The black square is 8 wide, and white paper reaches two beyond it."""
TAGS = 587
"""Of the family 36h11."""
SEED = 4471
NEAR_PX = 4.0
CLEARLY = 1.15
ROWS = {**{f"{side} px": (side, 1.0) for side in SIDES_PX}, "24 px, tone curve": (24, TONE)}
SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


def run(pictures=PICTURES, seed=SEED):
    """{row: {who: figures}}."""
    readers = _readers()
    out = {}
    for name, (side_px, tone) in ROWS.items():
        found = {who: [] for who in readers}
        for number in range(pictures):
            image, truth = tags_picture(side_px, tone, np.random.default_rng((seed, side_px, int(10 * tone), number)))
            for who, read in readers.items():
                found[who] += _errors(truth, read(image))
        out[name] = {who: _figures(errors) for who, errors in found.items()}
    return out


def tags_picture(side_px, tone, rng):
    """A grey picture, and {tag: (4, 2)} true corners; pixel (0, 0) is the centre of the first."""
    cell = int(2.6 * side_px) + 8
    linear = np.full((DOWN * cell, ACROSS * cell), TABLE)
    truth = {}
    for number in range(ACROSS * DOWN):
        row, column = divmod(number, ACROSS)
        tag = int(rng.integers(TAGS // (ACROSS * DOWN))) * ACROSS * DOWN + number
        patch, corners = _one_tag(tag, side_px, cell, rng)
        linear[row * cell : (row + 1) * cell, column * cell : (column + 1) * cell] = patch
        truth[tag] = corners + np.array([column * cell, row * cell])
    blurred = cv2.GaussianBlur(linear, (0, 0), BLUR_PX)
    grey = 255.0 * blurred ** (1.0 / tone) + rng.normal(0.0, NOISE, blurred.shape)
    return np.clip(np.round(grey), 0, 255).astype(np.uint8), truth


def _one_tag(tag, side_px, cell, rng):
    """(cell, cell) linear light, and (4, 2) corners: a tag of side 1 before a pinhole camera that looks at it."""
    turn = _turned(rng)
    middle = (cell - 1) / 2 + rng.uniform(-1.0, 1.0, 2)
    away = FOCAL_PX / side_px
    corners = _projected(turn, away, SQUARE) + middle
    at = (np.arange(RAYS * cell).reshape(-1) + 0.5) / RAYS - 0.5
    x, y = np.meshgrid(at, at)
    x, y = (each + rng.uniform(-0.5, 0.5, each.shape) / RAYS for each in (x, y))
    on_print = _where_rays_meet(turn, away, x - middle[0], y - middle[1])
    light = _print_at(tag, *on_print)
    return light.reshape(cell, RAYS, cell, RAYS).mean(axis=(1, 3)), corners


def _turned(rng):
    tilt, towards, roll = rng.uniform(0.0, MOST_TILT_RAD), rng.uniform(-np.pi, np.pi), rng.uniform(-np.pi, np.pi)
    lean = cv2.Rodrigues(tilt * np.array([np.cos(towards), np.sin(towards), 0.0]))[0]
    return lean @ cv2.Rodrigues(np.array([0.0, 0.0, roll]))[0]


def _projected(turn, away, flat):
    solid = np.column_stack([flat, np.zeros(len(flat))]) @ turn.T + (0.0, 0.0, away)
    return FOCAL_PX * solid[:, :2] / solid[:, 2:]


def _where_rays_meet(turn, away, x_px, y_px):
    """On the tag's plane, in its own frame."""
    ray = np.stack([x_px / FOCAL_PX, y_px / FOCAL_PX, np.ones_like(x_px)], axis=-1)
    far = away * turn[2, 2] / (ray @ turn[:, 2])
    met = (ray * far[..., None] - (0.0, 0.0, away)) @ turn
    return met[..., 0], met[..., 1]


def _print_at(tag, x, y):
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    art = cv2.aruco.generateImageMarker(known, tag, MODULES) == 0
    u, v = (np.floor((each + 0.5) * MODULES).astype(int) for each in (x, y))
    inside = (u >= 0) & (u < MODULES) & (v >= 0) & (v < MODULES)
    reach = 0.5 + PAPER_MODULES / MODULES
    light = np.where((np.abs(x) < reach) & (np.abs(y) < reach), PAPER, TABLE)
    light[inside] = np.where(art[v[inside], u[inside]], INK, PAPER)
    return light


def _readers():
    """{who: picture to {tag: (4, 2) corners in any order}}."""
    ours = TagDetector(("36h11",))
    plain = pyapriltags.Detector(families="tag36h11", quad_decimate=1.0)

    def by_us(image):
        return {each.tag: np.asarray(each.corners) for each in ours.detect(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR))}

    def by_apriltag(image):
        return {each.tag_id: each.corners for each in plain.detect(image)}

    return {
        "ours": by_us,
        "AprilTag": by_apriltag,
        "ArUco": _aruco(cv2.aruco.CORNER_REFINE_NONE),
        "ArUco, subpixel": _aruco(cv2.aruco.CORNER_REFINE_SUBPIX),
        "ArUco, AprilTag's corners": _aruco(cv2.aruco.CORNER_REFINE_APRILTAG),
    }


def _aruco(refinement):
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = refinement
    finder = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11), parameters)

    def read(image):
        corners, ids, _ = finder.detectMarkers(image)
        if ids is None:
            return {}
        return {int(tag): four.reshape(4, 2) for tag, four in zip(np.ravel(ids), corners, strict=True)}

    return read


def _errors(truth, found):
    """Of each tag (4, 2) px, seen less true, the corners paired by nearness; None where it was not read."""
    out = []
    for tag, corners in truth.items():
        seen = found.get(tag)
        if seen is None:
            out.append(None)
            continue
        nearest = np.linalg.norm(seen[None] - corners[:, None], axis=2).argmin(axis=1)
        off = seen[nearest] - corners
        out.append(off if np.abs(off).max() < NEAR_PX else None)
    return out


def _figures(errors):
    read = [each for each in errors if each is not None]
    if not read:
        return {"recall": 0.0, "rms_px": None, "all_off_by_px": None}
    corners = np.concatenate(read)
    alike = corners.mean(axis=0)
    return {
        "recall": round(len(read) / len(errors), 3),
        "rms_px": round(float((corners - alike).std()), 4),
        "all_off_by_px": [round(float(each), 3) for each in alike],
    }


def lines(figures):
    for name, row in figures.items():
        for who, each in row.items():
            told = "none read" if each["rms_px"] is None else f"{each['rms_px']:.3f} px rms along each axis"
            yield f"{name:<18} {who:<26} {told}, {each['recall']:.1%} read"


def misses(figures):
    """No other's corners are clearly nearer to the truth than ours."""
    for name, row in figures.items():
        best = min((each["rms_px"], who) for who, each in row.items() if who != "ours" and each["rms_px"] is not None)
        if row["ours"]["rms_px"] is None or row["ours"]["rms_px"] > CLEARLY * best[0]:
            yield f"corners, {name}: {row['ours']['rms_px']} px, {best[1]} has {best[0]}"

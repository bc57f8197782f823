"""How well a lens is said to be known, against mrcal's word on the same corners, and against the truth.

    python -m bench lens_anchor

Boards are projected by OpenCV through a known lens. In the first row the corners' noise is all there is; in the second
each view's board is also bowed a little in a way of its own, as paper in a hand is, so that errors within one view go
together. Both fit the same model to the same corners. mrcal is Debian's package python3-mrcal, run by the system's own
Python; where that is not there, our lens is held against the truth alone.
"""

import shutil
import subprocess
import tempfile
from pathlib import Path

import cv2
import numpy as np

from tableassist.vision.camera.lens import Lens
from tableassist.vision.camera.pose import CameraPose
from tableassist.vision.lens_fit.board import ChessBoard
from tableassist.vision.lens_fit.covariance import lens_with_covariance
from tableassist.vision.lens_fit.fit import fit_lens, refit
from tableassist.vision.lens_fit.models import MODELS
from tableassist.vision.lens_fit.target import CalibrationView, rigid_target

PYTHON = "/usr/bin/python3"
MRCAL = Path(__file__).parent / "mrcal_lens.py"
COLUMNS, ROWS, SPACING_MM = 10, 7, 24.0
VIEWS, SETS = 24, 16
NOISE_PX, BOWED_MM = 0.05, 0.1
"""One sigma of each corner coordinate; and of how far a board's middle is above its rim, view by view."""
SIZE = 1920, 1080
TRUE = np.array([1344.0, 1345.8, 966.7, 535.6, -0.105, 0.034, 0.0005, -0.0004])
NUMBERS = len(TRUE)
MODEL = next(model for models in MODELS.values() for model in models if model.name == "fx fy c k1 k2 p1 p2")
LOOKED_AT = 7, 5
"""Places over the picture at which the lenses are compared."""
SEED = 8801
ALIKE = 0.8, 1.25
"""Where noise is all there is, our sigma is mrcal's to within these."""
MOST_OFF = 1.3
"""Errors in sigmas, root mean square, that an honest sigma does not exceed by chance."""


def run(sets=SETS, seed=SEED):
    """{row: figures}. Sigmas and errors are in pixels, over the picture."""
    has_mrcal = _has_mrcal()
    return {
        name: _row([one_set(bowed_mm, number, seed, has_mrcal=has_mrcal) for number in range(sets)])
        for name, bowed_mm in (("noise alone", 0.0), ("boards that bow", BOWED_MM))
    }


def _has_mrcal():
    if shutil.which(PYTHON) is None:
        return False
    return subprocess.run([PYTHON, "-c", "import mrcal"], capture_output=True, check=False).returncode == 0


def one_set(bowed_mm, number, seed, *, has_mrcal):
    """{who: (sigmas, errors)} of one set of views, each (places, 2)."""
    rng = np.random.default_rng((seed, int(1000 * bowed_mm), number))
    places = ChessBoard(COLUMNS, ROWS, SPACING_MM).places
    poses = [_pose(rng) for _ in range(VIEWS)]
    px = np.stack([_seen(_bowed(places, bowed_mm, rng), *pose, rng) for pose in poses])
    out = {"ours": _over_the_picture(*_ours(px, places, poses))}
    if has_mrcal:
        out["mrcal"] = _over_the_picture(*_mrcal(px, poses, places))
    return out


def _pose(rng):
    """Rotation vector and translation: the board anywhere in the picture, tilted to any side."""
    turn = np.array([*rng.normal(0.0, 0.35, 2), rng.normal(0.0, 0.3)])
    away = rng.uniform(330.0, 480.0)
    aside = np.array([rng.uniform(-0.36, 0.36), rng.uniform(-0.2, 0.2)]) * away
    return turn, np.array([*aside, away])


def _bowed(places, bowed_mm, rng):
    reach = np.abs(places).max(axis=0)
    out = places.copy()
    for axis in (0, 1):
        out[:, 2] += rng.normal(0.0, bowed_mm) * (1.0 - (places[:, axis] / reach[axis]) ** 2)
    return out


def _seen(places, turn, shift, rng):
    fx, fy, cx, cy, *distortion = TRUE
    matrix = np.array([[fx, 0.0, cx], [0.0, fy, cy], [0.0, 0.0, 1.0]])
    px, _ = cv2.projectPoints(places, turn, shift, matrix, np.array(distortion))
    return px.reshape(-1, 2) + rng.normal(0.0, NOISE_PX, (len(places), 2))


def _ours(px, places, poses):
    """The lens's numbers and their covariance."""
    target = rigid_target(places)
    views = tuple(CalibrationView(str(name), *SIZE, np.arange(len(places)), corners) for name, corners in enumerate(px))
    first = tuple(CameraPose(cv2.Rodrigues(turn)[0], shift) for turn, shift in poses)
    fit = fit_lens(views, target, MODEL, _lens(TRUE), first)
    lens, _ = lens_with_covariance(refit(fit, views, target, MODEL), views, target)
    return lens.numbers[:NUMBERS], lens.covariance[:NUMBERS, :NUMBERS]


def _mrcal(px, poses, places):
    """Its board begins at its first corner, ours in the middle."""
    poses = [np.concatenate([turn, shift + cv2.Rodrigues(turn)[0] @ places[0]]) for turn, shift in poses]
    with tempfile.TemporaryDirectory(prefix="lens-") as folder:
        given, out = Path(folder, "in.npz"), Path(folder, "out.npz")
        corners = px.reshape(VIEWS, ROWS, COLUMNS, 2)
        np.savez(given, px=corners, lens=TRUE, poses=poses, size=np.array(SIZE), spacing_mm=SPACING_MM)
        subprocess.run([PYTHON, MRCAL, given, out], check=True, capture_output=True)
        found = np.load(out)
        return found["lens"], found["covariance"]


def _lens(numbers, covariance=None):
    whole = np.zeros((12, 12))
    if covariance is not None:
        whole[:NUMBERS, :NUMBERS] = covariance
    fx, fy, cx, cy, *distortion = numbers
    return Lens(*SIZE, fx, fy, cx, cy, (*distortion, 0.0, 0.0, 0.0, 0.0), whole)


def _over_the_picture(numbers, covariance):
    """(sigmas, errors) in px at rays over the picture, where the true lens has them."""
    across, down = (np.linspace(0.05, 0.95, count) for count in LOOKED_AT)
    x, y = np.meshgrid((across - 0.5) * SIZE[0] / TRUE[0], (down - 0.5) * SIZE[1] / TRUE[1])
    rays = np.stack([x.ravel(), y.ravel(), np.ones(x.size)], axis=1)
    lens = _lens(numbers, covariance)
    by_lens = lens.lens_jacobian(rays)
    variances = np.einsum("nij,jk,nik->ni", by_lens, lens.covariance, by_lens)
    return np.sqrt(variances), lens.project(rays) - _lens(TRUE).project(rays)


def _row(sets):
    out = {}
    for who in sets[0]:
        sigmas, errors = (np.stack([each[who][part] for each in sets]) for part in (0, 1))
        out[who] = {
            "sigma_px": round(float(np.median(sigmas)), 4),
            "error_px": round(float(np.sqrt((errors**2).mean())), 4),
            "error_in_sigmas": round(float(np.sqrt(((errors / sigmas) ** 2).mean())), 3),
        }
    if "mrcal" in out:
        ratios = np.concatenate([(each["ours"][0] / each["mrcal"][0]).ravel() for each in sets])
        low, middle, high = (round(float(each), 3) for each in np.percentile(ratios, (5, 50, 95)))
        out["ours_to_mrcal"] = {"median": middle, "from": low, "to": high}
    return out


def lines(figures):
    for name, row in figures.items():
        for who in ("ours", "mrcal"):
            if who in row:
                each = row[who]
                yield (
                    f"{name:<16} {who:<6} sigma {each['sigma_px']:.4f} px, true error {each['error_px']:.4f} px, "
                    f"{each['error_in_sigmas']:.2f} sigmas"
                )
        if "mrcal" in row:
            ratio = row["ours_to_mrcal"]
            yield f"{'':<16} our sigma is {ratio['median']} times mrcal's ({ratio['from']} to {ratio['to']})"
        else:
            yield f"{'':<16} not held against mrcal: {PYTHON} has none (Debian's package python3-mrcal)"


def misses(figures):
    for name, row in figures.items():
        if row["ours"]["error_in_sigmas"] > MOST_OFF:
            yield f"lens, {name}: errors of {row['ours']['error_in_sigmas']} sigmas, asked {MOST_OFF} at most"
    ratio = figures["noise alone"].get("ours_to_mrcal")
    if ratio is not None and not ALIKE[0] < ratio["median"] < ALIKE[1]:
        yield f"lens: our sigma is {ratio['median']} times mrcal's, asked {ALIKE[0]} to {ALIKE[1]}"

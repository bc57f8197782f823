"""Check the truth: find every tag with OpenCV's own detector and hold its corners against where the truth has them.

    python -m bench.blender.check FOLDER

A rendering and a truth that disagree would make every figure worthless. Reported are residuals of corners in pixels,
as the truth has them, and after a fresh camera pose by OpenCV's solvePnP from the mat's tags.
"""

import json
import sys
from pathlib import Path

import cv2
import numpy as np


def main() -> None:
    folder = Path(sys.argv[1])
    session = json.loads((folder / "session.json").read_text())
    rows = [
        row
        for path in sorted(folder.glob("*/*.json"))
        if path.with_suffix(".jpg").exists()
        for row in [check_picture(path, session)]
        if row
    ]
    for row in rows:
        print(
            f"{row['picture']}: {row['tags']} tags, middles {row['middles_px']:.3f} px rms, corners "
            f"{row['rms_px']:.3f}, bias {row['bias_px']}, largest {row['worst_px']:.2f} (tag {row['worst_tag']}); "
            f"missing {row['missing']}; camera by solvePnP off by {row['pose_mm']:.2f} mm"
        )


def check_picture(path: Path, session: dict) -> dict | None:
    truth = json.loads(path.read_text())
    wanted = dict(truth["mat_tag_corners_px"])
    for piece in truth.get("pieces", ()):
        wanted |= {str(tag["tag"]): tag["corners_px"] for tag in piece["tags"]}
    image = cv2.imread(str(path.with_suffix(".jpg")), cv2.IMREAD_GRAYSCALE)
    found = detect(image)
    offsets = {tag: found[tag] - np.array(wanted[tag]) for tag in wanted if tag in found}
    if not offsets:
        return None
    every = np.concatenate(list(offsets.values()))
    middles = np.array([offset.mean(axis=0) for offset in offsets.values()])
    worst = max(offsets, key=lambda tag: np.abs(offsets[tag]).max())
    return {
        "picture": f"{path.parent.name}/{path.stem}",
        "tags": len(offsets),
        "missing": [tag for tag in wanted if tag not in found and _inside(wanted[tag], image)],
        "middles_px": float(np.sqrt((middles**2).mean())),
        "rms_px": float(np.sqrt((every**2).mean())),
        "bias_px": every.mean(axis=0).round(3).tolist(),
        "worst_px": float(np.abs(offsets[worst]).max()),
        "worst_tag": worst,
        "pose_mm": _pose_error(found, truth, session),
    }


def detect(image: np.ndarray) -> dict[str, np.ndarray]:
    """Corners counter-clockwise from the tag's lower left, as in the truth; pixels count from a pixel's middle."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_APRILTAG
    parameters.adaptiveThreshWinSizeMax = 53
    parameters.minMarkerPerimeterRate = 0.01
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(image)
    # OpenCV's picture of a 36h11 tag is turned by 180 degrees against the family's own: its first corner, the upper
    # left, is the tag's lower right, and it goes on clockwise.
    # Its fit of lines to the edges counts pixels from the first one's corner.
    order = [3, 2, 1, 0]
    numbers = [] if ids is None else ids.ravel()
    return {str(tag): square.reshape(4, 2)[order] - 0.5 for square, tag in zip(corners, numbers, strict=True)}


def _pose_error(found: dict, truth: dict, session: dict) -> float:
    places, pixels = [], []
    for tag, mat in session["mat_tags"].items():
        if tag in found:
            half = mat["size_mm"] / 2
            square = np.array([[-half, -half, 0, 1], [half, -half, 0, 1], [half, half, 0, 1], [-half, half, 0, 1]])
            places.append((square @ np.array(mat["world_from_tag"]).T)[:, :3])
            pixels.append(found[tag])
    if len(places) < 3:
        return float("nan")
    matrix = np.array(session["lens"]["matrix"])
    bent = np.array(session["lens"]["distortion_k1_k2_p1_p2"])
    _, turn, move = cv2.solvePnP(np.concatenate(places), np.concatenate(pixels), matrix, bent)
    at = -cv2.Rodrigues(turn)[0].T @ move.ravel()
    return float(np.linalg.norm(at - np.array(truth["world_from_camera"])[:3, 3]))


def _inside(corners: list, image: np.ndarray) -> bool:
    at = np.array(corners)
    return bool((at > 0).all() and (at[:, 0] < image.shape[1]).all() and (at[:, 1] < image.shape[0]).all())


if __name__ == "__main__":
    main()

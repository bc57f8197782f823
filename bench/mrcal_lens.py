"""A lens by mrcal, from corners that are handed in: read by the system's own Python, which has mrcal, and not ours.

    /usr/bin/python3 bench/mrcal_lens.py IN.npz OUT.npz

The model is OpenCV's of four coefficients; no regularisation, no outliers left out, a board that is flat. What comes
out is the lens (8 numbers) and its covariance, with the noise that the residuals show.
"""

import sys

import mrcal
import numpy as np

NUMBERS = 8


def main(given, out):
    problem = np.load(given)
    corners = problem["px"]
    views, rows, columns, _ = corners.shape
    weighted = np.concatenate([corners, np.ones((views, rows, columns, 1))], axis=-1)
    which = np.stack([np.arange(views), np.zeros(views), -np.ones(views)], axis=1).astype(np.int32)
    inputs = {
        "lensmodel": "LENSMODEL_OPENCV4",
        "intrinsics": problem["lens"][None].copy(),
        "frames_rt_toref": problem["poses"].copy(),
        "extrinsics_rt_fromref": None,
        "points": None,
        "observations_board": np.ascontiguousarray(weighted),
        "indices_frame_camintrinsics_camextrinsics": np.ascontiguousarray(which),
        "observations_point": None,
        "indices_point_camintrinsics_camextrinsics": None,
        "imagersizes": problem["size"][None].astype(np.int32),
        "calibration_object_spacing": float(problem["spacing_mm"]),
        "calobject_warp": None,
        "do_optimize_calobject_warp": False,
        "do_optimize_extrinsics": False,
        "do_apply_outlier_rejection": False,
        "do_apply_regularization": False,
        "verbose": False,
    }
    mrcal.optimize(**inputs)
    _, residuals, jacobian, _ = mrcal.optimizer_callback(**inputs)
    dense = jacobian.toarray()
    unknowns = dense.shape[1]
    noise = float(residuals @ residuals) / (2 * views * rows * columns - unknowns)
    scale = np.ones(unknowns)
    mrcal.unpack_state(scale, **inputs)
    covariance = noise * np.linalg.inv(dense.T @ dense) * np.outer(scale, scale)
    first = mrcal.state_index_intrinsics(0, **inputs)
    own = slice(first, first + NUMBERS)
    np.savez(out, lens=inputs["intrinsics"][0], covariance=covariance[own, own], noise_px=noise**0.5)


if __name__ == "__main__":
    main(*sys.argv[1:])

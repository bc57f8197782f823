"""The camera: frame, lens, pose, profile. What finds them is in `lens_fit` and `localisation`."""

"""The camera: frame, lens, pose, profile."""

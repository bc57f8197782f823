"""The commands that measure cameras, mats and pieces: calibrate, survey, mount, scan, assign."""

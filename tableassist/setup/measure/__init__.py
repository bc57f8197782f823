"""Measuring a camera, a mat and pieces: calibrate, survey, fit out, scan, assign, prove."""

"""Fitting a lens to views of a board: boards, corners, models, start and covariance. The judging is `calibration`."""

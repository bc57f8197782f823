"""Calibrating a camera: guidance, held-out errors, halves, the verdict."""

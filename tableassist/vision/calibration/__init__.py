"""Calibrating a camera: which views to take, the lens by held-out error, the verdict. The fit itself is `lens_fit`."""

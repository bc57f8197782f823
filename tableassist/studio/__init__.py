"""The synthetic camera: renders a table of known geometry as a camera would see it."""

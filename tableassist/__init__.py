"""tableassist: measures a real tabletop game with a camera and rules on it with a stated error."""

__version__ = "0.1.0"

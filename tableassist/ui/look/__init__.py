"""Theme, tones, and how a verdict looks."""

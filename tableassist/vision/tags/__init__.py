"""Finding tags in a picture, and their corners to a hundredth of a pixel."""

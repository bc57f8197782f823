"""Qt windows and the painting of a `Drawing`. The only package that may import PyQt6."""

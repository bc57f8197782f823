"""Measure a ship's hull from pictures of her on the fitting-out sheet: outline, deck height, mast feet."""

"""Painted faces: textures, skins of pieces, printed tags."""

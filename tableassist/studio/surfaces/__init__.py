"""Painted faces and where they are: textures, skins of pieces, printed tags and paper."""

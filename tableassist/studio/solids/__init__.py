"""The solids of pieces and of clutter."""

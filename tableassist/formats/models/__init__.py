"""Piece models as TOML files."""

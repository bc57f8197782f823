"""Forged files, made by scripts that share no code with what checks them."""

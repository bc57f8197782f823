"""Exploring, cargo, crew, repairs, scuttling and forts."""

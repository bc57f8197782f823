"""Rams, boarding parties, tows."""

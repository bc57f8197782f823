"""Shots, hits, sinking."""

"""Choosing a camera, and looking through it before there is a table."""

"""Frames and transforms, outlines, gaps and lines, and their uncertainty."""

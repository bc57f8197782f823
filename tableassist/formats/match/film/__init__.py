"""The video of a match: writing segments, and reading pictures from them in any order."""

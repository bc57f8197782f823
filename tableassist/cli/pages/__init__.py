"""The commands of the pages: serve."""

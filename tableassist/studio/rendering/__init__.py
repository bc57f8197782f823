"""A staged table to a picture, and the truth about that picture."""

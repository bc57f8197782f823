"""What terrain does to a piece, and where it puts her."""

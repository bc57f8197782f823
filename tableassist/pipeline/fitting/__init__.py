"""Setting up through a running camera: tags on ships, views of the mat, unknown tags."""

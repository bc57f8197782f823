"""The game at the table: the panel that tells it and takes what people say, and what wires it to the camera."""

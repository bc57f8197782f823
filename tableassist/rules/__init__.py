"""One rule a file: pure functions from a `Scene` to `Ruling`s."""

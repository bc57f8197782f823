"""A piece's outline from a few pictures."""

"""A piece's outline from a few pictures, a card's size, and editing an outline by hand."""

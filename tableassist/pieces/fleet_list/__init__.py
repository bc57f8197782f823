"""A fleet as players share it: a list of cards by points, name, number and nation."""

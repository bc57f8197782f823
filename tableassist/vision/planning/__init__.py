"""What to expect of a table before it is built: which tags read, what plus-minus."""

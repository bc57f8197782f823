"""What to expect of a table before it is built: which tags will read, and with what plus-minus."""

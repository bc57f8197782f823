"""A live table: the measuring loop, and the host that joins it to the table, its game, its record and its moves."""

"""Everything that prepares a table: the draft, its plan, what is printed, and the program itself."""

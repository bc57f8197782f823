"""Making a table: its plan, its table file, what is printed for it."""

"""The pages of a card table: what each seat sees, and what it may do."""

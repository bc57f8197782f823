"""A match told to others: the battle report with its key moments, and a text for a forum."""

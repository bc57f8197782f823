"""What each edition of the rules says, as data with citations, and a table's settings on top of it."""

"""One line of text that people write and read: quotes around names that need them, and a cursor that reads along it."""

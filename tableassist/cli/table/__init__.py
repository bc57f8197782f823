"""The commands that make a table and what is printed for it: new, check, print."""

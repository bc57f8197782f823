"""The tables of the database, a file for each part of a league. `tables.py` above has them all by name."""

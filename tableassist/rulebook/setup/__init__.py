"""Rules of laying out the table: islands, terrain, homes, forts."""

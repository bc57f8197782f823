"""Browser pages of the table that is open: switched on here, served by `web`."""

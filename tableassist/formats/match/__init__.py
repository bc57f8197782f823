"""A recorded match on disk: the folder, its database, notes, settings and stills."""

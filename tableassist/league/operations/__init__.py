"""What keeps a league alive beside its evenings: backup and restore, and what the doctor looks at."""

"""The hub of a league night: many tables, one desk."""

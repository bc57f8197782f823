"""The card table over time: it waits while hands are in the row, and tells when a changed table has come to rest."""

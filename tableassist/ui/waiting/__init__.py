"""Work that people wait for, with a box that tells how far it is."""

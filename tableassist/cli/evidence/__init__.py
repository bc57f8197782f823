"""The commands about evidence and the keys that sign it."""

"""Exact-size pages of tags, mounts, boards and rulers. Nothing is printed yet."""

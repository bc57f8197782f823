"""Exact-size pages of tags, mounts, boards and rulers, as PDF. Takes values, reads no file."""

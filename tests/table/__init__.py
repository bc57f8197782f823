"""The running table without a window."""

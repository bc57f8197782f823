"""The running table: opens sources, owns the state and the thread that steps it."""

"""The first window: three choices, what was open before, and the kit that needs no table."""

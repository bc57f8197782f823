"""The synthetic camera's lens, sensor and light. Shares no code with `vision`."""

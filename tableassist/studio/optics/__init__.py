"""The synthetic camera's lens, sensor and light."""

"""The battle report: one HTML page that holds all it shows."""

"""Pictures to poses: detector, lens, registration, localisation, tracking."""

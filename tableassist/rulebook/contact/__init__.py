"""Rules of touching: docking, ram, pin, boarding, tow, exploring, cancelling."""

"""Calls that are heard: short tones made here, and verdicts read aloud by the system's voice. Both off at first."""

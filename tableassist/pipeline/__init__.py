"""The whole chain for one frame, as one pure function."""

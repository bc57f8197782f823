"""The blocks of a match: two seconds of frames, poses, registrations and rulings, packed."""

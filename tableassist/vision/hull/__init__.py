"""The hull itself as a witness: where it lies and which masts stand, whatever its tag says."""

"""Ed25519 keys: a table's own, signatures and fingerprints, and the tables that a reader knows."""

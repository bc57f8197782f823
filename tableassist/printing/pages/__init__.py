"""One printed page each: mat tags, piece cards, jig, board, rulers."""

"""Where tags sit on a ship, from pictures of it on the jig."""

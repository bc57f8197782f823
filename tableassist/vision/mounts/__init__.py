"""Where tags sit on a ship, from pictures of it on the jig sheet, or from one picture beside a tag that is known."""

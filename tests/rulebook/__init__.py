"""The same question asked of the geometry rules and of the referee must have the same answer."""

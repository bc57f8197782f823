"""`tableassist league`: the hub of a league night, and what its organiser does beside it."""

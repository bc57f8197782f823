"""`tableassist desktop`: the menu's entry and the types of files, put there and taken away."""

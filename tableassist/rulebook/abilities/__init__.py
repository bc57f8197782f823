"""What cards and crew change: the effects a piece has now, and distances that abilities ask for."""

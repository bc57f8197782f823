"""What the parts of a window share: the moment shown, the selection, fair play, preferences."""

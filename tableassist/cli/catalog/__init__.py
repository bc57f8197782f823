"""`tableassist catalog`: finds and shows cards."""

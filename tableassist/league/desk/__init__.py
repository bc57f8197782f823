"""The judge's desk and the evening in the browser: all tables, the queue, pairings, standings, and a public page."""

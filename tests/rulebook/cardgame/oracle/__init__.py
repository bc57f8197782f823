"""A second engine for the card game, written apart from the first from the text of its rules: plain, with dictionaries,
lists and one `if` for each sentence.

It imports nothing of the program. Acts and set-up are the dictionaries that a game's file holds."""

"""Acts: everything that can be done or said in a game, as small frozen values with a text form."""

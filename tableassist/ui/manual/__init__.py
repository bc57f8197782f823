"""The manual: the pages of docs/, read in the program."""

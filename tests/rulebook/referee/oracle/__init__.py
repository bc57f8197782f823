"""A second referee, written apart from the first from the texts of the rules: plain, slow, with dictionaries and loops.

It imports nothing of the program but the acts and the set-up, which are the format that both read."""

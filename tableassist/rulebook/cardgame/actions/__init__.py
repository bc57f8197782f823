"""The four actions of a turn, answers to what is owed, and corrections: each with its judge and its fold."""

"""Dice at a running table: the corner is read when it lies still, and what comes to lie in it is a roll."""

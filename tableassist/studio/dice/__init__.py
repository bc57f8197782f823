"""Dice, the sheet they are thrown on, and how to put both on a staged table."""

"""The card game of 2012 as acts over a log: what is fine or foul, what is owed, what may be done, the end.

Values only, no camera, no clock, no dice. Sections name the rule book's chapters.
"""

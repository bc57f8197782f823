"""Dice in the printed dice corner: where the sheet lies, which dice lie on it, and what they show.

`corner` (the sheet) < `corner_place` < `ground` (the picture of it) < `face` (layouts of pips) < `pose` < `search` <
`reading` < `read`.
"""

"""The whole constructible game, from set-up to winner: what was done, what may be done, what is owed, who leads.

Pure: `fold(game, act)` is the game after an act, `judge_act` what the rules say of it, `offers` what may be done now,
`owed` what must be answered first. Geometry comes in as rulings of the moment or as facts that people state.
"""

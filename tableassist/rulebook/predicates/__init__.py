"""One function for each rule sentence that both the camera's rulings and the referee apply.

They take plain values: cards, ticks and counts, never a scene or a game. The geometry rules and the referee each look
these values up in what they have and then ask here, so that both give the same answer.
"""

"""What may be done: all acts of the player whose turn it is."""

from tests.rulebook.cardgame.oracle.decks import SHIPS, kind_of
from tests.rulebook.cardgame.oracle.movement import GROUPS, STEPS


def whose_turn(w):
    return w["players"][w["at"]]


def face_up(w):
    return [pirate for own in w["revealed"].values() for pirate in own]


def cards_to_play(w):
    return w["hands"][whose_turn(w)] if w["hand"] else w["open"]


def legal_acts(w):
    """Nothing while an answer is owed, or after the end."""
    if w["over"] or w["owed"]:
        return []
    me, cards = whose_turn(w), cards_to_play(w)
    acts = [
        {"act": "play", "player": me, "movement": card, "ships": ships} for card in cards for ships in choices(w, card)
    ]
    if w["damaged"] or w["readings"]["repair-none"] == "fine":
        acts.append({"act": "repair", "player": me})
    acts += accusations(w, me, cards)
    acts.append({"act": "pass", "player": me})
    acts += [{"act": "pass", "player": me, "discard": card} for card in cards]
    return acts


def choices(w, card):
    """Each choice of ships that this card leaves."""
    row, kind = w["row"], kind_of(card)
    if kind in STEPS:
        return [[ship] for ship in row]
    if kind in GROUPS:
        return [[row[place], row[place + 1]] for place in range(8)]
    if kind == "sabotage":
        unhurt = [[ship] for ship in row if ship not in w["damaged"]]
        return unhurt or ([[]] if w["readings"]["sabotage-none"] == "void" else [])
    return [[]]


def accusations(w, me, cards):
    known = face_up(w)
    found = [
        {"act": "accuse", "player": me, "accused": accused, "pirate": pirate}
        for accused in w["players"]
        for pirate in SHIPS
        if accused != me and pirate not in known
    ]
    if not w["hand"]:
        return found
    if w["sizes"][me] == 1:
        return []
    return [{**act, "discard": card} for act in found for card in cards]

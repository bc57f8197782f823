"""What is a foul, and why. Written without `legal`, so that the two can be compared."""

from tests.cardgame.oracle.box import UNKNOWN
from tests.cardgame.oracle.decks import ADVENTURES, MOVEMENTS, SHIPS, kind_of
from tests.cardgame.oracle.legal import cards_to_play, face_up, whose_turn


def foul(w, act):
    """None where it is none."""
    verb, player = act["act"], act.get("player")
    if player is not None and player not in w["players"] and not (verb == "mutiny" and player == ""):
        return "unknown"
    if w["over"]:
        return "game-over"
    if verb == "correct":
        return None
    if w["owed"]:
        return foul_answer(w, act, w["owed"][0])
    if verb not in ("play", "repair", "accuse", "pass"):
        return "not-owed"
    if player != whose_turn(w):
        return "not-your-turn"
    if verb == "repair":
        return "nothing-damaged" if not w["damaged"] and w["readings"]["repair-none"] == "foul" else None
    if verb == "play":
        return foul_play(w, act["movement"], act["ships"])
    if verb == "accuse":
        return foul_accusation(w, act)
    return foul_card(w, act["discard"]) if "discard" in act else None


def foul_card(w, card):
    if card not in MOVEMENTS:
        return "unknown"
    held = cards_to_play(w)
    if card in held or (UNKNOWN in held and card in unseen_movements(w)):
        return None
    return "not-in-hand" if w["hand"] else "not-open"


def foul_play(w, card, ships):
    if any(ship not in SHIPS for ship in ships):
        return "unknown"
    wrong = foul_card(w, card)
    if wrong:
        return wrong
    row, kind = w["row"], kind_of(card)
    if kind == "sabotage" and w["damaged"] == set(SHIPS):
        if w["readings"]["sabotage-none"] == "foul":
            return "none-undamaged"
        return "wrong-ships" if ships else None
    wanted = 0
    if kind in ("full-speed-ahead", "lost-at-sea", "sabotage"):
        wanted = 1
    elif kind in ("temporary-alliance", "caught-in-a-rip"):
        wanted = 2
    if len(ships) != wanted:
        return "wrong-ships"
    if wanted == 2 and abs(row.index(ships[0]) - row.index(ships[1])) != 1:
        return "not-adjacent"
    if kind == "sabotage" and ships[0] in w["damaged"]:
        return "already-damaged"
    return None


def foul_accusation(w, act):
    if act["accused"] not in w["players"] or act["pirate"] not in SHIPS:
        return "unknown"
    if act["accused"] == act["player"]:
        return "accuses-oneself"
    if act["pirate"] in face_up(w):
        return "already-revealed"
    if not w["hand"]:
        return "no-hand" if "discard" in act else None
    if w["sizes"][act["player"]] <= 1:
        return "hand-too-small"
    return foul_card(w, act["discard"]) if "discard" in act else "must-discard"


def foul_answer(w, act, owed):
    verb = act["act"]
    if verb != owed["act"]:
        return "owed"
    if verb == "turn-up":
        adventures = unseen_adventures(w) if UNKNOWN in w["lane"] else []
        movements = unseen_movements(w) if UNKNOWN in w["open"] else []
        return None if act["card"] in adventures + movements else "card-elsewhere"
    if verb == "answer":
        return None if act["player"] == owed["player"] else "not-asked"
    if verb == "mutiny":
        if act["pirate"] != owed["pirate"]:
            return "wrong-pirates"
        return "wrong-pirates" if act["player"] and len(known(w, act["player"])) == w["dealt"] else None
    return foul_reveal(w, act["player"], act["pirates"], owed)


def foul_reveal(w, player, pirates, owed):
    if player != owed["player"]:
        return "not-asked"
    others = [pirate for who in w["players"] if who != player for pirate in known(w, who)]
    if sorted(pirates) != sorted(set(pirates) & set(SHIPS)) or len(pirates) != w["dealt"]:
        return "wrong-pirates"
    if set(pirates) & set(others) or not set(w["revealed"][player]) <= set(pirates):
        return "wrong-pirates"
    return None


def known(w, player):
    return w["pirates"][player] or w["revealed"][player]


def unseen_movements(w):
    held = [card for hand in w["hands"].values() for card in hand]
    seen = {*w["open"], *held, *w["thrown"], *w["draw"]}
    return [card for card in MOVEMENTS if card not in seen]


def unseen_adventures(w):
    piles = [w["lane"], w["discards"], w["pile"], *w["fame"].values(), *w["taken"].values()]
    seen = {card for pile in piles for card in pile}
    return [card for card in ADVENTURES if card not in seen]

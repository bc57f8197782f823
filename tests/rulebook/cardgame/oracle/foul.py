"""What is a foul, and why. Written without `legal`, so that the two can be compared."""

from tests.rulebook.cardgame.oracle.box import UNKNOWN
from tests.rulebook.cardgame.oracle.decks import ADVENTURES, MOVEMENTS, SHIPS, kind_of
from tests.rulebook.cardgame.oracle.legal import cards_to_play, face_up, whose_turn


def foul(w, act):
    """The first reason; None where it is none."""
    verb = act["act"]
    if names_nothing(w, act):
        return "unknown"
    if verb == "correct":
        return None
    if verb in ("answer", "turn-up", "mutiny", "reveal"):
        asked = [each for each in w["owed"] if each["act"] == verb]
        return foul_answer(w, act, asked) if asked else "not-owed"
    if w["over"]:
        return "game-over"
    if w["owed"]:
        return "owed"
    if act["player"] != whose_turn(w):
        return "not-your-turn"
    if verb == "repair":
        return "nothing-damaged" if not w["damaged"] and w["readings"]["repair-none"] == "foul" else None
    if verb == "play":
        return foul_play(w, act["movement"], act["ships"])
    if verb == "accuse":
        return foul_accusation(w, act)
    return foul_card(w, act["discard"]) if "discard" in act else None


def names_nothing(w, act):
    """A player, ship, pirate or card that is not in the game."""
    players = [act[key] for key in ("player", "accused") if key in act]
    if act["act"] == "mutiny" and act["player"] == "":
        players = []
    ships = [*act.get("ships", []), *act.get("pirates", []), *([act["pirate"]] if "pirate" in act else [])]
    movements = [act[key] for key in ("movement", "discard") if key in act]
    cards = [act["card"]] if "card" in act else []
    return not (
        set(players) <= set(w["players"])
        and set(ships) <= set(SHIPS)
        and set(movements) <= set(MOVEMENTS)
        and set(cards) <= {*MOVEMENTS, *ADVENTURES}
    )


def foul_card(w, card):
    held = cards_to_play(w)
    if card in held or (UNKNOWN in held and card in unseen_movements(w)):
        return None
    return "not-in-hand" if w["hand"] else "not-open"


def foul_play(w, card, ships):
    wrong = foul_card(w, card)
    if wrong:
        return wrong
    row, kind = w["row"], kind_of(card)
    if kind == "sabotage" and w["damaged"] == set(SHIPS):
        if w["readings"]["sabotage-none"] == "foul":
            return "all-damaged"
        return "wrong-ships" if ships else None
    wanted = 0
    if kind in ("full-speed-ahead", "lost-at-sea", "sabotage"):
        wanted = 1
    elif kind in ("temporary-alliance", "caught-in-a-rip"):
        wanted = 2
    if len(ships) != wanted or len(set(ships)) != wanted:
        return "wrong-ships"
    if wanted == 2 and abs(row.index(ships[0]) - row.index(ships[1])) != 1:
        return "not-neighbours"
    if kind == "sabotage" and ships[0] in w["damaged"]:
        return "already-damaged"
    return None


def foul_accusation(w, act):
    if act["accused"] == act["player"]:
        return "oneself"
    if act["pirate"] in face_up(w):
        return "face-up"
    if not w["hand"]:
        return "needless-discard" if "discard" in act else None
    if w["sizes"][act["player"]] <= 1:
        return "hand-of-one"
    return foul_card(w, act["discard"]) if "discard" in act else "no-discard"


def foul_answer(w, act, asked):
    verb = act["act"]
    if verb == "turn-up":
        adventures = unseen_adventures(w) if UNKNOWN in w["lane"] else []
        movements = unseen_movements(w) if UNKNOWN in w["open"] else []
        return None if act["card"] in adventures + movements else "elsewhere"
    if verb == "mutiny":
        if act["pirate"] != asked[0]["pirate"]:
            return "not-asked"
        return "pirate-count" if act["player"] and len(known(w, act["player"])) == w["dealt"] else None
    if act["player"] not in [each["player"] for each in asked]:
        return "not-asked"
    return foul_reveal(w, act["player"], act["pirates"]) if verb == "reveal" else None


def foul_reveal(w, player, pirates):
    others = [pirate for who in w["players"] if who != player for pirate in known(w, who)]
    if len(set(pirates)) != len(pirates) or len(pirates) != w["dealt"]:
        return "pirate-count"
    if set(pirates) & set(others) or not set(w["revealed"][player]) <= set(pirates):
        return "elsewhere"
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

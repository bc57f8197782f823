"""The oracle: an act, and the rest of the turn that goes by itself after it."""

from tests.rulebook.cardgame.oracle import adventure, ending, movement
from tests.rulebook.cardgame.oracle.box import UNKNOWN, draw_movement, set_up
from tests.rulebook.cardgame.oracle.decks import MOVEMENTS
from tests.rulebook.cardgame.oracle.foul import foul
from tests.rulebook.cardgame.oracle.legal import cards_to_play, legal_acts, whose_turn

REST = ["execute", "next"]


class Oracle:
    def __init__(self, start):
        self.w = set_up(start)
        self.accusation = None
        self.go_on()

    def legal(self):
        return legal_acts(self.w)

    def foul(self, act):
        return foul(self.w, act)

    def do(self, act):
        """An act that is no foul."""
        getattr(self, "do_" + act["act"].replace("-", "_"))(act)
        self.go_on()

    def do_play(self, act):
        movement.play(self.w, act["movement"], act["ships"])
        self.put_away(act["movement"])
        self.w["todo"] = ["replace", *REST]

    def do_repair(self, _act):
        self.w["damaged"].clear()
        self.w["todo"] = list(REST)

    def do_pass(self, act):
        self.w["todo"] = list(REST)
        if "discard" in act:
            self.put_away(act["discard"])
            self.w["todo"] = ["replace", *REST]

    def do_accuse(self, act):
        w = self.w
        w["todo"] = list(REST)
        if w["hand"]:
            self.put_away(act["discard"])
            w["sizes"][act["player"]] -= 1
        own = w["pirates"][act["accused"]]
        if own is None and len(w["revealed"][act["accused"]]) == w["dealt"]:
            return
        if own is None:
            self.accusation = act
            w["owed"].append({"act": "answer", "player": act["accused"]})
        elif act["pirate"] in own:
            self.accused_rightly(act)

    def accused_rightly(self, act):
        w = self.w
        w["revealed"][act["accused"]].append(act["pirate"])
        half = (len(adventure.under(w, act["pirate"])) + 1) // 2
        w["taken"][act["player"]] += adventure.taken_from(w, act["pirate"], half)

    def put_away(self, card):
        """From the table or the hand to the discards. On the table its place stays empty until a new one is drawn."""
        held = cards_to_play(self.w)
        place = held.index(card if card in held else UNKNOWN)
        if self.w["hand"]:
            held.pop(place)
        else:
            held[place] = None
        self.w["thrown"].append(card)

    def do_answer(self, act):
        self.w["owed"].pop(0)
        if act["yes"]:
            self.accused_rightly(self.accusation)
        else:
            self.w["denied"][act["player"]].append(self.accusation["pirate"])

    def do_turn_up(self, act):
        self.w["owed"].pop(0)
        where = self.w["open" if act["card"] in MOVEMENTS else "lane"]
        where[where.index(UNKNOWN)] = act["card"]

    def do_mutiny(self, act):
        self.w["owed"].pop(0)
        struck = self.w["readings"]["mutiny"] != "literal" or act["pirate"] == adventure.first_hidden(self.w)
        if act["player"] and not struck:
            self.w["gate_open"] = True
            ship = adventure.mutiny(self.w)
            if ship is not None:
                self.w["owed"].append({"act": "mutiny", "pirate": ship})
            return
        if act["player"]:
            adventure.mutiny_of(self.w, act["player"], act["pirate"])
        for other in self.w["players"]:
            if other != act["player"]:
                self.w["denied"][other].append(act["pirate"])

    def do_reveal(self, act):
        self.w["owed"] = [each for each in self.w["owed"] if each["player"] != act["player"]]
        self.w["pirates"][act["player"]] = list(act["pirates"])

    def do_correct(self, act):
        """A person puts the record right to what lies on the table: no rule is asked."""
        w, what, value = self.w, act["what"], act["value"]
        if what == "row":
            w["row"] = list(value)
        elif what == "damaged":
            w["damaged"] |= set(value)
        elif what == "undamaged":
            w["damaged"] -= set(value)
        elif what in ("fame", "taken"):
            w[what].update({name: [UNKNOWN] * int(count) for name, count in zip(value[::2], value[1::2], strict=True)})
        elif what == "turn":
            w["at"] = w["players"].index(value[0])
        elif what == "active":
            w["lane"] = list(value)
        elif what == "open":
            w["open"] = list(value)
        else:
            w["pile"] = (w["pile"] + [UNKNOWN] * int(value[0]))[: int(value[0])]

    def go_on(self):
        """Step by step to the next player's turn, or until somebody has to tell what was not known."""
        w = self.w
        while not w["owed"]:
            if w["todo"]:
                getattr(self, "step_" + w["todo"].pop(0))()
            elif UNKNOWN in w["open"] or UNKNOWN in w["lane"]:
                w["owed"].append({"act": "turn-up"})
            else:
                return

    def step_replace(self):
        w = self.w
        card = draw_movement(w)
        if w["hand"]:
            w["hands"][whose_turn(w)].append(card)
        else:
            w["open"][w["open"].index(None)] = card

    def step_execute(self):
        w = self.w
        card = w["lane"].pop(0)
        if w["fog"]:
            w["fog"] = False
            w["discards"].append(card)
            return
        ship = adventure.execute(w, card)
        if ship is not None:
            w["owed"].append({"act": "mutiny", "pirate": ship})

    def step_next(self):
        w = self.w
        if w["pile"]:
            w["lane"].append(w["pile"].pop(0))
        if w["lane"]:
            w["todo"].append("pass_the_turn")
        else:
            w["owed"] += [{"act": "reveal", "player": who} for who in w["players"] if w["pirates"][who] is None]
            w["todo"].append("end")

    def step_pass_the_turn(self):
        self.w["at"] = (self.w["at"] + 1) % len(self.w["players"])

    def step_end(self):
        ending.end(self.w)

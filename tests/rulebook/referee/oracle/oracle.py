"""The oracle: judges an act, does it, and says what the table is like."""

from tests.rulebook.referee.oracle import (
    boarding,
    cargo,
    ending,
    exploring,
    forts,
    hits,
    names,
    ramming,
    sailing,
    shooting,
    towing,
    turn,
)
from tests.rulebook.referee.oracle.world import FINE, World, foul

RULES = {
    "end-turn": (turn.judge_end_turn, turn.do_end_turn),
    "roll-for-icebergs": (turn.judge_roll_for_icebergs, turn.do_roll_for_icebergs),
    "drift-iceberg": (turn.judge_drift_iceberg, turn.do_drift_iceberg),
    "declare": (turn.judge_declare, turn.do_declare),
    "fact": (turn.judge_fact, turn.do_fact),
    "agree-to-end": (turn.judge_agree, turn.do_agree),
    "move": (sailing.judge_move, sailing.do_move),
    "stern-turn": (sailing.judge_stern_turn, sailing.do_stern_turn),
    "leave-fog": (sailing.judge_leave_fog, sailing.do_leave_fog),
    "roll-terrain": (sailing.judge_roll_terrain, sailing.do_roll_terrain),
    "untangle": (sailing.judge_untangle, sailing.do_untangle),
    "whirl": (sailing.judge_whirl, sailing.do_whirl),
    "whirlpool-loss": (sailing.judge_whirlpool_loss, sailing.do_whirlpool_loss),
    "lay-terrain": (sailing.judge_lay_terrain, sailing.do_lay_terrain),
    "shoot": (shooting.judge_shoot, shooting.do_shoot),
    "broadside": (shooting.judge_broadside, shooting.do_broadside),
    "lose-mast": (hits.judge_lose_mast, hits.do_lose_mast),
    "ram": (ramming.judge_ram, ramming.do_ram),
    "board": (boarding.judge_board, boarding.do_board),
    "decline-boarding": (boarding.judge_decline, boarding.do_decline),
    "boarding-prize": (boarding.judge_prize, boarding.do_prize),
    "lose-crew": (boarding.judge_lose_crew, boarding.do_lose_crew),
    "tow": (towing.judge_tow, towing.do_tow),
    "cast-off": (towing.judge_cast_off, towing.do_cast_off),
    "explore": (exploring.judge_explore, exploring.do_explore),
    "explore-ship": (exploring.judge_explore_ship, exploring.do_explore_ship),
    "reveal": (exploring.judge_reveal, exploring.do_reveal),
    "mysterious-roll": (exploring.judge_mysterious, exploring.do_mysterious),
    "unload": (cargo.judge_unload, cargo.do_unload),
    "move-crew": (cargo.judge_move_crew, cargo.do_move_crew),
    "repair": (cargo.judge_repair, cargo.do_repair),
    "scuttle": (cargo.judge_scuttle, cargo.do_scuttle),
    "build-fort": (forts.judge_build, forts.do_build),
    "load-from-fort": (forts.judge_load, forts.do_load),
}
ALWAYS = ("fact", "reveal", "agree-to-end")
"""May be said at any time."""
ANSWERS = {
    "lose-mast": "mast",
    "roll-terrain": "terrain",
    "roll-for-icebergs": "icebergs",
    "drift-iceberg": "drift",
    "whirlpool-loss": "whirlpool",
    "boarding-prize": "prize",
    "lose-crew": "crew",
    "reveal": "coin",
    "mysterious-roll": "mysterious",
}


class Oracle:
    def __init__(self, start):
        self.w = World(start)

    def judge(self, act, card=""):
        w = self.w
        verb = str(act.__struct_config__.tag)
        if not names.all_known(w, act, verb):
            return foul("unknown")
        if verb not in ALWAYS:
            if w.over:
                return foul("game-over")
            owed = [each["kind"] for each in w.duties if each["kind"] != "boarding"]
            if owed and ANSWERS.get(verb) not in owed:
                playing_on = w.house["play-on-before-mast"] == "yes" and set(owed) == {"mast"}
                if not playing_on:
                    return foul("owed")
        if card:
            return ("fine", "by-card")
        return RULES[verb][0](w, act)

    def do(self, act):
        verb = str(act.__struct_config__.tag)
        RULES[verb][1](self.w, act)
        if self.w.over:
            ending.count(self.w)
        else:
            ending.check(self.w)


__all__ = ["FINE", "Oracle"]

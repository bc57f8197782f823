"""Boarding parties after a ram, and what the winner takes."""

from tests.referee.oracle import ramming, room, sinking
from tests.referee.oracle.world import FINE, foul


def find_ram(w, one, other):
    for ram in w.rams:
        if {ram["ship"], ram["target"]} == {one, other}:
            return ram
    return None


def judge_board(w, act):
    if not w.in_play(act.ship) or not w.in_play(act.target):
        return foul("out-of-play")
    ram = find_ram(w, act.ship, act.target)
    if not ram:
        return foul("no-ram")
    player = w.ships[act.ship]["owner"]
    if player in ram["boarded"] or (ram["boarded"] and w.house["boarding-parties"] == "one-a-ram"):
        return foul("one-party")
    if player != w.player and w.player not in ram["declined"] | ram["boarded"]:
        return foul("decides-first")
    return FINE


def do_board(w, act):
    ram = find_ram(w, act.ship, act.target)
    player = w.ships[act.ship]["owner"]
    ram["boarded"].add(player)
    drop_question(w, ram)
    if w.house["boarding-parties"] == "one-a-ram":
        w.rams.remove(ram)
    else:
        ramming.ask_boarding(w, ram)
    own = act.roll + strength(w, act.ship)
    theirs = act.enemy_roll + strength(w, act.target)
    if own == theirs and w.house["boarding-tie"] == "nobody":
        return
    winner, loser = (act.ship, act.target) if own >= theirs else (act.target, act.ship)
    if w.crew_at(loser) or w.coins_at(loser):
        w.owe("prize", w.ships[winner]["owner"], winner, loser)


def strength(w, name):
    source = w.able(name, "boarding_plus_1")
    w.show(source)
    return len(w.standing(name)) + (1 if source else 0)


def drop_question(w, ram):
    for duty in list(w.duties):
        if duty["kind"] == "boarding" and {duty["piece"], duty["other"]} == {ram["ship"], ram["target"]}:
            w.duties.remove(duty)


def judge_decline(w, act):
    if w.ships[act.ship]["owner"] != act.player:
        return foul("not-yours")
    for duty in w.duties:
        if duty["kind"] == "boarding" and duty["piece"] == act.ship:
            return FINE
    return foul("no-ram")


def do_decline(w, act):
    for duty in list(w.duties):
        if duty["kind"] == "boarding" and duty["piece"] == act.ship:
            w.duties.remove(duty)
            ram = find_ram(w, duty["piece"], duty["other"])
            ram["declined"].add(act.player)
            ramming.ask_boarding(w, ram)


def judge_prize(w, act):
    duty = w.find_duty("prize", act.ship)
    if not duty:
        return foul("not-owed")
    loser = duty["other"]
    if act.crew and act.coin:
        return foul("unknown")
    people = [each for each in w.crew_at(loser) if not w.crew[each]["equipment"]]
    if act.crew == "any" and not people:
        return foul("not-there")
    if act.crew and act.crew != "any":
        if w.edition == "complete":
            return foul("not-able")
        if act.crew not in people:
            return foul("not-there")
    if act.coin:
        if w.coins[act.coin]["at"] != loser:
            return foul("not-there")
        if not room.fits(w, act.ship, [*w.coins_at(act.ship), act.coin], w.crew_at(act.ship)):
            return foul("no-room")
    return FINE


def do_prize(w, act):
    duty = w.find_duty("prize", act.ship)
    w.duties.remove(duty)
    loser = duty["other"]
    people = [each for each in w.crew_at(loser) if not w.crew[each]["equipment"]]
    if act.coin:
        w.coins[act.coin]["at"] = act.ship
    elif act.crew == "any" and len(people) > 1:
        w.owe("crew", w.ships[loser]["owner"], loser, act.ship)
    elif act.crew:
        eliminate(w, people[0] if act.crew == "any" else act.crew, duty["player"])


def eliminate(w, crew, by):
    """By an opposing player; who was worth a ransom leaves 1 gold on that player's home island."""
    w.crew[crew]["at"] = ""
    if "Ransom" in w.crew[crew]["keywords"]:
        sinking.add_gold(w, w.home_of(by), 1)


def judge_lose_crew(w, act):
    if not w.find_duty("crew", act.ship):
        return foul("not-owed")
    if w.crew[act.crew]["at"] != act.ship or w.crew[act.crew]["equipment"]:
        return foul("not-there")
    return FINE


def do_lose_crew(w, act):
    duty = w.find_duty("crew", act.ship)
    w.duties.remove(duty)
    eliminate(w, act.crew, w.ships[duty["other"]]["owner"])


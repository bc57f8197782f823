"""Boarding parties after a ram, and what the winner takes."""

from tests.rulebook.referee.oracle import carrying, room, sinking
from tests.rulebook.referee.oracle.common import ask_boarding
from tests.rulebook.referee.oracle.world import FINE, foul, measured


def find_ram(w, one, other):
    for ram in w.rams:
        if {ram["ship"], ram["target"]} == {one, other}:
            return ram
    return None


def judge_board(w, act):
    if w.ships[act.ship]["sunk"] or w.ships[act.target]["sunk"] or not w.are_enemies(act.ship, act.target):
        return foul("out-of-play")
    for each in (act.ship, act.target):
        if w.ships[each]["kind"] == "fort" and not w.ships[each]["docked"]:
            return foul("out-of-play")
    ram = find_ram(w, act.ship, act.target)
    if not ram or w.ships[act.ship]["owner"] in ram["passed"]:
        return judge_afar(w, act)
    player = w.ships[act.ship]["owner"]
    if player in ram["boarded"] or (ram["boarded"] and w.house["boarding-parties"] == "one-a-ram"):
        return foul("one-party")
    if player in ram["declined"]:
        return foul("one-party")
    first = w.player in (w.ships[act.ship]["owner"], w.ships[act.target]["owner"])
    if first and player != w.player and w.player not in ram["declined"] | ram["boarded"] | ram["passed"]:
        return foul("decides-first")
    ghost = w.ships[act.target]["ghostly"] or w.ships[act.target]["submerged"]
    if act.ship == ram["target"] and ghost and w.house["boards-back-ghost"] == "no":
        return foul("cannot-be-rammed")
    return FINE


def judge_afar(w, act):
    """Some cards board a ship up to S away, once a turn."""
    ship, other = w.ships[act.ship], w.ships[act.target]
    if not w.able(act.ship, "boards_within_S") or ship["owner"] != w.player:
        return foul("no-ram")
    if ship["kind"] != "ship" or other["kind"] != "ship":
        return foul("wrong-kind")
    if ship["boarded_afar"] or ship["lost"] or other["lost"]:
        return foul("one-party")
    answer = act.within if act.within is not None else w.fact("within-s", act.ship, act.target)
    return measured(answer, "no-contact")


def do_board(w, act):
    ram = find_ram(w, act.ship, act.target)
    if ram and w.ships[act.ship]["owner"] not in ram["passed"]:
        ram["boarded"].add(w.ships[act.ship]["owner"])
        drop_question(w, ram)
        if w.house["boarding-parties"] == "one-a-player":
            ask_boarding(w, ram)
    else:
        w.ships[act.ship]["boarded_afar"] = True
        w.show(w.able(act.ship, "boards_within_S"))
    own = act.roll + strength(w, act.ship)
    theirs = act.enemy_roll + strength(w, act.target)
    if own == theirs and w.house["boarding-tie"] == "nobody":
        return
    winner, loser = (act.ship, act.target) if own >= theirs else (act.target, act.ship)
    if people_at(w, loser) or w.coins_at(loser):
        w.owe("prize", w.ships[winner]["owner"], winner, loser)


def people_at(w, name):
    """Crew; equipment is none."""
    return [each for each in w.crew_at(name) if not w.crew[each]["equipment"]]


def strength(w, name):
    source = w.able(name, "boarding_plus_1")
    w.show(source)
    return len(w.standing(name)) + (1 if source else 0)


def drop_question(w, ram):
    for duty in list(w.duties):
        if duty["kind"] == "boarding" and {duty["piece"], duty["other"]} == {ram["ship"], ram["target"]}:
            w.duties.remove(duty)


def judge_decline(w, act):
    return FINE if open_ram(w, act) else foul("not-owed")


def open_ram(w, act):
    """The first ram of hers that her player has still to say something of."""
    if w.ships[act.ship]["owner"] != act.player:
        return None
    for ram in w.rams:
        done = ram["boarded"] and w.house["boarding-parties"] == "one-a-ram"
        if (
            act.ship in (ram["ship"], ram["target"])
            and not done
            and act.player not in ram["declined"] | ram["boarded"] | ram["passed"]
        ):
            return ram
    return None


def do_decline(w, act):
    ram = open_ram(w, act)
    ram["declined"].add(act.player)
    drop_question(w, ram)
    ask_boarding(w, ram)


def judge_prize(w, act):
    duty = w.find_duty("prize", act.ship)
    if not duty:
        return foul("not-owed")
    loser = duty["other"]
    if act.crew and act.coin:
        return foul("not-there")
    people = people_at(w, loser)
    if act.crew and (not people or act.crew not in ["any", *people]):
        return foul("not-there")
    if act.crew and len(people) > 1:
        loser_picks = w.edition == "complete" or w.house["boarding-crew-picked-by"] == "loser"
        if loser_picks and act.crew != "any":
            return foul("not-yours")
        if not loser_picks and act.crew == "any":
            return foul("not-there")
    if act.coin:
        if w.coins[act.coin]["at"] != loser:
            return foul("not-there")
        with_it = [*w.coins_at(act.ship), act.coin]
        if not w.coins[act.coin]["unique"] and not room.fits(w, act.ship, with_it, w.crew_at(act.ship)):
            return foul("no-room")
    return FINE


def do_prize(w, act):
    duty = w.find_duty("prize", act.ship)
    w.duties.remove(duty)
    loser = duty["other"]
    people = people_at(w, loser)
    if act.coin:
        carrying.carry(w, act.coin, act.ship)
    elif act.crew == "any" and len(people) > 1:
        w.owe("crew", w.ships[loser]["owner"], loser, act.ship)
    elif act.crew:
        eliminate(w, people[0] if act.crew == "any" else act.crew, duty["player"])


def eliminate(w, crew, by):
    """Who was worth a ransom leaves 1 gold on the home island of the opposing player who did it."""
    w.crew[crew]["at"] = ""
    if by and by != w.crew[crew]["owner"] and "Ransom" in w.crew[crew]["keywords"]:
        sinking.add_gold(w, w.home_of(by), 1)


def judge_lose_crew(w, act):
    if not w.find_duty("crew", act.ship):
        return foul("not-owed")
    if act.crew not in people_at(w, act.ship):
        return foul("not-there")
    return FINE


def do_lose_crew(w, act):
    duty = w.find_duty("crew", act.ship)
    w.duties.remove(duty)
    eliminate(w, act.crew, w.ships[duty["other"]]["owner"])

"""Gold is neither made nor lost but by a rule."""

from tableassist.rulebook.referee.acts.act import verb_of


def gold_in_play(game, values):
    """Coins on the table by their true worth, gold that is no coin any more, and what is about to be split."""
    total = sum(game.gold.values())
    waiting = {coin for each in game.sunk for coin in each.coins}
    for name, coin in game.coins.items():
        if coin.at or name in waiting:
            total += values.get(name, coin.value or 0)
    return total


def wrongly_changed(before, after, act, values):
    """Words where gold came or went without a rule; nothing where all is well."""
    gained = gold_in_play(after, values) - gold_in_play(before, values)
    lost_crew = [
        name
        for name, each in after.crew.items()
        if not each.at and before.crew[name].at and "Ransom" in each.card.keywords
    ]
    if gained == 0 or (gained > 0 and lost_crew and gained <= 5 * len(lost_crew)):
        return None
    sunk = [name for name, each in after.units.items() if each.gone and not before.units[name].gone]
    drowned = sum(
        values.get(coin.card.id, coin.value or 0)
        for name in sunk
        for coin in before.coins_at(name)
        if not coin.is_unique
    )
    splits = before.start.edition != "complete" and not before.multiplayer
    nobody_did = verb_of(act) in ("end-turn", "drift-iceberg")
    if sunk and -drowned <= gained < 0 and (nobody_did or not splits or before.start.house.get("multiplayer-split")):
        return None
    if verb_of(act) == "whirlpool-loss" and act.coin and gained == -values.get(act.coin, before.coins[act.coin].value):
        return None
    return f"{gained} gold after {act}"

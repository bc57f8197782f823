"""Coins that go from ship to ship."""


def carry(w, coin, to):
    """The end token goes with the last coin where the table plays that."""
    w.coins[coin]["at"] = to
    if coin in w.last_coins and w.house["end-token-follows"] == "coin":
        for name, ship in w.ships.items():
            ship["end_token"] = name == to

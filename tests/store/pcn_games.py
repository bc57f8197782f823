"""Any game at all, for hypothesis: a set-up that makes sense, and a log of whatever was said."""

from hypothesis import strategies as st

from tableassist.pieces import TERRAIN_KINDS, Effect, PieceKind, PieceState
from tableassist.rulebook.play.log import Amendment, AmendmentKind, Entry, Log, Source
from tableassist.rulebook.state.start import (
    CoinStart,
    CrewStart,
    GameStart,
    IslandStart,
    PlayerStart,
    ShipStart,
    TerrainStart,
)
from tableassist.store.game import GameFile
from tests.rulebook.referee.any_acts import acts

words = st.sampled_from(["", "Harbinger", 'the "Sea"=Star', "=", "ä, b", "null", "12", "yes"]) | st.text(max_size=20)
listed = st.lists(words.filter(bool), max_size=3).map(tuple)
small = st.integers(0, 1000)
players = ("Anne", "the other one")
owners = st.sampled_from(players)


@st.composite
def starts(draw):
    ids = iter(draw(st.lists(st.text(min_size=1, max_size=12), min_size=12, max_size=12, unique=True)))
    coins = st.lists(st.tuples(st.none() | small, words, words), max_size=2)

    def some_coins():
        return tuple(CoinStart(next(ids), *each) for each in draw(coins))

    islands = tuple(
        IslandStart(
            next(ids), draw(words), draw(owners | st.just("")), some_coins(), draw(st.booleans()),
            draw(st.lists(owners, max_size=2).map(tuple)),
        )
        for _ in range(2)
    )  # fmt: skip
    ship = ShipStart(
        next(ids), draw(owners), draw(words), draw(st.sampled_from([PieceKind.SHIP, PieceKind.SEA_CREATURE])),
        draw(st.integers(3, 9)), draw(st.sampled_from(["", "2L-3S"])), draw(st.sampled_from(["", "S+L", "T"])),
        draw(small), draw(small), draw(small), draw(words), draw(listed),
        draw(st.lists(st.sampled_from(Effect), max_size=2).map(tuple)), draw(listed), "",
        draw(st.sampled_from([(), (1,), (2, 3)])), draw(st.lists(st.sampled_from(PieceState), max_size=2).map(tuple)),
        draw(st.sampled_from([None, "", islands[0].id])), some_coins(),
    )  # fmt: skip
    crew = CrewStart(
        next(ids), draw(owners), draw(words), draw(st.sampled_from([None, ship.id])), draw(st.booleans()),
        draw(small), draw(words), draw(listed), (), draw(listed), "", draw(st.booleans()),
    )  # fmt: skip
    terrain = TerrainStart(
        next(ids), draw(st.sampled_from(sorted(TERRAIN_KINDS))), draw(words), draw(small), draw(words)
    )
    return GameStart(
        draw(st.sampled_from(["spanish-main", "revolution", "complete"])), draw(st.booleans()),
        draw(st.sampled_from([{}, {"ram-derelict": "sinks"}, {"short-mm": 57.25, "long-mm": 80.1}])),
        tuple(PlayerStart(each, draw(listed), draw(small)) for each in players), (ship,), (crew,), islands, (terrain,),
        draw(small), draw(st.booleans()), draw(st.none() | small), draw(words),
    )  # fmt: skip


tenths = st.none() | st.integers(0, 9_999_999).map(lambda tenth: tenth * 100_000_000)


@st.composite
def games(draw):
    records, entries = [], 0
    for _ in range(draw(st.integers(0, 5))):
        said = {"source": draw(st.sampled_from(Source)), "by": draw(words), "t_ns": draw(tenths)}
        if entries and draw(st.booleans()):
            records.append(Amendment(draw(st.sampled_from(AmendmentKind)), draw(st.integers(1, entries)), **said))
        else:
            more = {"certainty": draw(st.integers(0, 1000)) / 1000, "card": draw(words), "stands": draw(st.booleans())}
            after = draw(st.none() | st.integers(0, entries))
            entries += 1
            records.append(Entry(entries, draw(acts), **said, **more, after=after))
    return GameFile(draw(starts()), Log(tuple(records)))

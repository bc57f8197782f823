"""What matches and kept games were written with before the state of a game replaced the ledger is still read."""

from pathlib import Path

import msgspec

from tableassist.pieces import PieceState
from tableassist.rulebook.state.questions import is_in
from tableassist.sources import demo_settings, find_stage
from tableassist.store.kept import KeptGame, resumed_settings
from tableassist.store.match import settings_parts
from tableassist.store.match.settings import settings_from

LEDGER = (
    b'{"players":["English","Pirates"],"owners":{"bonny-kate":"Pirates","europa":"English","harbinger":"Pirates",'
    b'"oxley":"Pirates","plantagenet":"English","revenge":"Pirates","titan":"English","windjammer":"Pirates"},'
    b'"masts_lost":{"harbinger":[2]},"homes":{"pirate-home":"Pirates"},"fleets":{"bonny-kate":"Pirates",'
    b'"europa":"English","harbinger":"Pirates","oxley":"English","plantagenet":"English","revenge":"Pirates",'
    b'"titan":"English","windjammer":"Pirates"},"states":{"SM/T-007":["cancelled"],"oxley":["on-fire"]},'
    b'"crews":{"harbinger":["SM/T-007"]},"towed_by":{"titan":"oxley"},"turn":"Pirates"}'
)
"""Of the demo's table, as such a match has it."""


def assert_is_as_written(state):
    assert state.players == ("English", "Pirates")
    assert state.player_in_turn == "Pirates"
    assert state.masts_lost == {"harbinger": frozenset({2})}
    assert state.homes == {"pirate-home": "Pirates"}
    assert (state.owners["oxley"], state.units["oxley"].card.owner) == ("Pirates", "English")
    assert is_in(state, "oxley", PieceState.ON_FIRE)
    assert state.tows("oxley") == {"titan"}
    (crew,) = state.crew_at("harbinger")
    assert (crew.card.card, crew.cancelled) == ("SM/T-007", True)


def test_settings_of_an_older_match_are_read_and_written_as_they_were():
    parts = {**settings_parts(demo_settings(find_stage("demo"))), "ledger": LEDGER}
    settings = settings_from(parts, Path("match"))
    assert_is_as_written(settings.state)
    assert settings_parts(settings)["ledger"] == LEDGER


def test_an_older_kept_game_is_resumed():
    written = b'{"began_ms":5,"ledger":' + LEDGER + b',"edition":"complete","version":1}'
    game = msgspec.json.decode(written, type=KeptGame)
    assert_is_as_written(resumed_settings(demo_settings(find_stage("demo")), game).state)

"""Tables that are simulated tell what real ones tell: a hub can play their games through again."""

from bench.league_table import SimulatedTable, script_of
from tableassist.rulebook.referee.refereed import referee_game
from tableassist.store.game import parse_json_lines
from tableassist.store.league import Tell
from tableassist.store.league_records import ActSaid, CommandAnswered, MatchBegun, ResultSaid
from tests.table.hub_link.broker import wait_until


def test_a_simulated_game_arrives_whole_and_ends_as_the_referee_says(member, hub, tmp_path):
    table = SimulatedTable(member, tmp_path, script_of(3), act_s=0.002, evidence_bytes=300_000)
    table.start()
    try:
        assert table.wait_played(60)
        hub.send(Tell("hello"))
        wait_until(lambda: table.commands)
        assert table.wait_confirmed(60)
        bodies = hub.bodies(table.match)
        lines = [each.start if isinstance(each, MatchBegun) else each.line for each in bodies
                 if isinstance(each, MatchBegun | ActSaid)]  # fmt: skip
        file = parse_json_lines("\n".join(lines), where="the hub")
        ending = referee_game(file.start, file.log).game.ending
        said = next(each for each in bodies if isinstance(each, ResultSaid))
        assert said.points == dict(ending.gold)
        assert table.disputes == len(hub.parts) > 0
        assert any(isinstance(each, CommandAnswered) for each in bodies)
        wait_until(lambda: hub.states and hub.states[-1].match == table.match)
    finally:
        table.close()

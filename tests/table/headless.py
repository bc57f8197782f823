"""A table without a window, camera or second thread, for tests of its commands and events."""

from dataclasses import replace

from tableassist.pipeline.moment import Moment
from tableassist.sources import demo_settings, find_stage
from tableassist.table import JUDGE, GameKeeper, Role, Seat, Table
from tableassist.table.game import TableGame


class HeadlessTable:
    """`table` is the table; `events` all that it has published."""

    def __init__(self, folder, start=None, settings=None, make_game=TableGame):
        settings = settings or replace(demo_settings(find_stage("demo")), name="Friday")
        self.table = Table(settings)
        self.events = []
        self.table.subscribe(self.events.append)
        self.keeper = GameKeeper(self.table, folder / "kept")
        self.table.game = make_game(self.table, self.keeper)
        if start is not None:
            self.table.game.begin(start)

    @property
    def desk(self):
        return self.table.desk

    @property
    def acts(self):
        return [act.judged.entry.act for act in self.desk.refereed.acts]

    def see(self, moment: Moment):
        self.table.take_moment(moment)

    def by(self, player, command):
        """What has come of a command of a player's phone."""
        return self.table.dispatch(command, Seat(Role.PLAYER, player))

    def judge(self, command):
        return self.table.dispatch(command, JUDGE)

    def close(self):
        self.table.game.close()
        self.keeper.close()

"""A table that talks until it is killed: `python -m tests.table.hub_link.talking_table FOLDER MATCH`."""

import sys
from pathlib import Path

from tableassist.store.league_records import ActSaid, MatchBegun
from tableassist.table.hub_link import Outbox


def main():
    folder, match = Path(sys.argv[1]), sys.argv[2]
    outbox = Outbox(folder)
    print(outbox.say(match, MatchBegun("killed", ("Anne", "Bob"), start="{}"), 1), flush=True)
    while True:
        print(outbox.say(match, ActSaid('{"act":"end-turn"}'), 1), flush=True)


if __name__ == "__main__":
    main()

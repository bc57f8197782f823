"""Some simulated tables of a league in a process of their own.

The first line of its input says which tables, the second starts them; then `offline` and `online` take the first one
out of the league and back, while it plays on. Prints one line a table when all is told.
"""

import hashlib
import sys
import threading
from pathlib import Path

import msgspec

from bench.league_table import SimulatedTable, script_of
from tableassist.store.league import Membership

SCRIPTS = 5


class Asked(msgspec.Struct):
    members: list[Membership]
    folder: str
    seconds: float
    """How long each game takes."""
    patience_s: float


def main():
    asked = msgspec.json.decode(sys.stdin.readline(), type=Asked)
    scripts = [script_of(seed) for seed in range(SCRIPTS)]
    tables = []
    for number, member in enumerate(asked.members):
        script = scripts[number % SCRIPTS]
        act_s = asked.seconds / (len(script.lines) - 1)
        tables.append(SimulatedTable(member, Path(asked.folder) / member.table, script, act_s))
    print("ready", flush=True)
    sys.stdin.readline()
    for each in tables:
        each.start()
    threading.Thread(target=_listen, args=(tables[0],), daemon=True).start()
    for each in tables:
        each.wait_played()
    for each in tables:
        told = _told(each, each.wait_confirmed(asked.patience_s))
        print(msgspec.json.encode(told).decode(), flush=True)
        each.close()


def _listen(first):
    for line in sys.stdin:
        if line.strip() == "offline":
            first.go_offline()
        elif line.strip() == "online":
            first.go_online()


def _told(table, confirmed):
    slow_ms = 1_000 * sorted(table.say_s)[int(0.99 * len(table.say_s))]
    return {
        "table": table.membership.table,
        "match": table.match,
        "confirmed": confirmed,
        "records": table.said,
        "acts": len(table.script.lines) - 1,
        "rulings": table.rulings,
        "disputes": table.disputes,
        "lines": digest_of(table.script.lines[1:]),
        "say_p99_ms": slow_ms,
        "record_bytes": sum(len(msgspec.json.encode(each)) for each in table.outbox.records(table.match)),
        "pictures": table.pictures,
        "picture_bytes": table.picture_bytes,
    }


def digest_of(lines):
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


if __name__ == "__main__":
    main()

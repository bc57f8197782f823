"""A league night: simulated tables, a real mosquitto, a real PostgreSQL and the real hub, each a process of its own.

    python -m bench league                                  200 tables, 20 minutes
    python -m bench league --tables 24 --seconds 60 --faults

The tables play games of the referee's bots through their own outbox and link. Counted in the end: whether all that they
said is in the database, once, and every game line by line. Meanwhile a judge asks for the desk twice a second. With
`--faults` broker, database and hub are killed on the way, and one table is away for half of the evening.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path

import msgspec
import psutil
from sqlalchemy import func, select

from bench.league_players import Asked, digest_of
from tableassist.league.hub.hub import wall_ms
from tableassist.league.storage.accounts import UserRole, add_user
from tableassist.league.storage.schema import acts, disputes, evidence, records, rulings
from tests.league.servers import PostgresServer, wait_until
from tests.league.talking import League

TABLES, SECONDS = 200, 1_200.0
A_PROCESS = 25
LOOK_S = 5.0
ASK_S = 0.5
PATIENCE_S = 600.0
P95_MS = 500.0
GROWTH = 0.15
"""Of the hub's memory, between the first third of the evening and its end."""
FAULTS = {0.2: "offline", 0.25: "broker", 0.4: "database", 0.6: "hub", 0.75: "online"}
"""What happens when, as a share of the evening."""


class Players:
    """Processes of simulated tables."""

    def __init__(self, members, folder, seconds):
        self._processes = []
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
        for at in range(0, len(members), A_PROCESS):
            command = [sys.executable, "-m", "bench.league_players"]
            process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment, bufsize=1
            )
            asked = Asked(members[at : at + A_PROCESS], str(folder), seconds, PATIENCE_S)
            process.stdin.write(msgspec.json.encode(asked).decode() + "\n")
            self._processes.append(process)
        for process in self._processes:
            if process.stdout.readline().strip() != "ready":
                raise RuntimeError("simulated tables did not start")

    def start(self):
        for process in self._processes:
            self._say(process, "go")

    def tell_first(self, word):
        self._say(self._processes[0], word)

    def results(self):
        """Of every table, when all are done."""
        return [json.loads(line) for process in self._processes for line in process.stdout]

    def close(self):
        for process in self._processes:
            process.kill()
            process.communicate()

    @staticmethod
    def _say(process, word):
        process.stdin.write(word + "\n")
        process.stdin.flush()


class HubProcess:
    """`tableassist league`, started again where it was killed."""

    def __init__(self, folder, log):
        self._command = [sys.executable, "-m", "tableassist", "league", "--folder", str(folder)]
        self._log = log
        self.start()

    def start(self):
        self.process = subprocess.Popen(self._command, stdout=self._log, stderr=self._log)

    def kill(self):
        self.process.kill()
        self.process.wait()

    @property
    def rss_mb(self):
        with suppress(psutil.Error):
            return psutil.Process(self.process.pid).memory_info().rss / 1e6
        return None

    def close(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.kill()


class Judge:
    """Opens the desk and its state over and over."""

    def __init__(self, port, token):
        self._address, self._token = f"http://127.0.0.1:{port}", token
        self.took_ms, self.refused = [], 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self):
        self._thread.start()

    def answers(self):
        with suppress(OSError):
            self._ask("/api/state")
            return True
        return False

    def _run(self):
        while not self._ended.wait(ASK_S):
            for path in ("/desk", "/api/state"):
                began = time.perf_counter()
                try:
                    self._ask(path)
                except OSError:
                    self.refused += 1
                else:
                    self.took_ms.append(1_000 * (time.perf_counter() - began))

    def _ask(self, path):
        request = urllib.request.Request(self._address + path, headers={"Authorization": f"Bearer {self._token}"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.read()

    def close(self):
        self._ended.set()
        self._thread.join(60)


def run(tables=TABLES, seconds=SECONDS, faults=False, tell=print):
    root = Path(tempfile.mkdtemp(prefix="league-night-"))
    with (
        closing(PostgresServer()) as server,
        closing(League(root / "league", server.new_database())) as league,
        (root / "hub.log").open("w") as log,
    ):
        members = [league.invite(f"table-{number}") for number in range(1, tables + 1)]
        with league.engine.begin() as connection:
            named = "night", "Jo", UserRole.JUDGE
            _, token = add_user(connection, *named, now_ms=wall_ms(), expires_ms=None)
        judge = Judge(league.settings.port, token)
        empty_mb = _database_mb(league)
        with (
            closing(HubProcess(league.folder.path, log)) as hub,
            closing(Players(members, root / "tables", seconds)) as players,
        ):
            wait_until(judge.answers, 120)
            tell(f"{tables} tables play for {seconds:.0f} s")
            players.start()
            judge.start()
            memory = _evening(seconds, FAULTS if faults else {}, hub=hub, server=server, players=players)
            results = players.results()
            judge.close()
        return {
            "tables": tables,
            "seconds": seconds,
            "faults": sorted(FAULTS.values()) if faults else [],
            **_told_once(league, results),
            **_costs(results, _database_mb(league) - empty_mb),
            **_desk(judge),
            **_memory(memory),
            "hub_said": (root / "hub.log").read_text().splitlines()[-40:] if faults else [],
        }


def _evening(seconds, faults, *, hub, server, players):
    """Memory of the hub as time goes by: share of the evening and MB."""
    began, waiting, memory = time.monotonic(), dict(faults), []
    while (share := (time.monotonic() - began) / seconds) < 1.0:
        for at in [each for each in waiting if each <= share]:
            _break(waiting.pop(at), hub=hub, server=server, players=players)
        if (now := hub.rss_mb) is not None:
            memory.append((share, now))
        time.sleep(min(LOOK_S, seconds / 60))
    return memory


def _break(what, *, hub, server, players):
    if what in ("offline", "online"):
        players.tell_first(what)
    elif what == "broker":
        for child in psutil.Process(hub.process.pid).children():
            if child.name() == "mosquitto":
                child.kill()
    elif what == "database":
        server.kill()
        time.sleep(LOOK_S)
        server.start()
    elif what == "hub":
        hub.kill()
        time.sleep(LOOK_S)
        hub.start()


def _told_once(league, results):
    """What the tables said beside what the database has."""
    matches = {each["match"]: each for each in results}
    problems = [
        f"{each['table']} has something that the hub has not confirmed" for each in results if not each["confirmed"]
    ]
    with league.engine.connect() as connection:
        for table, name in ((records, "records"), (acts, "acts"), (rulings, "rulings"), (disputes, "disputes")):
            rows = connection.execute(select(table.c.match, func.count()).group_by(table.c.match)).all()
            found = Counter(dict(row for row in map(tuple, rows)))
            wrong = [each["table"] for match, each in matches.items() if found[match] != each[name]]
            if wrong:
                problems.append(f"{name}: other counts than said by {', '.join(wrong[:5])} ({len(wrong)} tables)")
        for match, each in matches.items():
            lines = connection.execute(select(acts.c.line).where(acts.c.match == match).order_by(acts.c.number))
            if digest_of([line for (line,) in lines]) != each["lines"]:
                problems.append(f"{each['table']}: its game reads otherwise in the database")
        whole = connection.execute(select(func.count()).where(evidence.c.complete_ms.is_not(None))).scalar_one()
    said = {name: sum(each[name] for each in results) for name in ("records", "acts", "rulings", "disputes")}
    if whole != said["disputes"]:
        problems.append(f"evidence: {whole} bundles whole of {said['disputes']}")
    return {"finished": len(results), **said, "bundles": whole, "problems": problems}


def _database_mb(league):
    with league.engine.connect() as connection:
        return connection.execute(select(func.pg_database_size(func.current_database()))).scalar_one() / 1e6


def _costs(results, grown_mb):
    count = max(1, len(results))
    return {
        "say_p99_ms": round(max((each["say_p99_ms"] for each in results), default=0.0), 3),
        "record_kb_a_table": round(sum(each["record_bytes"] for each in results) / count / 1e3, 1),
        "pictures_a_table": round(sum(each["pictures"] for each in results) / count, 1),
        "picture_mb_a_table": round(sum(each["picture_bytes"] for each in results) / count / 1e6, 2),
        "database_mb_a_table": round(grown_mb / count, 3),
    }


def _desk(judge):
    took = sorted(judge.took_ms) or [0.0]
    return {
        "desk_asked": len(judge.took_ms),
        "desk_refused": judge.refused,
        "desk_median_ms": round(took[len(took) // 2], 1),
        "desk_p95_ms": round(took[int(0.95 * len(took))], 1),
    }


def _memory(memory):
    early = [each for share, each in memory if 0.25 <= share < 0.4]
    late = [each for share, each in memory if share >= 0.9]
    middle = [sorted(each)[len(each) // 2] if each else 0.0 for each in (early, late)]
    return {"hub_mb_early": round(middle[0], 1), "hub_mb_late": round(middle[1], 1)}


def misses(figures):
    """What falls short of what the project promises."""
    out = [f"league: {each}" for each in figures["problems"]]
    if figures["finished"] != figures["tables"]:
        out.append(f"league: {figures['finished']} of {figures['tables']} tables came to an end")
    if figures["desk_p95_ms"] > P95_MS:
        out.append(f"league: the judge's page takes {figures['desk_p95_ms']} ms (p95), asked {P95_MS:g} at most")
    if not figures["faults"] and figures["hub_mb_late"] > (1 + GROWTH) * figures["hub_mb_early"]:
        grown = f"{figures['hub_mb_early']} to {figures['hub_mb_late']} MB"
        out.append(f"league: the hub's memory grew from {grown}, asked at most {GROWTH:.0%}")
    return out


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m bench league", description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--faults", action="store_true")
    asked = parser.parse_args(arguments)
    figures = run(asked.tables, asked.seconds, asked.faults)
    print(json.dumps(figures, indent=1))
    failed = misses(figures)
    print(*(failed or ["every figure holds"]), sep="\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

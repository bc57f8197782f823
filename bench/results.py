"""What was measured, in bench/results.json: part by part, each with the name of the commit that it was measured on.

Parts may be measured side by side by several processes: each changes only its own figures.
"""

import fcntl
import json
import subprocess
from pathlib import Path

RESULTS = Path(__file__).parent / "results.json"
MEASURED = ("tableassist", "bench/*.py")
"""What figures depend on: a commit to other files is no other state."""


def keep(part, change, path=RESULTS):
    """Lets `change` work on all figures so far, and writes down on which state of the code this part was measured: the
    code as it is, or what `change` returns."""
    path.touch()
    with path.open("r+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        figures = json.loads(file.read() or "{}")
        state = change(figures) or state_of_the_code()
        figures.setdefault("commits", {})[part] = state
        file.seek(0)
        file.truncate()
        file.write(json.dumps(figures, indent=1) + "\n")
    return figures


def one_state(cells):
    """Of a part that may be measured cell by cell, each with its `commit`."""
    states = {cell.get("commit") for cell in cells}
    return states.pop() if len(states) == 1 else "several commits"


def state_of_the_code():
    """The last commit that changed what is measured, marked if that has been changed since; None outside of git."""
    changed = _git("status", "--porcelain", "--", *MEASURED)
    if changed is None:
        return None
    return _git("log", "-1", "--format=%h", "--", *MEASURED) + (" and changes" if changed else "")


def _git(*words):
    done = subprocess.run(["git", *words], cwd=RESULTS.parent.parent, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else None


def carried_over(figures, parts):
    """Of these parts, those that were not measured, or on another state of the code than the one measured last."""
    commits = figures.get("commits", {})
    now = state_of_the_code()
    for part in parts:
        if commits.get(part) != now:
            yield f"{part}: measured on {commits.get(part) or 'no known commit'}, the code is {now}"

"""Open a disputed moment: the ruling in words, its picture and plan, and whether the evidence holds."""

import tempfile
from pathlib import Path
from typing import Any

from tableassist.errors import TableAssistError
from tableassist.geometry import plus_minus
from tableassist.judging.words import full_verdict
from tableassist.matches.evidence import EvidenceFindings, Reader, checked_evidence, derive_moment
from tableassist.messages import Message, say, visible
from tableassist.rulebook import RULES, Verdict
from tableassist.store.evidence import read_evidence, read_moment
from tableassist.store.files import write_bytes_safely
from tableassist.store.keys import public_pem
from tableassist.table import TableSnapshot
from tableassist.web import open_ruling

MOST_LINES = 40
MOST_PICTURES = 8


def describe_ruling(row: dict[str, Any] | None) -> dict[str, Any] | None:
    """As the table said it. None where the judge was called for something else."""
    if row is None:
        return None
    verdict = str(row.get("verdict", ""))
    rule = next((candidate for candidate in RULES if candidate.id == row.get("rule")), None)
    is_known = verdict in {member.value for member in Verdict}
    return {
        "id": visible(str(row.get("id", ""))),
        "rule": "" if rule is None else say(rule.title),
        "verdict": verdict,
        "word": full_verdict(Verdict(verdict)) if is_known else visible(verdict),
        "measured": _measured_words(row),
        "section": visible(str(row.get("citation", ""))),
        "why": visible(str(row.get("reason", ""))),
    }


def _measured_words(row: dict[str, Any]) -> str:
    measured, sigma, limit = (row.get(name) for name in ("measured_mm", "sigma_mm", "limit_mm"))
    if measured is None:
        return ""
    words = {"measured_mm": float(measured)}
    if sigma is None:
        return say(Message("{measured_mm:.1f} mm", **words))
    words["plus_minus_mm"] = plus_minus(float(sigma))
    if limit is None:
        return say(Message("{measured_mm:.1f} ± {plus_minus_mm:.1f} mm", **words))
    return say(Message("{measured_mm:.1f} ± {plus_minus_mm:.1f} mm, limit {limit_mm:.1f} mm", limit_mm=limit, **words))


def judge_evidence_again(bundle: bytes, ruling: str, public_key: bytes | None) -> dict[str, Any]:
    """Judged again from its pictures; takes a second or two. `public_key`: of the table, which must have signed it."""
    with tempfile.TemporaryDirectory(prefix="evidence-") as folder:
        path, key = Path(folder) / "evidence.zip", Path(folder) / "table.pub"
        write_bytes_safely(path, bundle)
        if public_key is not None:
            write_bytes_safely(key, public_pem(public_key))
        try:
            findings = checked_evidence(path, Reader() if public_key is None else Reader(keys=(key,)))
            shown = _show_ruling(path, ruling)
        except TableAssistError as problem:
            words = say(problem.message).replace(f"{folder}/", "")
            return {"outcome": "unreadable", "final": words, "lines": []}
    return {**_describe_findings(findings), **shown}


def _describe_findings(findings: EvidenceFindings) -> dict[str, Any]:
    lines = [visible(say(line)) for line in findings.lines[:MOST_LINES]]
    return {"outcome": findings.outcome.name.lower(), "final": say(findings.final_words), "lines": lines}


def _show_ruling(path: Path, ruling: str) -> dict[str, Any]:
    """The close-up and the plan of the ruling, as its own pictures show it."""
    evidence = read_evidence(path)
    read = read_moment(evidence, path)
    moment = derive_moment(evidence, read, path)
    if moment is None:
        return {"opened": None}
    ruling_id = ruling or evidence.manifest.ruling or ""
    shown_ruling = next((candidate for candidate in moment.state.rulings if candidate.id == ruling_id), None)
    return {"opened": None if shown_ruling is None else open_ruling(TableSnapshot(moment=moment), shown_ruling)}

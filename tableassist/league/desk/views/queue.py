"""The queue of disputes and too-close calls, in words."""

from typing import Any

from tableassist.league.desk.snapshot import Snapshot
from tableassist.league.storage.judging.queue import QueueItem
from tableassist.messages.visible import visible


def queue_section(snapshot: Snapshot) -> list[dict[str, Any]]:
    return [queue_row(each, snapshot) for each in snapshot.queue]


def queue_row(item: QueueItem, snapshot: Snapshot) -> dict[str, Any]:
    return {
        "match": item.match,
        "dispute": item.dispute,
        "table": item.table,
        "table_title": visible(snapshot.titles.get(item.table, item.table)),
        "question": visible(item.question),
        "by": visible(item.by),
        "raised_ms": item.raised_ms,
        "state": item.state,
        "version": item.version,
        "is_call": item.is_call,
        "user": item.claimed_by,
        "judge": visible(item.judge),
        "has_evidence": bool(item.evidence),
        "is_coming": item.is_coming,
        "verdict": item.verdict,
        "reason": visible(item.reason),
        "is_done": item.done_ms is not None,
        "refused": visible(item.refused),
    }

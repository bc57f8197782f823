"""Calls for the league's judge, each with evidence of its very moment, which is made beside the window."""

import hashlib
import tempfile
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from tableassist.errors import TableAssistError
from tableassist.messages import say, tr
from tableassist.process import BackgroundWorker
from tableassist.rulebook import Ruling
from tableassist.store.judgement_json import ruling_row
from tableassist.store.league_records import MOST_EVIDENCE_BYTES, DisputeRaised, DisputeWithdrawn
from tableassist.table.recording import TableRecord
from tableassist.table.session import TableSession

if TYPE_CHECKING:
    from tableassist.table.hub_link.link import HubLink


@dataclass(frozen=True, slots=True)
class OpenDispute:
    id: str
    match: str
    question: str
    by: str
    ruling: Ruling | None
    t_ns: int
    """Of the moment that is disputed."""


class JudgeCalls:
    """`on_change` hears when the open calls change, `on_words` what to tell the people at the table."""

    def __init__(
        self,
        session: TableSession,
        recording: TableRecord | None,
        *,
        on_change: Callable[[], object],
        on_words: Callable[[str], object],
    ) -> None:
        self._session = session
        self._recording = recording
        self._on_change, self._on_words = on_change, on_words
        self._worker = self._new_worker()
        self.open: tuple[OpenDispute, ...] = ()
        self.by: tuple[str, ...] = ()
        """Who waits for the judge."""
        self._known: dict[str, OpenDispute] = {}

    def disputed(self, dispute: str) -> tuple[Ruling, int] | None:
        """The call that it is about, as it was, and when."""
        known = self._known.get(dispute)
        return None if known is None or known.ruling is None else (known.ruling, known.t_ns)

    def raise_dispute(
        self, link: "HubLink", match: str, question: str, *, by: str, ruling: Ruling | None, t_ms: int
    ) -> None:
        moment, recording = self._session.find_shown_moment(), self._recording
        t_ns = 0 if moment is None else moment.state.t_ns
        dispute = OpenDispute(uuid.uuid4().hex, match, question, by, ruling, t_ns)
        raised = DisputeRaised(
            dispute.id, question[:1000], t_ms, None if ruling is None else ruling_row(ruling), by[:1000]
        )
        self._known[dispute.id] = dispute
        self._keep_open((*self.open, dispute))
        make: Callable[[], bytes] | None = None
        if recording is not None and recording.folder is not None and moment is not None:
            recording.keep_picture(moment)
            asked = None if ruling is None or ruling not in moment.state.rulings else ruling.id
            make = partial(_evidence, recording, recording.folder, recording.time_of(moment), asked)
        told = tr("The judge has been called.")
        self._worker.submit(
            partial(_raise_at_hub, link, match, raised, make), self._report_raised, self._report_failure
        )
        self._on_words(told)

    def close_dispute(self, dispute: str) -> None:
        self._keep_open(tuple(each for each in self.open if each.id != dispute))

    def withdraw(self, link: "HubLink") -> None:
        for each in self.open:
            link.say(each.match, DisputeWithdrawn(each.id, each.by[:1000]))
        self._keep_open(())

    def close(self) -> None:
        """What has not been told yet is told first; it takes seconds at most."""
        if self._worker.is_busy:
            self._worker.finish()
            self._worker = self._new_worker()
        self._keep_open(())

    def _new_worker(self) -> BackgroundWorker:
        return BackgroundWorker("making evidence for the judge", self._session.owner.post)

    def _keep_open(self, disputes: tuple[OpenDispute, ...]) -> None:
        self.open = disputes
        self.by = tuple(dict.fromkeys(dispute.by or tr("the table") for dispute in disputes))
        self._on_change()

    def _report_raised(self, problem: str) -> None:
        if problem:
            self._on_words(tr("The judge has been called, without a picture: {problem}", problem=problem))

    def _report_failure(self, problem: TableAssistError) -> None:
        self._on_words(say(problem.message))


def _raise_at_hub(link: "HubLink", match: str, raised: DisputeRaised, make: Callable[[], bytes] | None) -> str:
    """Beside the window. Why there is no evidence; empty where there is."""
    problem, bundle = "", None
    if make is not None:
        try:
            bundle = make()
        except TableAssistError as error:
            problem = say(error.message)
        else:
            if len(bundle) > MOST_EVIDENCE_BYTES:
                problem, bundle = tr("it is too large to be sent"), None
    if bundle is not None:
        digest = hashlib.sha256(bundle).hexdigest()
        raised = msgspec.structs.replace(raised, evidence=digest, evidence_bytes=len(bundle))
    link.dispute(match, raised, bundle)
    return problem


def _evidence(recording: TableRecord, folder: Path, t_ns: int, ruling: str | None) -> bytes:
    from tableassist.matches.evidence import (  # noqa: PLC0415  loaded where it is needed
        make_evidence,
        table_signing,
    )

    recording.flush()
    with tempfile.TemporaryDirectory(prefix="tableassist-") as scratch:
        path = Path(scratch) / "evidence.zip"
        make_evidence(folder, t_ns, path, ruling=ruling, signing=table_signing())
        return path.read_bytes()

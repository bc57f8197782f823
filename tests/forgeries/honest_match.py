"""Honest matches to forge: poses, video, a still, a mark, an edit, an act and an overruling."""

from tableassist.rulebook.ruling import Overruling, Verdict
from tests.matches.demo_match import demo_moments, record_demo, take_all_of


def record_with_notes(path, moments=None, *, closed=True, **options):
    """Its folder; the recorder where it is not closed."""
    moments = demo_moments()[:36] if moments is None else moments
    recorder = record_demo(path, closed=False, moments=moments[:-2], **options)
    note_all(recorder, moments[-3])
    for moment in moments[-2:]:
        take_all_of(recorder, moment)
    if not closed:
        return recorder
    recorder.close()
    return recorder.folder


def note_all(recorder, moment):
    recorder.keep_picture(moment)
    recorder.mark("was that a ram?", by="Anne")
    recorder.note_edit("Titan loses a mast", by="Bert")
    recorder.note_act("roll 6", by="Anne")
    ruling = next(each for each in moment.state.rulings if each.verdict is Verdict.NO)
    overruling = Overruling(ruling, Verdict.YES, "we saw it touch", "Anne", moment.state.t_ns)
    recorder.note_overrulings((overruling,), by="Anne")

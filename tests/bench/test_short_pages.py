"""The short form of the pages' bench: every change reaches every reader; how fast is for the long form."""

from bench import pages

FIGURES = {"median_ms": 10.0, "p95_ms": 30.0, "step_ratio": 1.01, "growth": 1.0, "lost": 0}


def test_every_reader_gets_every_change():
    figures = pages.run(0.8, spectators=5, players=2, frames=2)
    assert (figures["readers"], figures["changes"], figures["lost"]) == (7, 8, 0)
    assert figures["received"] > 0.5  # a machine that is busy skips states, and sends the newest
    assert 0.0 < figures["median_ms"] < 5_000
    assert figures["step_ms_without"] > 0.0


def test_every_promise_of_the_pages_is_checked():
    assert pages.misses(FIGURES) == []
    for name, value in (("median_ms", 51.0), ("p95_ms", 251.0), ("step_ratio", 1.06), ("growth", 1.06), ("lost", 1)):
        assert len(pages.misses({**FIGURES, name: value})) == 1

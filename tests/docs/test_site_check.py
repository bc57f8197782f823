"""What looks through the built site finds what a page fetches from outside, and a link that leads nowhere."""

import pytest

from bench.site_check import mistakes

HEAD = '<html><head><link rel="stylesheet" href="x.css"></head><body id="top">'


@pytest.fixture
def site(tmp_path):
    (tmp_path / "x.css").write_text("body { background: url(a.png) }")
    (tmp_path / "a.png").write_bytes(b"")
    (tmp_path / "index.html").write_text(f'{HEAD}<a href="b.html#here">b</a> <a href="https://example.org">e</a>')
    (tmp_path / "b.html").write_text(f'{HEAD}<h2 id="here">H</h2><img src="a.png"><a href="#top">t</a>')
    return tmp_path


def test_a_site_of_its_own_has_no_mistakes(site):
    assert list(mistakes(site)) == []


@pytest.mark.parametrize(
    "bad",
    [
        '<script src="https://cdn.example.org/x.js"></script>',
        '<link rel="stylesheet" href="//fonts.example.org/css">',
        '<img src="http://example.org/a.png">',
        '<div style="background: url(https://example.org/a.png)">',
        '<a href="c.html">c</a>',
        '<a href="b.html#there">b</a>',
    ],
)
def test_each_mistake_is_found(site, bad):
    (site / "index.html").write_text(f"{HEAD}{bad}")
    assert len(list(mistakes(site))) == 1


def test_a_style_sheet_that_fetches_a_font_is_found(site):
    (site / "x.css").write_text("@font-face { src: url('https://fonts.example.org/a.woff2') }")
    assert [each.split(":")[0] for each in mistakes(site)] == ["x.css"]

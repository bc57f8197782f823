"""What docs/evidence.md promises, sentence by sentence, and the tests that hold it to that.

A sentence without a line in `evidence_claims.txt` fails, and so does a line without its sentence or its test. A line
begins as the sentence does. `F:` names a forgery of `tests/forgeries`; READ is advice or a heading, which promises
nothing; LIMIT says what is not proven by anything.
"""

import ast
import re
from pathlib import Path

import pytest

from tests.forgeries.evidence_forgeries import FORGERIES

ROOT = Path(__file__).parents[2]
CLAIMS = Path(__file__).parent / "evidence_claims.txt"
SENTENCE_ENDS = re.compile(r"(?<=[.:;])(?:\*\*)? (?=[A-Z`*])")
SAYS_NOTHING = ("READ", "LIMIT")


def sentences(text):
    """Each item and sentence; of a table each row."""
    for block in re.split(r"\n\s*\n", re.sub(r"```.*?```", "", text, flags=re.DOTALL)):
        lines = block.strip().split("\n")
        if lines[0].startswith("#"):
            lines = lines[1:]
        if lines and lines[0].startswith("|"):
            yield from (line.strip("| ") for line in lines[2:])
            continue
        for item in re.split(r"\n(?=(?:- |\d+\. ))", "\n".join(lines)):
            plain = re.sub(r"^(- |\d+\. )", "", " ".join(item.split()))
            yield from filter(None, SENTENCE_ENDS.split(plain))


def read_claims():
    lines = CLAIMS.read_text("utf-8").splitlines()
    return [(beginning, named.split(", ")) for beginning, named in (line.split(" => ") for line in lines)]


def names_of(named):
    """A forgery's name may have a comma."""
    joined = []
    for part in named:
        if joined and not part.startswith("F:") and "::" not in part and part not in SAYS_NOTHING:
            joined[-1] += f", {part}"
        else:
            joined.append(part)
    return joined


PAGE = list(sentences((ROOT / "docs" / "evidence.md").read_text("utf-8")))


@pytest.mark.parametrize("sentence", PAGE, ids=lambda sentence: sentence[:40])
def test_each_sentence_has_exactly_one_line_with_its_tests(sentence):
    assert len([beginning for beginning, _ in read_claims() if sentence.startswith(beginning)]) == 1


def test_each_line_has_exactly_one_sentence():
    begun = {beginning: [each for each in PAGE if each.startswith(beginning)] for beginning, _ in read_claims()}
    assert {beginning: found for beginning, found in begun.items() if len(found) != 1} == {}


def test_each_test_and_forgery_that_is_named_is_there():
    forgeries = {each.name for each in FORGERIES}
    missing = []
    for _, named in read_claims():
        for name in names_of(named):
            if name.startswith("F:"):
                missing += [] if name[2:] in forgeries else [name]
            elif name not in SAYS_NOTHING:
                file, _, function = name.partition("::")
                path = ROOT / "tests" / file
                defined = ast.parse(path.read_text("utf-8")).body if path.is_file() else []
                missing += [] if function in {getattr(each, "name", "") for each in defined} else [name]
    assert missing == []


def test_most_sentences_are_held_by_a_test():
    held = [beginning for beginning, named in read_claims() if named[0] not in SAYS_NOTHING]
    assert len(held) >= 0.7 * len(PAGE)


def test_a_sentence_that_is_added_to_the_page_is_noticed():
    added = list(
        sentences("# Evidence\n\nIt also proves that the sea is blue. And `more`.\n\n| a | b |\n|---|---|\n| x | y |")
    )
    assert added == ["It also proves that the sea is blue.", "And `more`.", "x | y"]

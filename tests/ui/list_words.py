"""Prints what a language does not say yet: python -m tests.ui.list_words [de]"""

import sys
from pathlib import Path

from babel.messages.pofile import read_po

from tests.ui.words_in_source import literals

LANGUAGES = Path(__file__).parents[2] / "tableassist" / "messages" / "languages"


def known(language):
    with (LANGUAGES / f"{language}.po").open("rb") as file:
        return {message.id: message.string for message in read_po(file) if message.id and message.string}


def missing(language):
    there = known(language)
    return tuple(text for text in literals() if text not in there)


if __name__ == "__main__":
    language = sys.argv[1] if len(sys.argv) > 1 else "de"
    print("\n".join(missing(language)))

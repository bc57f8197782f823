"""Prints what a language does not say yet, as Qt Linguist wants it: python -m tests.ui.list_words [de]

The lines go into tableassist/ui/languages/, the translation in place of the dots.
"""

import sys
from xml.sax.saxutils import escape

from tableassist.ui.language.language import read_words
from tests.ui.words_in_source import literals


def missing(language):
    known = read_words(language)
    return tuple(text for text in literals() if text not in known)


if __name__ == "__main__":
    language = sys.argv[1] if len(sys.argv) > 1 else "de"
    for text in missing(language):
        print(f"    <message>\n        <source>{escape(text)}</source>")
        print("        <translation>…</translation>\n    </message>")
    print(f"{language}: {len(missing(language))} of {len(literals())} words are missing", file=sys.stderr)

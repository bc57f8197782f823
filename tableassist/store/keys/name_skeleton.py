"""Names as the eye reads them: two that look alike have one skeleton.

After Unicode Technical Standard 39 (confusable detection), for what a table's name is likely to be forged with: other
case, other spaces, characters without width, accents put together from two, full-width and styled letters, Cyrillic
and Greek letters that look like Latin ones, and the digits 0 and 1.
"""

import unicodedata

CYRILLIC = (
    ("\u0430\u0435\u043e\u0440\u0441\u0443\u0445", "aeopcyx"),
    ("\u0456\u0458\u0455\u0501\u051b\u051d\u04bb", "ijsdqwh"),
    ("\u043a\u043c\u043d\u0442\u0432\u04cf\u0454\u0475\u0433", "kmhtblevr"),
)
GREEK = (
    ("\u03b1\u03bf\u03c1\u03bd\u03c5\u03b9\u03ba\u03c7", "aopvuikx"),
    ("\u03c4\u03b7\u03b5\u03b2\u03bc\u03b6\u03b3", "tnebmzy"),
)
OTHERS = (("\u0131\u0261\u0251\u01c0\u2113", "igall"), ("01|", "oll"))
LOOKS_LIKE = {ord(letter): like for pair in (*CYRILLIC, *GREEK, *OTHERS) for letter, like in zip(*pair, strict=True)}
IGNORED = ("Cf", "Cc", "Mn", "Me", "Zs", "Zl", "Zp")
"""Categories that the eye does not see, or reads as nothing but space or an accent."""


def name_skeleton(name: str) -> str:
    """`i` and `l` are one letter: a capital I looks like a small L."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    seen = "".join(letter for letter in plain if unicodedata.category(letter) not in IGNORED)
    return seen.translate(LOOKS_LIKE).replace("i", "l")

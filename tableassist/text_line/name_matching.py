"""Compare names as people type them: without case, accents or signs, and with typing slips."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

_NO_LETTER = re.compile(r"[^0-9a-z\n]+")
_ACCENTS = re.compile(r"[\u0300-\u036f]+")
# What no decomposition turns into plain letters.
_PLAIN = {"ø": "o", "đ": "d", "ł": "l", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ı": "i"}


def fold_name(name: str) -> str:
    """Turn `L'Épée` into `l epee`: lower-case plain letters and digits, words separated by one space."""
    return fold_names([name])[0]


def fold_names(names: Sequence[str]) -> list[str]:
    """Fold all names at once, which is five times faster for a whole catalogue."""
    small = "\n".join(name.replace("\n", " ") for name in names).casefold()
    if not small.isascii():
        for letter, plain in _PLAIN.items():
            small = small.replace(letter, plain)
        small = _ACCENTS.sub("", unicodedata.normalize("NFKD", small))
    return [name.strip(" ") for name in _NO_LETTER.sub(" ", small).split("\n")] if names else []


def squeeze_name(folded: str) -> str:
    """Remove the spaces, so that `lamazone` finds `L'Amazone` and `castros` `Castro's`."""
    return folded.replace(" ", "")


def max_slips(typed: str) -> int:
    """Return how many letters may be wrong before a word counts as another word."""
    return (len(typed) + 2) // 4 if len(typed) < 12 else 3


def count_slips(typed: str, word: str, most: int) -> int | None:
    """Count letters that are wrong, missing, extra or swapped with their neighbour; None if more than `most`."""
    return next((count for count, _ in iter_near_words(typed, [word], most)), None)


def iter_near_words(typed: str, words: Iterable[str], most: int) -> Iterator[tuple[int, str]]:
    """Yield those of `words` within `most` slips, with their count."""
    from rapidfuzz.distance import OSA  # noqa: PLC0415  loaded only where something was mistyped
    from rapidfuzz.process import extract_iter  # noqa: PLC0415

    return (
        (count, word) for word, count, _ in extract_iter(typed, list(words), scorer=OSA.distance, score_cutoff=most)
    )


def find_nearest_word(typed: str, words: Iterable[str]) -> str | None:
    """Return the word with the fewest slips, the first of equals; None if all have too many."""
    near = min(iter_near_words(typed, words, max_slips(typed)), key=lambda counted: counted[0], default=None)
    return None if near is None else near[1]

"""A public key as digits that two people can compare by reading them to each other, in any language."""

import hashlib

GROUPS, DIGITS = 4, 5


def fingerprint(public: bytes) -> str:
    """As "48213 09577 11840 66392": twenty digits are 66 bits, beyond what anybody finds a second key for."""
    number = int.from_bytes(hashlib.sha256(public).digest(), "big") % 10 ** (GROUPS * DIGITS)
    digits = f"{number:0{GROUPS * DIGITS}d}"
    return " ".join(digits[at : at + DIGITS] for at in range(0, len(digits), DIGITS))

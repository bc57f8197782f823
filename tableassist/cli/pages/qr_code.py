"""A QR code in a terminal."""

import io

import segno


def qr_lines(text: str) -> list[str]:
    out = io.StringIO()
    segno.make(text, error="m").terminal(out, compact=True, border=2)
    return out.getvalue().splitlines()

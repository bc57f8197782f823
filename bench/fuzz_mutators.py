"""Ways to spoil an input: bytes in, bytes out, by a random generator that is handed in."""

import re
import struct
import zlib

HUGE = (b"\x00\x00\x00\x00", b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"\x80\x00\x00\x00", b"\x00\x01\x86\xa0")
NUMBERS = (
    *("nan", "-nan", "inf", "-inf", "0", "-0.0", "-1", "1e308", "-1e308", "1e-320", "5e-324", "2.5", "99999999999"),
    *("9223372036854775807", "-9223372036854775809", "0x7fffffff", "1e309", "100000.0"),
    *("1" + "0" * 400, "1" + "0" * 5000, "0x" + "f" * 5000),
)
WORDS = (
    *("", " ", "..", "../other.toml", "../../etc/passwd", "/etc/passwd", "/dev/zero", "C:\\\\con.toml"),
    *("\\\\\\\\host\\\\x", "CON", "NUL.toml", "fifo.toml", "loop.toml", "folder.toml", "zero.toml", "gone.toml"),
    *("out.toml", "a" * 79, "a" * 100_000, "\\u0000", "\\n", "\\u001b[2J", "\\u202e", "\\U0010ffff", "é" * 40),
    *("[bold]", "[/]", "%s%n", "{0}", "typical"),
)
VALUES = (
    *("true", "[]", "{}", "[[]]", '""', "1979-05-27T07:32:00Z", "[1, 2, 3]", "{ a = 1 }", "07:32:00", "'''x'''"),
    *("[" * 60 + "]" * 60, "[" * 400 + "]" * 400, "[" * 3000, "{ a = " * 200 + "1" + " }" * 200),
)
LINES = (
    *("[mat]", "[[pieces]]", "[[tags]]", "[[mat.tags]]", "[house_rules]", "[x.y.z]", "format = 2", "format = 1"),
    *("a" * 5000, ".".join("a" * 40) + " = 1", "k" * 20_000 + " = 1", '"\\u0007" = 1', "[" + ".".join("b" * 25) + "]"),
    *("= 1", "x =", "x = [", "\x00", "\ufeff", "#" * 3000, 'x = """', "'\\u001b[31m' = 2"),
)
_NUMBER = re.compile(rb"(?<![\w.])[-+]?\d[\d_]*(?:\.\d+)?(?:e[-+]?\d+)?")
_STRING = re.compile(rb'"[^"\n]*"')
_VALUE = re.compile(rb"(?<== )[^\n]+")
_KEY = re.compile(rb"\b[a-z_]{2,}(?= =)")


def truncated(data, rng, _seeds):
    return data[: int(rng.integers(0, len(data) + 1))]


def bits_flipped(data, rng, _seeds):
    out = bytearray(data)
    for _ in range(int(rng.integers(1, 9))):
        if out:
            out[int(rng.integers(len(out)))] ^= 1 << int(rng.integers(8))
    return bytes(out)


def bytes_set(data, rng, _seeds):
    out = bytearray(data)
    for _ in range(int(rng.integers(1, 5))):
        if out:
            out[int(rng.integers(len(out)))] = int(rng.choice((0, 1, 9, 10, 13, 34, 91, 127, 128, 192, 237, 254, 255)))
    return bytes(out)


def huge_set(data, rng, _seeds):
    """A number of four bytes, as lengths and sizes are."""
    at = int(rng.integers(0, max(1, min(len(data), 400))))
    word = HUGE[rng.integers(len(HUGE))]
    return data[:at] + (word if rng.random() < 0.5 else word[::-1]) + data[at + 4 :]


def spliced(data, rng, seeds):
    """The head of one and the tail of another."""
    other = seeds[rng.integers(len(seeds))]
    return data[: int(rng.integers(0, len(data) + 1))] + other[int(rng.integers(0, len(other) + 1)) :]


def part_repeated(data, rng, _seeds):
    begin = int(rng.integers(0, len(data) + 1))
    part = data[begin : begin + int(rng.integers(1, 400))]
    return data[:begin] + part * int(rng.choice((2, 3, 50))) + data[begin:]


def part_removed(data, rng, _seeds):
    begin = int(rng.integers(0, len(data) + 1))
    return data[:begin] + data[begin + int(rng.integers(1, 200)) :]


def noise(_data, rng, _seeds):
    return rng.bytes(int(rng.integers(0, 2000)))


def marked(data, rng, _seeds):
    """What editors and other systems put into text: byte order marks, other line ends, other encodings."""
    kinds = (
        b"\xef\xbb\xbf" + data,
        data.replace(b"\n", b"\r\n"),
        data.replace(b"\n", b"\r"),
        data.replace(b"a", b"\xe9", 1),
        data.replace(b" ", b"\x00", 1),
        data.decode("utf-8", "replace").encode("utf-16"),
        data + b"\x1a",
        data.replace(b"e", b"\xed\xa0\x80", 1),
    )
    return kinds[rng.integers(len(kinds))]


def _replaced(pattern, words, quote=""):
    def change(data, rng, _seeds):
        places = list(pattern.finditer(data))
        if not places:
            return data
        place = places[rng.integers(len(places))]
        word = words[rng.integers(len(words))]
        return data[: place.start()] + f"{quote}{word}{quote}".encode() + data[place.end() :]

    return change


def number_nudged(data, rng, _seeds):
    """A little, or by a factor: what still reads goes deeper into the program."""
    places = list(_NUMBER.finditer(data))
    if not places:
        return data
    place = places[rng.integers(len(places))]
    try:
        value = float(place[0]) * float(rng.choice((0.0, -1.0, 0.01, 0.5, 0.99, 1.5, 10.0, 1000.0)))
        text = repr(value) if b"." in place[0] else str(int(value))
    except (ValueError, OverflowError):
        return data
    return data[: place.start()] + text.encode() + data[place.end() :]


def words_swapped(data, rng, _seeds):
    places = list(_STRING.finditer(data))
    if len(places) < 2:
        return data
    one, other = (places[k] for k in sorted(rng.choice(len(places), 2, replace=False)))
    return data[: one.start()] + other[0] + data[one.end() : other.start()] + one[0] + data[other.end() :]


number_changed = _replaced(_NUMBER, NUMBERS)
word_changed = _replaced(_STRING, WORDS, '"')
value_changed = _replaced(_VALUE, (*VALUES, *NUMBERS))
key_changed = _replaced(_KEY, ("x", "id", "tag", "name", "model", "x_mm", "k" * 3000, '"\\n"', "sigma_mm", "format"))


def line_changed(data, rng, _seeds):
    lines = data.split(b"\n")
    at, other = (int(rng.integers(len(lines))) for _ in range(2))
    what = rng.integers(4)
    if what == 0:
        lines.insert(at, LINES[rng.integers(len(LINES))].encode())
    elif what == 1:
        lines[at], lines[other] = lines[other], lines[at]
    elif what == 2:
        lines.insert(at, lines[other])
    else:
        del lines[at]
    return b"\n".join(lines)


def field_changed(data, rng, _seeds):
    """Of a file with commas."""
    rows = [line.split(b",") for line in data.split(b"\n")]
    row = rows[rng.integers(len(rows))]
    row[rng.integers(len(row))] = str((*NUMBERS, *WORDS, '"', 'a"b', "a\n", "=1+1")[rng.integers(60) % 45]).encode()
    return b"\n".join(b",".join(row) for row in rows)


def chunk_changed(data, rng, _seeds):
    """Of a PNG, with the check sum put right, so that it is not refused for that."""
    chunks, at = [], 8
    while at + 12 <= len(data):
        (length,) = struct.unpack_from(">I", data, at)
        chunks.append((data[at + 4 : at + 8], data[at + 8 : at + 8 + length]))
        at += 12 + length
    if not chunks or not data.startswith(b"\x89PNG"):
        return huge_set(data, rng, _seeds)
    which = int(rng.integers(len(chunks)))
    name, body = chunks[which]
    change = (bytes_set, huge_set, truncated, part_repeated)[rng.integers(4)]
    chunks[which] = name, change(body, rng, _seeds)
    if rng.random() < 0.3:
        sort = (b"zTXt", b"iCCP", b"IDAT", b"acTL", b"fcTL")[rng.integers(5)]
        chunks.insert(1, (sort, (b"x\x00\x00" if sort in (b"zTXt", b"iCCP") else b"") + BOMB))
    made = (struct.pack(">I", len(b)) + n + b + struct.pack(">I", zlib.crc32(n + b)) for n, b in chunks)
    return data[:8] + b"".join(made)


BOMB = zlib.compress(bytes(5_000_000))
BYTES = (truncated, bits_flipped, bytes_set, huge_set, spliced, part_repeated, part_removed, noise)
TEXT = (
    *(
        truncated,
        bits_flipped,
        bytes_set,
        spliced,
        part_repeated,
        part_removed,
        noise,
        marked,
        line_changed,
        key_changed,
    ),
    *(number_changed, word_changed, value_changed) * 3,
)
MILD = (*(number_nudged,) * 6, words_swapped, line_changed, number_changed)
JSON = (
    *(truncated, bits_flipped, bytes_set, part_repeated, part_removed, marked),
    *(number_changed, word_changed, words_swapped) * 2,
    *(number_nudged,) * 4,
)
SCORE = (*BYTES, marked, line_changed, *(number_changed, number_nudged, words_swapped, bytes_set) * 3)
ROWS = (*BYTES, marked, line_changed, *(field_changed,) * 6)
PICTURES = (*BYTES, *(chunk_changed,) * 3)


def spoiled(seeds, ways, rng):
    """One seed, spoiled once to three times."""
    data = seeds[rng.integers(len(seeds))]
    for _ in range(int(rng.choice((1, 1, 1, 2, 3)))):
        data = ways[rng.integers(len(ways))](data, rng, seeds)
    return data[:1_200_000]

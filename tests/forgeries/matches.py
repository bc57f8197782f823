"""Forged matches: each function takes the folder of an honest match and bends it, as somebody with SQLite and a text
editor would. Nothing here is imported from tableassist; the form of the chain is that of docs/match-folder.md."""

import hashlib
import json
import shutil
import sqlite3
import struct
import zlib
from contextlib import closing
from fractions import Fraction

import av
import msgspec
import numpy as np
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

CHAINED = (
    "settings", "blocks", "segments", "words", "events", "questions", "rulings", "edits", "overrulings", "marks",
    "acts", "stills",
)  # fmt: skip


def opened(folder):
    return closing(sqlite3.connect(folder / "match.sqlite", isolation_level=None))


def execute(folder, *statements):
    with opened(folder) as database:
        for statement in statements:
            changed = database.execute(statement).rowcount
            assert changed != 0, f"nothing to forge: {statement}"


# What is in the database


def verdicts_flipped(folder):
    with opened(folder) as database:
        for column in ("before", "after"):
            flipped = f"CASE {column} WHEN 'yes' THEN 'no' WHEN 'no' THEN 'yes' ELSE {column} END"
            database.execute(f"UPDATE rulings SET {column} = {flipped}")


def one_verdict_flipped(folder):
    execute(folder, "UPDATE rulings SET after = 'yes' WHERE id = (SELECT max(id) FROM rulings WHERE after = 'no')")


def a_verdict_left_out(folder):
    execute(folder, "DELETE FROM rulings WHERE id = (SELECT max(id) FROM rulings)")


def another_ship_accused(folder):
    execute(folder, "UPDATE questions SET subject = target, target = subject WHERE id = 1")


def _changed_block(folder, column, change):
    with opened(folder) as database:
        query = f"SELECT id, {column} FROM blocks WHERE length({column}) > 0 ORDER BY id LIMIT 1"
        number, content = database.execute(query).fetchone()
        value = msgspec.msgpack.decode(zlib.decompress(content))
        change(value)
        packed = zlib.compress(msgspec.msgpack.encode(value))
        database.execute(f"UPDATE blocks SET {column} = ? WHERE id = ?", (packed, number))


def poses_moved(folder):
    """By 5 mm in x: the first column of `place`, its bytes shuffled by weight."""

    def change(value):
        count, narrow, content = value[3]
        rows = len(value[0])
        size = 4 if narrow else 8
        plain = np.frombuffer(content, np.uint8).reshape(size, -1).T.copy().view("<f4" if narrow else "<f8")
        moved = plain.reshape(count, rows).astype("<f8")
        moved[0] += 5.0
        value[3] = [count, False, np.ascontiguousarray(moved.reshape(-1, 1).view(np.uint8).T).tobytes()]

    _changed_block(folder, "poses", change)


def covariance_tightened(folder):
    def change(value):
        count, narrow, content = value[4]
        value[4] = [count, narrow, bytes(len(content))]

    _changed_block(folder, "poses", change)


def camera_moved(folder):
    def change(value):
        count, narrow, content = value[0]
        value[0] = [count, narrow, content[:-1] + bytes([content[-1] ^ 1])]

    _changed_block(folder, "registrations", change)


def times_of_frames_shifted(folder):
    """Each frame a quarter of an hour later by the time of day."""

    def change(value):
        value[3][0][2] += 900_000

    _changed_block(folder, "frames", change)


def times_of_blocks_shifted(folder):
    execute(folder, "UPDATE blocks SET first_ns = first_ns + 1, last_ns = last_ns + 1")


def started_at_another_time(folder):
    execute(folder, "UPDATE meta SET value = value - 86400000 WHERE key = 'started_ms'")


def another_player(folder):
    execute(folder, "UPDATE meta SET value = '[\"Nobody\", \"Anne\"]' WHERE key = 'players'")


def last_block_cut_off(folder):
    execute(folder, "DELETE FROM blocks WHERE id = (SELECT max(id) FROM blocks)")


def first_block_cut_off(folder):
    execute(folder, "DELETE FROM blocks WHERE id = (SELECT min(id) FROM blocks)")


def middle_block_dropped(folder):
    """And the later ones numbered anew, so that they follow."""
    with opened(folder) as database:
        rows = database.execute("SELECT * FROM blocks ORDER BY id").fetchall()
        dropped = rows[len(rows) // 2]
        database.execute("DELETE FROM blocks WHERE id = ?", (dropped[0],))
        shift = (
            "first_frame = first_frame - ?, first_pose = first_pose - ?, first_registration = first_registration - ?"
        )
        numbers = (dropped[3], dropped[7], dropped[9], dropped[0])
        database.execute(f"UPDATE blocks SET {shift} WHERE id > ?", numbers)


def blocks_reordered(folder):
    with opened(folder) as database:
        one, other = (row[0] for row in database.execute("SELECT id FROM blocks ORDER BY id LIMIT 2").fetchall())
        for before, after in ((one, -1), (other, one), (-1, other)):
            database.execute("UPDATE blocks SET id = ? WHERE id = ?", (after, before))


def a_block_doubled(folder):
    with opened(folder) as database:
        columns = "chapter, first_frame, frame_count, first_ns, last_ns, first_pose, pose_count, first_registration, "
        columns += "registration_count, frames, poses, registrations"
        database.execute(
            f"INSERT INTO blocks SELECT (SELECT max(id) + 1 FROM blocks), {columns} FROM blocks "
            "WHERE id = (SELECT max(id) FROM blocks)"
        )


def settings_changed(folder):
    """Another contact rule, with its own right digest as its name."""
    with opened(folder) as database:
        number, parts = database.execute("SELECT id, parts FROM settings ORDER BY id LIMIT 1").fetchone()
        named = json.loads(parts)
        (content,) = database.execute("SELECT content FROM parts WHERE sha256 = ?", (named["mat"],)).fetchone()
        mat = json.loads(content)
        mat["width_mm"] += 10.0
        changed = json.dumps(mat).encode()
        named["mat"] = hashlib.sha256(changed).hexdigest()
        database.execute("INSERT INTO parts VALUES (?, ?)", (named["mat"], changed))
        database.execute("UPDATE settings SET parts = ? WHERE id = ?", (json.dumps(named), number))


def part_of_settings_changed(folder):
    """Under the name that it had."""
    with opened(folder) as database:
        (parts,) = database.execute("SELECT parts FROM settings ORDER BY id LIMIT 1").fetchone()
        name = json.loads(parts)["mat"]
        (content,) = database.execute("SELECT content FROM parts WHERE sha256 = ?", (name,)).fetchone()
        mat = json.loads(content)
        mat["width_mm"] += 10.0
        database.execute("UPDATE parts SET content = ? WHERE sha256 = ?", (json.dumps(mat).encode(), name))


def table_file_changed(folder):
    execute(folder, "UPDATE files SET content = content || x'0a23' WHERE name = 'table.toml'")


def an_event_left_out(folder):
    execute(folder, "DELETE FROM events WHERE id = (SELECT max(id) FROM events)")


def a_warning_silenced(folder):
    execute(folder, "UPDATE words SET words = '[[], [], {}, {}]' WHERE id = (SELECT max(id) FROM words)")


def a_mark_changed(folder):
    execute(folder, "UPDATE marks SET words = 'we all agreed' WHERE id = 1")


def a_mark_removed(folder):
    execute(folder, "DELETE FROM marks")


def a_mark_added(folder):
    execute(folder, "INSERT INTO marks VALUES (99, 1000000000, 1700000000000, 'Bert', 'here she was rammed')")


def a_mark_by_another(folder):
    execute(folder, "UPDATE marks SET by = 'Bert'")


def an_overruling_removed(folder):
    execute(folder, "DELETE FROM overrulings")


def an_overruling_changed(folder):
    with opened(folder) as database:
        number, standing = database.execute("SELECT id, standing FROM overrulings").fetchone()
        said = json.loads(standing)
        said[0]["reason"] = "Bert gave in"
        database.execute("UPDATE overrulings SET standing = ? WHERE id = ?", (json.dumps(said).encode(), number))


def an_edit_at_another_time(folder):
    execute(folder, "UPDATE edits SET wall_ms = wall_ms - 60000")


def an_act_changed(folder):
    execute(folder, "UPDATE acts SET words = 'roll 1'")


# The end, and how it came


def _truncated(folder, *, frames_left_out):
    """All of the last blocks, and what belongs to them, as if the recorder had been killed there."""
    with opened(folder) as database:
        rows = database.execute("SELECT id, first_ns FROM blocks ORDER BY id").fetchall()
        number, first_ns = rows[-frames_left_out]
        database.execute("DELETE FROM blocks WHERE id >= ?", (number,))
        for table in ("events", "rulings", "marks", "edits", "overrulings", "acts"):
            database.execute(f"DELETE FROM {table} WHERE t_ns >= ?", (first_ns,))
        database.execute("DELETE FROM meta WHERE key = 'closed_ms'")
        links = database.execute("SELECT id, body FROM chain ORDER BY id").fetchall()
        late = [link for link, body in links if json.loads(body)["until_ns"] >= first_ns]
        database.executemany("DELETE FROM chain WHERE id = ?", [(link,) for link in late])


def end_cut_off_as_if_killed(folder):
    _truncated(folder, frames_left_out=2)


def end_cut_off_and_the_head_with_it(folder):
    _truncated(folder, frames_left_out=2)
    execute(folder, "DELETE FROM heads")


def end_cut_off_and_the_head_rewritten(folder):
    """It says what is left, under the old signature."""
    _truncated(folder, frames_left_out=2)
    _head_rewritten(folder, key=None)


def never_closed(folder):
    execute(folder, "DELETE FROM meta WHERE key = 'closed_ms'")


# Signatures, and the chain made anew


def signature_stripped(folder):
    execute(folder, "UPDATE heads SET public_key = x'', signature = x''")


def chain_stripped(folder):
    execute(folder, "DELETE FROM chain", "DELETE FROM heads")


def made_to_look_old(folder):
    """As a match of version 3, which had no chain."""
    with opened(folder) as database:
        for table, said in (("marks", "words TEXT"), ("edits", "words TEXT"), ("overrulings", "standing BLOB")):
            column = said.split()[0]
            rows = database.execute(f"SELECT id, t_ns, wall_ms, {column} FROM {table}").fetchall()
            database.execute(f"DROP TABLE {table}")
            lines = ", wall_ms INTEGER NOT NULL, "
            database.execute(
                f"CREATE TABLE {table} (id INTEGER PRIMARY KEY, t_ns INTEGER NOT NULL{lines}{said} NOT NULL)"
            )
            database.executemany(f"INSERT INTO {table} VALUES (?, ?, ?, ?)", rows)
        for table in ("acts", "stills", "photos", "chain", "heads"):
            database.execute(f"DROP TABLE {table}")
        database.execute("PRAGMA user_version = 3")


def signature_of_another_head(folder):
    """Its bytes turned."""
    with opened(folder) as database:
        (signature,) = database.execute("SELECT signature FROM heads").fetchone()
        database.execute("UPDATE heads SET signature = ?", (signature[::-1],))


def signed_by_another_key(folder):
    """Nothing else is changed."""
    with opened(folder) as database:
        (state,) = database.execute("SELECT state FROM heads").fetchone()
    _put_head(folder, state, Ed25519PrivateKey.generate())


def chain_made_anew_without_the_key(folder):
    """Every verdict flipped, all digests right again, the old signature kept."""
    verdicts_flipped(folder)
    _chain_made_anew(folder, key=None)


def chain_made_anew_and_signed_by_another_key(folder):
    """As above, and signed by a key of the forger's, which the chain names from its beginning."""
    verdicts_flipped(folder)
    _chain_made_anew(folder, key=Ed25519PrivateKey.generate())


def chain_made_anew_honest_rows_another_key(folder):
    """Poses and verdicts untouched: only a mark is gone, and the forger's key stands for the table's."""
    a_mark_removed(folder)
    _chain_made_anew(folder, key=Ed25519PrivateKey.generate())


def _cell(cell):
    if cell is None:
        return b"n;"
    if isinstance(cell, int):
        return f"i{cell};".encode()
    if isinstance(cell, float):
        return b"f" + struct.pack(">d", cell)
    kind, content = ("t", cell.encode()) if isinstance(cell, str) else ("b", cell)
    return f"{kind}{len(content)}:".encode() + content


def _digest(rows):
    written = b"".join(b"".join(map(_cell, row)) + b"\n" for row in rows)
    return hashlib.sha256(written).hexdigest()


def _chain_made_anew(folder, key):
    """One link over everything, then the head."""
    with opened(folder) as database:
        bodies = [json.loads(body) for (body,) in database.execute("SELECT body FROM chain ORDER BY id")]
        (state,) = database.execute("SELECT state FROM heads").fetchone()
        head, rows, video = json.loads(state), {}, {}
        for table in CHAINED:
            found = database.execute(f"SELECT * FROM {table} ORDER BY rowid").fetchall()
            if found:
                rows[table] = [found[0][0], found[-1][0], len(found), _digest(found)]
        for body in (*(body["covered"] for body in bodies), head["open"]):
            video.update({each[0]: each for each in body.get("video", [])})
        first = {**bodies[0], "covered": {"rows": rows, "video": list(video.values())}, "until_ns": head["until_ns"]}
        if key is not None:
            first["public_key"] = key.public_key().public_bytes_raw().hex()
        text = json.dumps(first)
        chain = hashlib.sha256(("0" * 64 + "\n" + text).encode()).hexdigest()
        database.execute("DELETE FROM chain")
        database.execute("INSERT INTO chain VALUES (1, ?, ?)", (text, chain))
        facts = sorted(database.execute("SELECT key, value FROM meta").fetchall())
        head |= {"links": 1, "chain": chain, "open": {}, "meta": _digest(facts)}
    _put_head(folder, json.dumps(head), key)


def _head_rewritten(folder, key):
    with opened(folder) as database:
        number, chain = database.execute("SELECT id, sha256 FROM chain ORDER BY id DESC LIMIT 1").fetchone()
        (state,) = database.execute("SELECT state FROM heads").fetchone()
        frames, last_ns = database.execute("SELECT max(first_frame + frame_count), max(last_ns) FROM blocks").fetchone()
        facts = sorted(database.execute("SELECT key, value FROM meta").fetchall())
        head = json.loads(state) | {"links": number, "chain": chain, "open": {}, "frames": frames}
        head |= {"until_ns": last_ns, "is_closed": False, "meta": _digest(facts)}
    _put_head(folder, json.dumps(head), key)


def _put_head(folder, state, key):
    with opened(folder) as database:
        database.execute("UPDATE heads SET state = ?", (state,))
        if key is not None:
            signature = key.sign(b"tableassist match 1\n" + state.encode())
            public = key.public_key().public_bytes_raw()
            database.execute("UPDATE heads SET public_key = ?, signature = ?", (public, signature))


def an_index_that_leaves_events_out(folder):
    """The index on time is built over no row at all, and its honest text put back: no signed row is touched."""
    with opened(folder) as database:
        (honest,) = database.execute("SELECT sql FROM sqlite_master WHERE name = 'events_by_time'").fetchone()
        database.execute("DROP INDEX events_by_time")
        database.execute("CREATE INDEX events_by_time ON events (t_ns) WHERE t_ns IS NULL")
        database.execute("PRAGMA writable_schema = ON")
        database.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'events_by_time'", (honest,))


def signed_by_anybody_in_the_owners_name(folder):
    """A whole new chain that names the owner's key from its beginning, under a head that anybody signed."""
    verdicts_flipped(folder)
    _chain_made_anew(folder, key=None)
    with opened(folder) as database:
        (state,) = database.execute("SELECT state FROM heads").fetchone()
    _put_head(folder, state, Ed25519PrivateKey.generate())


def first_head_removed(folder):
    """The later signatures move up."""
    execute(folder, "DELETE FROM heads WHERE id = 1", "UPDATE heads SET id = id - 1")


def last_note_removed(folder):
    """Whoever added to the match last has never been there."""
    with opened(folder) as database:
        heads = database.execute("SELECT id, state FROM heads ORDER BY id").fetchall()
        assert len(heads) > 1, "nothing to forge"
        database.execute("DELETE FROM heads WHERE id = ?", (heads[-1][0],))
        database.execute("DELETE FROM chain WHERE id > ?", (json.loads(heads[-2][1])["links"],))
        for table, (first, last, *_) in json.loads(heads[-1][1])["open"]["rows"].items():
            database.execute(f"DELETE FROM {table} WHERE rowid BETWEEN ? AND ?", (first, last))


# Pictures


def _film(path, pictures, times_us):
    with av.open(str(path), "w", format="mp4") as out:
        stream = out.add_stream("libx264", rate=30, options={"bf": "0", "preset": "ultrafast", "crf": "23"})
        stream.width, stream.height, stream.pix_fmt = pictures[0].shape[1], pictures[0].shape[0], "yuv420p"
        stream.codec_context.time_base = stream.time_base = Fraction(1, 10**6)
        for picture, tick in zip(pictures, times_us, strict=True):
            frame = av.VideoFrame.from_ndarray(picture, format="bgr24")
            frame.pts, frame.time_base = tick, stream.time_base
            out.mux(stream.encode(frame))
        out.mux(stream.encode(None))


def _decoded(path):
    with av.open(str(path)) as film:
        frames = list(film.decode(video=0))
        times = [round(frame.pts * frame.time_base * 10**6) for frame in frames]
        return [frame.to_ndarray(format="bgr24") for frame in frames], times


def video_black(folder):
    pictures, times = _decoded(folder / "video-0001.mp4")
    (folder / "video-0001.mp4").unlink()
    _film(folder / "video-0001.mp4", [np.zeros_like(picture) for picture in pictures], times)


def video_missing(folder):
    (folder / "video-0001.mp4").unlink()


def video_missing_and_its_row(folder):
    video_missing(folder)
    execute(folder, "DELETE FROM segments")


def video_retouched(folder):
    """A grey patch over one corner of every picture."""
    pictures, times = _decoded(folder / "video-0001.mp4")
    for picture in pictures:
        picture[200:320, 200:320] = 128
    (folder / "video-0001.mp4").unlink()
    _film(folder / "video-0001.mp4", pictures, times)


def video_cut_short(folder):
    pictures, times = _decoded(folder / "video-0001.mp4")
    (folder / "video-0001.mp4").unlink()
    _film(folder / "video-0001.mp4", pictures[: len(pictures) // 2], times[: len(times) // 2])


def video_of_another_match(folder, other):
    shutil.copyfile(other / "video-0001.mp4", folder / "video-0001.mp4")


def _still(folder):
    return sorted(folder.glob("still-*.png"))[0]


def still_swapped(folder, other):
    shutil.copyfile(_still(other), _still(folder))


def still_removed(folder):
    _still(folder).unlink()


def still_added(folder):
    shutil.copyfile(_still(folder), folder / "still-1234567.png")


# What stands beside what is signed


def _remuxed(path, more_streams=(), tail=b""):
    """The same packets, and another track of the same pictures."""
    old = path.with_name("old.mp4")
    path.rename(old)
    with av.open(str(old)) as source, av.open(str(path), "w", format="mp4") as out:
        tracks = [out.add_stream_from_template(source.streams.video[0]) for _ in range(1 + len(more_streams))]
        for packet in list(source.demux(source.streams.video[0])):
            if packet.size:
                for track in tracks:
                    packet.stream = track
                    out.mux(packet)
    old.unlink()
    path.write_bytes(path.read_bytes() + tail)


def video_with_a_second_track(folder):
    _remuxed(folder / "video-0001.mp4", more_streams=("other",))


def video_with_a_tail(folder):
    path = folder / "video-0001.mp4"
    path.write_bytes(path.read_bytes() + struct.pack(">I4s", 500_008, b"free") + bytes(500_000))


def video_as_a_link(folder):
    path = folder / "video-0001.mp4"
    away = folder.with_name("elsewhere.mp4")
    path.rename(away)
    path.symlink_to(away)


def database_as_a_link(folder):
    path = folder / "match.sqlite"
    away = folder.with_name("elsewhere.sqlite")
    path.rename(away)
    path.symlink_to(away)


def a_video_added(folder):
    shutil.copyfile(folder / "video-0001.mp4", folder / "video-0002.mp4")


def a_page_added(folder):
    (folder / "read-me-first.html").write_text("<p>The judge has confirmed this match.")


def a_folder_added(folder):
    (folder / "table").mkdir()
    (folder / "table" / "table.toml").write_text("")


def a_note_with_more_than_words(folder):
    """Under a key of the forger's: an event after the end, in a note as somebody makes who adds a mark."""
    key = Ed25519PrivateKey.generate()
    with opened(folder) as database:
        number, state = database.execute("SELECT id, state FROM heads ORDER BY id DESC LIMIT 1").fetchone()
        before = database.execute("SELECT id, state, public_key, signature FROM heads ORDER BY id").fetchall()
        head = json.loads(state)
        body = {"v": 1, "kind": head["kind"], "wall_ms": head["wall_ms"], "until_ns": head["until_ns"]}
        text = json.dumps({**body, "covered": head["open"]})
        chain = hashlib.sha256((head["chain"] + "\n" + text).encode()).hexdigest()
        database.execute("INSERT INTO chain VALUES (?, ?, ?)", (head["links"] + 1, text, chain))
        (event,) = database.execute("SELECT max(id) + 1 FROM events").fetchone()
        row = (event, head["until_ns"], "moved", "titan", struct.pack("<3d", 0, 0, 0), struct.pack("<3d", 90, 0, 0))
        database.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", row)
        covered = {"rows": {"events": [event, event, 1, _digest([row])]}}
        head |= {"links": head["links"] + 1, "chain": chain, "open": covered, "kind": "noted"}
        head["heads_before"] = _digest(before)
        new = json.dumps(head)
        signature = key.sign(b"tableassist match 1\n" + new.encode())
        public = key.public_key().public_bytes_raw()
        database.execute("INSERT INTO heads VALUES (?, ?, ?, ?)", (number + 1, new, public, signature))


def a_hundred_indexes_more(folder):
    """Behind them stands a trigger that the honest list of tables has not."""
    with opened(folder) as database:
        for number in range(100):
            database.execute(f"CREATE INDEX sqlitf_{number} ON marks (t_ns)")
        database.execute("PRAGMA writable_schema = ON")
        database.execute("UPDATE sqlite_master SET name = replace(name, 'sqlitf_', 'sqlite_')")
        database.execute("UPDATE sqlite_master SET sql = replace(sql, 'sqlitf_', 'sqlite_')")


def a_view_for_a_table(folder):
    execute(folder, "ALTER TABLE marks RENAME TO old_marks", "CREATE VIEW marks AS SELECT * FROM old_marks")


def a_trigger(folder):
    execute(
        folder,
        "CREATE TRIGGER quiet AFTER INSERT ON marks BEGIN DELETE FROM marks WHERE id = new.id; END",
    )


def a_mark_taken_back(folder):
    """By a row as the program writes it, and no note."""
    with opened(folder) as database:
        t_ns, words = database.execute("SELECT t_ns, words FROM marks").fetchone()
        database.execute("INSERT INTO marks VALUES (99, ?, 1700000000000, 'Anne', ?)", (t_ns, "\x18" + words))


def an_act_struck(folder):
    execute(folder, "INSERT INTO acts VALUES (99, 1000000000, 1700000000000, 'Anne', 'strike 1')")


def a_whole_game_added(folder):
    with opened(folder) as database:
        for number in range(50, 60):
            row = (number, 1_000_000_000, 1_700_000_000_000, "Anne", f"roll {number % 6 + 1}")
            database.execute("INSERT INTO acts VALUES (?, ?, ?, ?, ?)", row)


def rows_of_two_tables_exchanged(folder):
    """Marks for acts: both have the same columns."""
    with opened(folder) as database:
        pages = dict(database.execute("SELECT name, rootpage FROM sqlite_master WHERE name IN ('marks', 'acts')"))
        database.execute("PRAGMA writable_schema = ON")
        for one, other in (("marks", "acts"), ("acts", "marks")):
            database.execute("UPDATE sqlite_master SET rootpage = ? WHERE name = ?", (pages[other], one))


def a_fact_added(folder):
    execute(folder, "INSERT INTO meta VALUES ('judge', 'Bert won')")


def a_file_of_the_table_added(folder):
    execute(folder, "INSERT INTO files VALUES ('more.toml', '00', x'00')")


def the_end_earlier(folder):
    execute(folder, "UPDATE meta SET value = value - 60000 WHERE key = 'closed_ms'")


def a_segment_that_begins_later(folder):
    execute(folder, "UPDATE segments SET first_ns = first_ns + 500000000")


def a_link_left_out(folder):
    execute(folder, "DELETE FROM chain WHERE id = 1", "UPDATE chain SET id = id - 1")


def a_link_rewritten(folder):
    execute(folder, "UPDATE chain SET body = replace(body, '\"wall_ms\":1', '\"wall_ms\":2') WHERE id = 1")


def a_head_that_says_closed_later(folder):
    execute(folder, "UPDATE heads SET state = replace(state, '\"wall_ms\":1', '\"wall_ms\":2')")


def a_second_head(folder):
    """Of the same text and signature."""
    execute(folder, "INSERT INTO heads SELECT id + 1, state, public_key, signature FROM heads")


def a_rolled_back_note(folder):
    """A journal beside the database: whoever writes into the match next puts a forged state back first."""
    forged = folder.with_name("forged.sqlite")
    shutil.copyfile(folder / "match.sqlite", forged)
    honest = (folder / "match.sqlite").read_bytes()
    with closing(sqlite3.connect(forged, isolation_level=None)) as database:
        database.execute("UPDATE marks SET words = 'here she was never rammed'")
    bent, page = forged.read_bytes(), int.from_bytes(honest[16:18], "big")
    assert len(bent) == len(honest)
    places = [at for at in range(0, len(honest), page) if honest[at : at + page] != bent[at : at + page]]
    head = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + struct.pack(">5I", len(places), 0, len(honest) // page, 512, page)
    journal = head.ljust(512, b"\0")
    for at in places:
        content = bent[at : at + page]
        summed = sum(content[place] for place in range(page - 200, 0, -200)) & 0xFFFFFFFF
        journal += struct.pack(">I", at // page + 1) + content + struct.pack(">I", summed)
    (folder / "match.sqlite-journal").write_bytes(journal)
    forged.unlink()


# Two matches


def blocks_of_another_match(folder, other):
    """The last block is the other match's."""
    with opened(folder) as database, opened(other) as source:
        (number,) = database.execute("SELECT max(id) FROM blocks").fetchone()
        row = source.execute("SELECT frames, poses, registrations FROM blocks WHERE id = ?", (number,)).fetchone()
        database.execute("UPDATE blocks SET frames = ?, poses = ?, registrations = ? WHERE id = ?", (*row, number))


def chain_of_another_match(folder, other):
    """With its head and signature."""
    with opened(folder) as database, opened(other) as source:
        for table in ("chain", "heads"):
            database.execute(f"DELETE FROM {table}")
            rows = source.execute(f"SELECT * FROM {table}").fetchall()
            marks = ", ".join("?" * len(rows[0]))
            database.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)


def passed_off_as_another_match(folder, other):
    """All of the other match, under this one's id."""
    with opened(folder) as database:
        (match_id,) = database.execute("SELECT value FROM meta WHERE key = 'match_id'").fetchone()
    shutil.rmtree(folder)
    shutil.copytree(other, folder)
    with opened(folder) as database:
        database.execute("UPDATE meta SET value = ? WHERE key = 'match_id'", (match_id,))


ALONE = (
    an_index_that_leaves_events_out, video_with_a_second_track, video_with_a_tail, video_as_a_link, database_as_a_link,
    a_video_added, a_note_with_more_than_words, a_hundred_indexes_more, a_view_for_a_table, a_trigger,
    a_mark_taken_back, an_act_struck, a_whole_game_added, rows_of_two_tables_exchanged, a_fact_added,
    a_file_of_the_table_added, the_end_earlier, a_segment_that_begins_later, a_link_left_out, a_link_rewritten,
    a_head_that_says_closed_later, a_second_head, a_rolled_back_note, a_page_added, a_folder_added,
    verdicts_flipped, one_verdict_flipped, a_verdict_left_out, another_ship_accused, poses_moved, covariance_tightened,
    camera_moved, times_of_frames_shifted, times_of_blocks_shifted, started_at_another_time, another_player,
    last_block_cut_off, first_block_cut_off, middle_block_dropped, blocks_reordered, a_block_doubled, settings_changed,
    part_of_settings_changed, table_file_changed, an_event_left_out, a_warning_silenced, a_mark_changed, a_mark_removed,
    a_mark_added, a_mark_by_another, an_overruling_removed, an_overruling_changed, an_edit_at_another_time,
    an_act_changed, end_cut_off_as_if_killed, end_cut_off_and_the_head_with_it, end_cut_off_and_the_head_rewritten,
    never_closed, signature_stripped, chain_stripped, made_to_look_old, signature_of_another_head,
    signed_by_another_key, chain_made_anew_without_the_key, chain_made_anew_and_signed_by_another_key,
    chain_made_anew_honest_rows_another_key, video_black, video_missing, video_missing_and_its_row, video_retouched,
    video_cut_short, still_removed, still_added,
)  # fmt: skip
WITH_ANOTHER = (
    video_of_another_match, still_swapped, blocks_of_another_match, chain_of_another_match, passed_off_as_another_match,
)  # fmt: skip
"""Take a second honest match."""

"""Runs the benchmark or the parts that are named, prints it, and writes bench/results.json.

`--quick` takes a small part of each and writes nothing.
"""

import json
import platform
import secrets
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench import (
    accuracy,
    cards,
    cards_seen,
    corners,
    dice,
    docking,
    evidence,
    eye_speed,
    first_hour,
    follow,
    follow_cards,
    honest_matches,
    hull,
    lanes,
    league,
    lens_anchor,
    lies,
    mat_tags,
    match_mutations,
    moves,
    pages,
    record_chain,
    record_kill,
    record_long,
    referee,
    results,
    rules_speed,
    speed,
    trust,
    two_views,
    window_speed,
)
from bench.honest_chain import CHAINS
from tests.matches.demo_match import mutation_matches

SEEDS = [1, 2, 3]
"""Of the games that are followed."""
CARDS = {}
"""What `--games` and `--seed` say of the card games."""
SHARE = [1.0]
"""Of what a part takes as a rule, what it takes now."""
SPEED = {
    "1080p, still": 30.0,
    "1080p, one ship moving slowly": 15.0,
    "4K, still": 45.0,
    "4K, one ship moving slowly": 40.0,
}
"""How many times as long the plain scan of pupil-apriltags takes."""
PIECES_MS = {"64 ships, one moving": 12.0, "64 ships, all changed": 120.0}
"""The full step at 1080p, at the most."""


def main():
    """All parts, or those that are named. Every part is written as soon as it is measured: the whole takes some hours
    on two cores, and with `--share 0.4` one. A part that is not asked for keeps the figures of its last run, with the
    name of the commit they are of."""
    quick = "--quick" in sys.argv
    if sys.argv[1:2] == ["first_hour"]:
        speed.leave(first_hour.main(sys.argv[2:]))
    if sys.argv[1:2] == ["two_views"]:
        speed.leave(two_views.main(sys.argv[2:]))
    if sys.argv[1:2] in (["lies"], ["accuracy"]) and not quick:
        speed.leave({"lies": lies, "accuracy": accuracy}[sys.argv[1]].main(sys.argv[2:]))
    words = _without_share(_without_cards(_without_seeds(sys.argv[1:])))
    named = [word for word in words if not word.startswith("-")]
    asked = named or list(PARTS)
    unknown = [name for name in asked if name not in PARTS]
    if unknown:
        sys.exit(f"bench: got {unknown[0]!r}, expected some of {', '.join(PARTS)}")
    console = Console(width=150)
    figures = {}
    if not named and not quick:
        results.RESULTS.unlink(missing_ok=True)  # nothing is carried over into a whole run
        words = sys.argv[1:] if "--share" in sys.argv else ["--share", "1.0", *sys.argv[1:]]
        lost = lanes.run(tuple(PARTS), words, lambda text: console.print(text, markup=False))
        console.print(*(f"{part}: could not be measured" for part in lost), sep="\n")
        figures, asked = json.loads(results.RESULTS.read_text()), []
    for name in asked:
        begun = time.monotonic()
        measured = PARTS[name](console, quick)
        took_s = round(time.monotonic() - begun)
        console.print(f"{name}: {took_s} s")
        if quick:
            figures |= measured
        else:
            figures = results.keep(name, lambda kept, part=name, new=measured, s=took_s: _add(kept, part, new, s))
    failed = misses(figures)
    console.print("\n".join(failed) or "every figure holds")
    if not quick:
        console.print(*results.carried_over(figures, PARTS), sep="\n")
    speed.leave(1 if failed else 0)


def _add(figures, part, measured, took_s):
    figures.update(measured)
    figures.setdefault("seconds", {})[part] = took_s
    figures.setdefault("share", {})[part] = SHARE[0]
    figures["machine"] = f"{platform.machine()}, Python {platform.python_version()}"
    figures["falls_short"] = misses(figures)


def _without_seeds(words):
    """`--seeds N`: so many games are followed."""
    if "--seeds" not in words:
        return words
    at = words.index("--seeds")
    SEEDS[:] = range(1, int(words[at + 1]) + 1)
    return words[:at] + words[at + 2 :]


def _without_cards(words):
    """`--games N --seed N`: how many card games are played, and from which seed."""
    for option in ("--games", "--seed"):
        if option in words:
            at = words.index(option)
            CARDS[option.removeprefix("--")] = int(words[at + 1])
            words = words[:at] + words[at + 2 :]
    return words


def _without_share(words):
    """`--share 0.4`: so much of what each part takes as a rule."""
    if "--share" not in words:
        return words
    at = words.index("--share")
    SHARE[0] = float(words[at + 1])
    return words[:at] + words[at + 2 :]


def _some(count):
    return max(1, round(SHARE[0] * count))


def run_cards(console, quick):
    asked = {"games": cards.QUICK if quick else _some(cards.GAMES), "seed": cards.SEED, **CARDS}
    figures = cards.run(**asked, tell=console.print)
    console.print(*cards.lines(figures), sep="\n")
    return {"cards": figures}


def run_follow(console, quick):
    figures = follow.run(quick, console.print, SEEDS)
    console.print(follow.table(figures))
    return {"follow": figures}


def run_follow_cards(console, quick):
    figures = follow_cards.run(quick, console.print)
    console.print(follow_cards.table(figures))
    return {"follow-cards": figures}


def run_window(console, quick):
    figures = window_speed.run(quick)
    console.print("window:", figures)
    return {"window": figures}


def run_pages(console, quick):
    figures = pages.run(*((4.0, 10, 2) if quick else ()))
    console.print("pages:", figures)
    return {"pages": figures}


def run_eye(console, quick):
    figures = eye_speed.run(quick)
    console.print("eye:", figures)
    return {"eye": figures}


def run_hull(console, quick):
    return {
        "hull": hull.run(quick, lambda name, figures: console.print(hull.lines(name, figures)), _some(hull.PICTURES))
    }


def run_docking(console, quick):
    pictures = 1 if quick else _some(docking.PICTURES)
    return {"docking": docking.run(pictures, tell=lambda words: console.print(words, markup=False))}


def run_mat_tags(console, quick):
    figures = mat_tags.run(2 if quick else _some(mat_tags.PICTURES))
    console.print(*mat_tags.lines(figures), sep="\n")
    return {"mat_tags": figures}


def run_corners(console, quick):
    figures = corners.run(1) if quick else corners.run()
    console.print(*corners.lines(figures), sep="\n")
    return {"corners": figures}


def run_lens_anchor(console, quick):
    figures = lens_anchor.run(2) if quick else lens_anchor.run()
    console.print(*lens_anchor.lines(figures), sep="\n")
    return {"lens_anchor": figures}


def run_league(console, quick):
    seconds = SHARE[0] * league.SECONDS
    figures = league.run(*((6, 20.0) if quick else (league.TABLES, seconds)), tell=console.print)
    faulty = league.run(*((6, 60.0) if quick else (24, max(60.0, seconds / 4))), faults=True, tell=console.print)
    console.print("league:", figures, "with faults:", faulty)
    return {"league": figures, "league_faults": faulty}


def run_kills(console, quick):
    figures = record_kill.run(3 if quick else _some(record_kill.KILLS))
    console.print("kill -9 while recording:", figures)
    return {"kills": figures}


def run_chain(console, quick):
    figures = record_chain.run(rounds=2 if quick else record_chain.ROUNDS)
    console.print("the chain of a match:", figures)
    return {"chain": figures}


def run_honest_matches(console, quick):
    figures = honest_matches.run(10 if quick else _some(honest_matches.COUNT))
    console.print("honest matches:", figures)
    return {"honest_matches": figures}


def run_long(console, quick):
    figures = record_long.run(3.0 if quick else SHARE[0] * record_long.MINUTES)
    console.print("a long match:", figures)
    return {"long_match": figures}


def run_mutations(console, quick):
    with tempfile.TemporaryDirectory(prefix="matches-") as made:
        closed, unclosed = mutation_matches(Path(made))
        figures = match_mutations.run(60 if quick else _some(match_mutations.COUNT), closed=closed, unclosed=unclosed)
    console.print("mutated matches:", figures)
    return {"mutations": figures}


def run_rules(console, quick):
    figures = rules_speed.run(quick)
    console.print("rules:", figures)
    return {"rules": figures}


def run_referee(console, quick):
    games = {players: _some(count) for players, count in referee.GAMES.items()}
    figures = referee.run(referee.QUICK if quick else games, console.print)
    console.print(*referee.lines(figures), sep="\n")
    return {"referee": figures}


def run_moves(console, quick):
    figures = moves.run(200 if quick else _some(2000), 20 if quick else _some(200))
    console.print("moves:", figures)
    return {"moves": figures}


def run_trust(console, quick):
    figures = trust.run_trust(20 if quick else _some(trust.PICTURES), seed=accuracy.SEED)
    console.print("\n".join(trust.words(figures)))
    return {"trust": figures}


def run_evidence(console, quick):
    few = {"bundles": 4, "frames": 6, "matches": 1} if quick else {"bundles": _some(evidence.BUNDLES)}
    figures = evidence.run(**few, show=console.print)
    console.print("evidence:", figures)
    return {"evidence": figures}


def run_lies(console, quick):
    some = {"rows": ("control", "rig leans 4°"), "columns": ("30",), "questions": 32} if quick else {"share": SHARE[0]}
    seed = secrets.randbelow(1_000_000)
    console.print(f"seed {seed}")
    figures = lies.run(**some, seed=seed, progress=console.print)
    return {
        "lies": {row: {name: cell | {"seed": seed} for name, cell in cells.items()} for row, cells in figures.items()}
    }


def run_speed(console, quick):
    rows = {}
    for size in ("1080p",) if quick else ("720p", "1080p", "4K"):
        for moving in (0, 1):
            name = f"{size}, {'still' if moving == 0 else 'one ship moving slowly'}"
            rows[name] = speed.apart("run_size", size, moving)
            table = Table(title=name, title_justify="left")
            for column in ("who", "median ms", "p90 ms", "recall", "times our time"):
                table.add_column(column)
            for who, row in rows[name].items():
                table.add_row(who, *(str(value) for value in row.values()))
            console.print(table)
    by_pieces = speed.run_pieces((8, 16) if quick else (8, 16, 32, 64))
    console.print("full step at 1080p by number of ships, ms:", by_pieces)
    memory = speed.apart("run_memory", 1_000 if quick else 10_000)
    console.print("memory:", memory)
    return {"speed": rows, "pieces_ms": by_pieces, "memory": memory}


def run_accuracy(console, quick):
    few = [accuracy.Cell("1080p", angle, 36.0, "known", upright) for angle in (0.0, 40.0) for upright in (False, True)]
    cells, pictures = (few, 2) if quick else (list(accuracy.grid()), _some(accuracy.PICTURES))
    chains = 2 if quick else _some(CHAINS)
    measured = accuracy.run_grid(cells, pictures, accuracy.SEED, console.print, chains=chains, chain_seed=accuracy.SEED)
    return {"accuracy": [accuracy.summary(each) for each in measured], "pooled": accuracy.pooled(measured)}


def misses(figures):
    """What falls short of what the project promises, of the parts that have been measured."""
    out = []
    for name, rows in figures.get("speed", {}).items():
        pupil = rows["pupil-apriltags, decimate 1"]
        asked = SPEED.get(name)
        if asked and pupil["slower_than_us"] < asked:
            out.append(f"speed {name}: {pupil['slower_than_us']} times faster, asked {asked}")
        if rows["tableassist, full step"]["recall"] < pupil["recall"]:
            out.append(f"recall {name}: {rows['tableassist, full step']['recall']} against {pupil['recall']}")
    for name, took_ms in figures.get("pieces_ms", {}).items():
        if took_ms > PIECES_MS.get(name, took_ms):
            out.append(f"full step, {name}: {took_ms} ms, asked {PIECES_MS[name]}")
    memory = figures.get("memory")
    grown = 1.0 if memory is None else memory["rss_mb_at_end"] / memory["rss_mb_after_1000"]
    if grown > 1.02:
        out.append(f"memory grew by {100 * (grown - 1):.1f} %")
    for row in figures.get("accuracy", ()):
        where = f"{row['size']} {row['off_vertical_deg']:.0f}° {row['height_mm']:.0f} mm {row['lens']}"
        limit = {0.0: 0.05, 20.0: 0.06, 40.0: 0.08}[row["off_vertical_deg"]] if row["lens"] == "known" else 0.25
        if row.get("upright") and max(row["rms_x_mm"], row["rms_y_mm"]) > limit:
            out.append(f"accuracy {where}: {row['rms_x_mm']}, {row['rms_y_mm']} mm, asked {limit}")
        out += () if row.get("upright") else accuracy.unheld(where, row)
    for name, pool in figures.get("pooled", {}).items():
        out += accuracy.unheld(f"all cells {name}", pool)
    for part, of in PART_MODULES.items():
        if part in figures:
            out += of.misses(figures[part])
    return out


PARTS = {
    "speed": run_speed,
    "rules": run_rules,
    "moves": run_moves,
    "window": run_window,
    "eye": run_eye,
    "pages": run_pages,
    "league": run_league,
    "kills": run_kills,
    "chain": run_chain,
    "honest_matches": run_honest_matches,
    "long": run_long,
    "mutations": run_mutations,
    "accuracy": run_accuracy,
    "trust": run_trust,
    "hull": run_hull,
    "docking": run_docking,
    "mat_tags": run_mat_tags,
    "corners": run_corners,
    "lens_anchor": run_lens_anchor,
    "lies": run_lies,
    "evidence": run_evidence,
    "referee": run_referee,
    "cards": run_cards,
    "follow": run_follow,
    "follow-cards": run_follow_cards,
    "dice": lambda console, quick: dice.run(console, quick, _some(dice.THROWS)),
    "cards_seen": cards_seen.run,
}
PART_MODULES = {
    "rules": rules_speed,
    "moves": moves,
    "trust": trust,
    "hull": hull,
    "docking": docking,
    "mat_tags": mat_tags,
    "corners": corners,
    "lens_anchor": lens_anchor,
    "lies": lies,
    "window": window_speed,
    "eye": eye_speed,
    "pages": pages,
    "league": league,
    "league_faults": league,
    "kills": record_kill,
    "chain": record_chain,
    "honest_matches": honest_matches,
    "long_match": record_long,
    "mutations": match_mutations,
    "evidence": evidence,
    "referee": referee,
    "cards": cards,
    "follow": follow,
    "follow-cards": follow_cards,
    "dice": dice,
    "cards_seen": cards_seen,
}

if __name__ == "__main__":
    main()

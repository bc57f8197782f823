"""A game that is kept: it reads back as it was, and a damaged or hostile file is passed over."""

import os
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tableassist.errors import BadFileError
from tableassist.messages import Message
from tableassist.pieces import PieceState
from tableassist.rulebook.editions.settings import with_edition
from tableassist.rulebook.editions.spanish_main import SPANISH_MAIN
from tableassist.rulebook.ruling import Overruling, Ruling, Verdict
from tableassist.rulebook.state.questions import conditions
from tableassist.sources import demo_settings, find_stage
from tableassist.store.kept import (
    GAME_FILE,
    KeptMark,
    has_changed,
    kept_game,
    kept_games,
    make_game_folder,
    resumed_settings,
    table_folder,
    write_kept_game,
)
from tableassist.store.kept.folder import MOST_GAMES, game_folders
from tableassist.store.kept.game import read_kept_game
from tableassist.store.match import MatchLock
from tableassist.store.models import packaged_catalogue
from tableassist.store.table import with_new_crew
from tableassist.store.table.notes import notes_of
from tests.table_states import begun, captured, corrected, mast_lost, state_of, turn_of

BEGAN = datetime(2026, 11, 17, 14, 20, 5)
RULING = Ruling("ram", "harbinger", "oxley", None, Verdict.NO, 3.0, 1.0, 0.2, 0.0, Message("complete, Ram"), None,
                Message("her bow does not touch {name}", name="HMS Oxley"))  # fmt: skip
OVERRULING = Overruling(RULING, Verdict.YES, "both saw it", "Anne", 7)
MARK = KeptMark("the bow", 1_794_928_714_682)


@pytest.fixture(scope="module")
def fresh():
    return demo_settings(find_stage("demo"))


@pytest.fixture
def played(fresh):
    player = fresh.state.players[0]
    crew = packaged_catalogue().card("SM/T-007")
    aboard = with_new_crew(fresh.state, "harbinger", crew, fresh.rules)
    state = corrected(
        aboard,
        mast_lost("harbinger", 2),
        turn_of(player),
        captured("harbinger", player),
        begun("oxley", PieceState.ON_FIRE),
        begun(next(each.id for each in aboard.crew.values() if each.card.card == "SM/T-007"), PieceState.CANCELLED),
    )
    return replace(fresh, state=state, rules=with_edition(fresh.rules, SPANISH_MAIN))


def test_a_game_reads_back_as_it_was(fresh, played, tmp_path):
    write_kept_game(tmp_path, kept_game(played, (OVERRULING,), (MARK,), began_ms=5))
    game = read_kept_game(tmp_path)
    again = resumed_settings(fresh, game)
    assert notes_of(again.state) == notes_of(played.state)
    assert again.rules.edition.name == "spanish-main"
    assert game.marks == (MARK,)
    assert [str(each.ruling.reason) for each in game.overrulings] == ["her bow does not touch HMS Oxley"]
    assert (game.overrulings[0].verdict, game.overrulings[0].by, game.began_ms) == (Verdict.YES, "Anne", 5)
    assert has_changed(fresh, game)


def test_a_game_in_which_nothing_was_said_is_nothing_to_resume(fresh):
    assert not has_changed(fresh, kept_game(fresh, (), (), began_ms=5))
    assert has_changed(fresh, kept_game(fresh, (), (MARK,), began_ms=5))


def test_what_the_table_file_no_longer_has_is_left_out(fresh, played):
    game = kept_game(played, (), (), began_ms=5)
    others = tuple(piece for piece in fresh.pieces if piece.id != "oxley")
    players = ("Anne", fresh.state.players[1])
    new = replace(next(piece for piece in fresh.pieces if piece.id == "titan"), id="new")
    changed = replace(fresh, pieces=(*others, new), state=state_of((*others, new), players, {"new": "Anne"}))
    state = resumed_settings(changed, game).state
    assert state.players == players
    assert state.player_in_turn is None, "its player has left"
    assert state.masts_lost == {"harbinger": frozenset({2})}
    assert "oxley" not in conditions(state)
    assert "harbinger" not in state.owners
    assert state.owners["new"] == "Anne"


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"began_ms": 1}', b"\xff\xfe", b"[" * 100_000])
def test_a_damaged_file_is_told_and_passed_over(content, tmp_path):
    folder = make_game_folder(tmp_path, BEGAN)
    (folder / GAME_FILE).write_bytes(content)
    with pytest.raises(BadFileError):
        read_kept_game(folder)
    assert kept_games(tmp_path) == ()


def test_a_file_that_is_too_large_is_not_read(tmp_path):
    with (tmp_path / GAME_FILE).open("wb") as file:
        file.truncate(5_000_000)
    with pytest.raises(BadFileError, match="5000000 bytes"):
        read_kept_game(tmp_path)


def test_each_game_has_its_folder_and_only_the_last_ones_stay(fresh, tmp_path):
    folders = []
    for number in range(MOST_GAMES + 3):
        folders.append(make_game_folder(tmp_path, BEGAN + timedelta(minutes=number // 2)))
        write_kept_game(folders[-1], kept_game(fresh, (), (), began_ms=number))
        os.utime(folders[-1] / GAME_FILE, (1000 + number, 1000 + number))
    assert folders[0].name == "2026-11-17 14.20.05"
    assert folders[1].name == "2026-11-17 14.20.05 2"
    assert game_folders(tmp_path)[0] == folders[-1], "the one that was played last"
    left = [each for each in folders if each.exists()]
    assert left == folders[-MOST_GAMES:]


def test_a_game_that_is_played_in_another_window_is_not_offered(fresh, tmp_path):
    folder = make_game_folder(tmp_path, BEGAN)
    write_kept_game(folder, kept_game(fresh, (), (MARK,), began_ms=1))
    lock = MatchLock(folder)
    lock.take()
    assert kept_games(tmp_path) == ()
    lock.free()
    assert [found.folder for found in kept_games(tmp_path)] == [folder]


def test_tables_of_one_name_have_folders_of_their_own():
    one, other = (table_folder(Path("kept"), "Friday: Anne's", path) for path in ("/a/table.toml", "/b/table.toml"))
    assert one != other
    assert one.name.startswith("Friday- Anne's-")

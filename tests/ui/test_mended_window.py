"""The real window on a real X server: undo, overruling, spectators, pauses, and what is told of faults."""

import pytest
import real_screen


@pytest.fixture(scope="module")
def environment():
    with real_screen.screen() as made:
        yield made


@pytest.fixture(scope="module")
def told(environment, tmp_path_factory):
    return real_screen.played("play_mended_window.py", tmp_path_factory.mktemp("mended"), environment=environment)


@pytest.fixture(scope="module")
def faults(environment, tmp_path_factory):
    return real_screen.played("play_faults.py", tmp_path_factory.mktemp("faults"), environment=environment)


def test_an_edit_is_undone_and_redone_by_keys_menu_and_panel(told):
    assert told["undo"]["mast"] == [[1], [], [1]] * 3
    assert told["undo"]["tip"] == "Redo: Mast 1 of Harbinger lost (Ctrl+Shift+Z)"
    assert told["undo"]["turn"] == ["English", None]


def test_a_mark_is_undone_and_redone(told):
    assert told["marks"] == [["the bow"], [], ["the bow"]]


def test_the_chosen_line_is_overruled_copied_and_shared_and_no_other_question(told):
    made = told["overrule"]
    assert "out of range" in made["line"]
    assert made["overruled"] == ["shot", *made["pair"]]
    assert made["dialog"].startswith("Shot, cannon 1: Harbinger → ")
    assert made["shared"] == made["overruled"]
    assert made["copied"].startswith("YES. Shot, cannon 1: Harbinger → "), "the verdict that counts"
    assert "The machine: NO" in made["copied"]
    assert made["left"] == 0, "undone from the panel"


def test_the_moment_judged_is_held_while_the_dialog_is_open(told):
    assert told["overrule"]["held"]
    assert told["overrule"]["let_go"]


def test_a_contact_says_what_touching_means(told):
    assert "mm; touching means within 1.0 mm" in told["touching"]
    assert "of 1.0 mm" not in told["touching"]


def test_spectators_are_told_the_question_and_the_overruling(told):
    machine, person, undone = (each.splitlines() for each in told["overrule"]["spectators"])
    assert machine[0] == "NO IF", "in this picture, a hand at her, her silhouette leaves open who she is"
    assert machine[1].startswith("Can Harbinger hit ")
    assert ", if " in machine[2]
    assert "this is Harbinger, on her own plate" in machine[2]
    assert person[0] == "YES"
    assert person[1] == machine[1]
    assert person[2].startswith("Overruled by Anne; the machine says NO if ")
    assert "this is Harbinger, on her own plate" in person[2]
    assert undone == machine
    assert not told["overrule"]["contradicted"], "nothing in the picture calls her out of range"


def test_the_clock_of_a_pause_is_the_matchs(told):
    pause = told["pause"]
    minutes, seconds = divmod(round(pause["seconds"], 1), 60)
    assert pause["clock"] == [f"{minutes:.0f}:{seconds:04.1f}"] * 3
    shown, recorded = pause["wall_ms"]
    assert abs(shown - recorded) < 1000, "the same time of day as in the record"


def test_escape_takes_rings_and_labels_from_a_picture_that_is_held(told):
    before, chosen, after = told["pause"]["drawn"]
    assert before == [0, 0]
    assert min(chosen) > 0
    assert after == [0, 0]
    assert told["pause"]["other_picture"] == [True, True]
    assert told["pause"]["same_picture"] == [True, True]


def test_a_ship_that_nobody_sees_is_told_once_with_the_other_ship(faults):
    about = [line for line in faults["unseen"] if "not measured" in line]
    assert about
    for line in about:
        assert line.count("is not measured") == 1, line
        assert "o call about " in line, line


def test_a_camera_that_hangs_is_told_once_and_no_tags_are_asked_for(faults):
    assert faults["hanging"] == ["The camera has sent no picture for a second"]


def test_no_tags_are_asked_for_where_all_are_seen(faults):
    assert faults["mirrored"]["seen"] >= 8
    (line,) = faults["mirrored"]["told"]
    assert line.startswith("The picture is mirrored")


def test_a_ship_in_a_hand_is_not_said_to_lean(faults):
    assert any("Harbinger leans" in words for words in faults["hand"]["doubts"]), "the chain knows"
    assert faults["hand"]["said"] == []

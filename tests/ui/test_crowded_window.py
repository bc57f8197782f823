"""Twenty-four ships in a window of 1280 x 690 on a real X server: nothing moves, nothing hides, all is found."""

import pytest
from real_screen import play_on_screen

SHARE_WAYS = 4
FAR_SHIPS = 18
"""Of the three other fleets."""


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    return play_on_screen("play_crowded_window.py", tmp_path_factory.mktemp("crowd"), (1280, 690))


def test_it_is_a_real_window_with_all_ships(told):
    assert told["platform"] == "xcb"
    assert told["ships"]


def test_banner_question_pause_selection_and_recording_move_no_view(told):
    assert told["happened"] == dict.fromkeys(("warned", "asked", "paused", "selected"), True)
    assert told["steady"] == dict.fromkeys(("warned", "asked", "paused", "selected", "recording"), True)


def test_six_rulings_can_be_read_and_no_words_are_cut(told):
    assert min(told["rows"]) >= 6
    assert told["clipped"] == []


def test_the_state_of_the_record_is_never_shortened(told):
    shown, words = told["record"]
    assert shown == words


def test_a_panel_behind_another_comes_to_the_front_when_it_is_called(told):
    assert told["raised"]


def test_while_nobody_does_anything_no_part_comes_goes_or_changes_its_size(told):
    assert told["changed_by_itself"] == []


def test_selecting_a_ship_does_not_call_every_other_one_out_of_range(told):
    assert told["far"] == FAR_SHIPS
    assert told["labels_added"] == [0, 0]
    assert max(told["labels_grow_by"]) < 1.1


def test_no_label_lies_on_another(told):
    assert told["labels_overlap"] == [0, 0]


def test_the_scale_bar_is_beside_the_plan_and_true(told):
    is_over_the_plan, length_mm, shown, true = told["scale_bar"]
    assert not is_over_the_plan
    assert length_mm > 0
    assert shown == pytest.approx(true)


def test_the_toolbar_does_what_it_says(told):
    assert told["toolbar"] == ["Pause", "Record", "Measure", "Ghost", "Ask", "Share", "Ledger", "Game"]
    assert told["targets_px"] >= 44
    assert told["paused_by_button"]
    assert told["resumed_by_button"]
    assert told["measures"]
    assert told["laid_down"]
    assert told["asks"]
    assert len(told["shares"]) == SHARE_WAYS


def test_the_recording_light_is_red_only_while_it_records(told):
    idle, recording = told["red"]
    assert idle == 0.0
    assert recording > 0.03


def test_the_legend_explains_the_signs_of_the_time_line(told):
    for words in ("Mark", "A turn begins", "Overruled", "Move", "Move not allowed", "Contact made", "Could shoot"):
        assert words in told["legend"]


def test_the_manual_opens_by_key_and_stays_within_itself(told):
    is_shown, pages, first = told["manual"]
    assert is_shown
    assert pages >= 10
    assert first == "README.md"
    assert told["followed"] == "plus-minus.md"
    assert told["found_in_manual"] > 3
    assert told["stayed"] == ["plus-minus.md", ["https://example.org/"]]


def test_ledger_and_shortcuts_are_one_key_away(told):
    assert told["ledger_by_key"]
    assert told["shortcuts"] == "Shortcuts"


def test_arrows_open_and_close_rulings_and_do_not_step_through_the_match(told):
    opened, went_in, closed, stayed = told["arrows"]
    assert opened
    assert went_in
    assert closed
    assert stayed


def test_every_ship_can_be_selected_by_keys_forwards_and_back(told):
    assert told["ships_by_key"] == [24, True]


def test_the_focus_is_seen_wherever_tab_goes(told):
    assert told["focus_seen"] == [True] * 6


def test_every_control_has_a_name(told):
    assert told["nameless"] == []
    assert told["nameless_manual"] == []


def test_no_key_stands_twice(told):
    assert told["keys_twice"] == []
    assert told["shortcuts_twice"] == []

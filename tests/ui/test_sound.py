"""Calls that are heard: what sounds when, and what is told where nothing can sound."""

import io
import wave

import numpy as np
import pytest
from demo_moment import demo_moment
from game_table import GameTable
from made_up_table import FakeProgram, FakeTable, made_up_rulings, made_up_settings
from PyQt6.QtGui import QAction

from tableassist.errors import BadRequestError
from tableassist.rulebook.ruling import Verdict
from tableassist.table import FairPlay
from tableassist.ui.session.preferences import SOUNDS, VOICE, Preferences
from tableassist.ui.session.session import Session
from tableassist.ui.shell.main_window import TableWindow
from tableassist.ui.sound import CallSound, CallSounds, CallTeller, Voice, call_wav


def heard(sound):
    """(seconds, loudest 0 to 1, the strongest tone of each note in Hz), by Python's own reader and a Fourier sum."""
    with wave.open(io.BytesIO(call_wav(sound))) as file:
        rate, frames = file.getframerate(), file.getnframes()
        samples = np.frombuffer(file.readframes(frames), "<i2") / 32768.0
    notes = np.array_split(samples, max(1, round(frames / rate / 0.14)))
    tones = [float(np.fft.rfftfreq(len(each), 1.0 / rate)[np.argmax(np.abs(np.fft.rfft(each)))]) for each in notes]
    return frames / rate, float(np.max(np.abs(samples))), tones


@pytest.mark.parametrize("sound", list(CallSound))
def test_a_tone_is_short_and_not_too_loud(sound):
    seconds, loudest, _ = heard(sound)
    assert 0.1 < seconds < 0.6
    assert 0.1 < loudest < 0.5


def test_yes_goes_up_no_goes_down_and_too_close_stays():
    tones = {sound: heard(sound)[2] for sound in CallSound}
    assert tones[CallSound.YES][1] > tones[CallSound.YES][0] * 1.2
    assert tones[CallSound.NO][1] < tones[CallSound.NO][0] / 1.2
    assert tones[CallSound.TOO_CLOSE][0] == pytest.approx(tones[CallSound.TOO_CLOSE][1], rel=0.03)
    assert len({tuple(round(each) for each in some) for some in tones.values()}) == len(CallSound)


class Heard:
    def __init__(self):
        self.sounds, self.words = [], []

    def play(self, sound):
        self.sounds.append(sound)


class SpokenVoice(Voice):
    """The one that a test hears."""

    def __init__(self, ears):
        super().__init__()
        self._ears = ears

    def say(self, words):
        self._ears.words.append(words)


@pytest.fixture
def ears():
    return Heard()


@pytest.fixture
def preferences(tmp_path):
    return Preferences(tmp_path / "window.ini")


@pytest.fixture
def teller(ears, preferences):
    return CallTeller(preferences, sounds=CallSounds(open_loudspeaker=lambda: ears), voice=SpokenVoice(ears))


def ruling(verdict):
    return next(each for each in made_up_rulings() if each.rule == "ram").replace(verdict=verdict)


NAMES = {piece.id: piece.name for piece in made_up_settings().pieces}


def test_nothing_is_heard_before_somebody_has_switched_it_on(teller, ears, preferences):
    assert (preferences.chosen(SOUNDS), preferences.chosen(VOICE)) == ("off", "off")
    teller.answer((ruling(Verdict.YES),), NAMES)
    assert (ears.sounds, ears.words) == ([], [])


def test_an_answer_sounds_as_it_is_and_its_words_are_read(teller, ears):
    teller.choose_sounds(True)
    teller.choose_voice(True)
    ears.sounds.clear()
    ears.words.clear()
    for verdict in (Verdict.YES, Verdict.NO, Verdict.TOO_CLOSE, Verdict.NOT_SEEN):
        teller.answer((ruling(verdict),), NAMES)
    assert ears.sounds == [CallSound.YES, CallSound.NO, CallSound.TOO_CLOSE, CallSound.NOT_SEEN]
    assert [each.rsplit(": ", 1)[1] for each in ears.words] == ["YES.", "NO.", "TOO CLOSE TO CALL.", "NOT MEASURED."]
    assert NAMES[ruling(Verdict.YES).subject] in ears.words[0]


def test_of_several_answers_a_yes_is_heard_first(teller, ears):
    teller.choose_sounds(True)
    ears.sounds.clear()
    teller.answer((ruling(Verdict.NO), ruling(Verdict.TOO_CLOSE), ruling(Verdict.YES)), NAMES)
    assert ears.sounds == [CallSound.YES]


def test_a_computer_without_sound_is_told_of_once_and_beeps():
    beeps, words = [], []

    def refuse():
        raise BadRequestError("this computer has no sound device")

    sounds = CallSounds(open_loudspeaker=refuse, beep=lambda: beeps.append(1))
    sounds.told.connect(words.append)
    for _ in range(3):
        sounds.play(CallSound.NO)
    assert len(beeps) == 3
    assert len(words) == 1
    assert "no sound device" in words[0]


def test_this_computer_plays_or_says_why_not():
    words = []
    sounds = CallSounds()
    sounds.told.connect(words.append)
    for sound in CallSound:
        sounds.play(sound)
    assert len(words) <= 1
    assert all("No sounds for calls" in each for each in words)


def test_qts_own_voice_for_tests_speaks_and_one_that_is_not_there_says_why(qtbot):
    words = []
    for engine in ("mock", "no-such-engine"):
        voice = Voice(engine=engine)
        voice.told.connect(words.append)
        voice.say("YES")
        voice.say("NO")
        if engine == "mock":
            qtbot.waitUntil(lambda voice=voice: voice._speech is not None)
            assert words == []
        voice.hush()
    assert len(words) == 1
    assert "Can't read verdicts aloud" in words[0]


def test_a_foul_is_heard_once_and_a_game_that_is_resumed_is_not(teller, ears, qtbot, tmp_path):
    table = GameTable(qtbot, tmp_path)
    teller.choose_sounds(True)
    teller.choose_voice(True)
    ears.sounds.clear()
    ears.words.clear()
    teller.follow(table.session)
    table.begin()
    table.sees_move("harbinger")
    assert ears.sounds == [], "a move that is fine"
    table.sees_move("harbinger", after_s=9.0, from_mm=100.0, to_mm=180.0)
    assert ears.sounds == [CallSound.FOUL]
    assert ears.words[0].startswith("FOUL")
    table.session.game_changed.emit()
    late = CallTeller(table.program.preferences, sounds=CallSounds(open_loudspeaker=lambda: ears))
    late.follow(table.session)
    table.session.game_changed.emit()
    assert len(ears.sounds) == 1
    teller.close()


def asked(window):
    ruling = window.session.moment.state.rulings[0]
    window.board.rulings.chosen.emit(ruling)


def test_a_chosen_ruling_is_heard_but_not_in_a_game_with_a_referee_before_it_is_released(teller, ears, qtbot, tmp_path):
    moment = demo_moment()
    window = TableWindow(
        Session(moment.settings, FakeTable()), FakeProgram(tmp_path), calls=teller, on_close=lambda: None
    )
    qtbot.addWidget(window, before_close_func=lambda each: each.close())
    window.session.arrive(moment)
    teller.choose_sounds(True)
    ears.sounds.clear()
    asked(window)
    assert len(ears.sounds) == 1
    window.board.choose_fair_play(FairPlay.REFEREE.value)
    asked(window)
    assert len(ears.sounds) == 1, "a tone would give the verdict away"
    window.board.release(True)
    asked(window)
    assert len(ears.sounds) == 2
    window.board.choose_fair_play(FairPlay.OPEN.value)
    bar, rulings = window.board.ask_bar, moment.state.rulings
    first = next(each for each in rulings if each.rule == "shot")
    bar.who.setCurrentIndex(bar.who.findData(first.subject))
    bar.whom.setCurrentIndex(bar.whom.findData(first.target))
    bar.ask.click()
    assert len(ears.sounds) == 3


def test_switches_stand_in_the_menu_and_are_kept(qtbot, tmp_path):
    program = FakeProgram(tmp_path)
    window = TableWindow(Session(made_up_settings(), FakeTable()), program, on_close=lambda: None)
    qtbot.addWidget(window, before_close_func=lambda each: each.close())
    switches = {each.text(): each for each in window.findChildren(QAction) if each.isCheckable()}
    assert not switches["S&ounds for calls"].isChecked()
    assert not switches["Read &verdicts aloud"].isChecked()
    switches["S&ounds for calls"].trigger()
    program.preferences.save()
    assert Preferences(tmp_path / "window.ini").chosen(SOUNDS) == "on"
    again = TableWindow(Session(made_up_settings(), FakeTable()), program, on_close=lambda: None)
    qtbot.addWidget(again, before_close_func=lambda each: each.close())
    assert next(each for each in again.findChildren(QAction) if each.text() == "S&ounds for calls").isChecked()

"""The row of the card game as a drawing: what stands in it, what fits, and that it never tells what is face down."""

from html import unescape

import pytest

from tableassist.messages import speaking
from tableassist.overlay.cards.fitting import fitting_size, wrapped
from tableassist.overlay.cards.row_svg import row_svg, row_svg_element
from tableassist.overlay.cards.row_words import RowMark
from tableassist.overlay.cards.tall_row import tall_row
from tableassist.overlay.cards.wide_row import wide_row
from tableassist.overlay.drawing import Ink
from tableassist.rulebook.cardgame.state import CardStart, new_card_game

ROW = ("e1", "s1", "d1", "e2", "s2", "d2", "e3", "s3", "d3")
LONG = "Nuestra Señora de la Concepción de los Mares del Sur"


def game(players=("Anne", "Mary"), **fields):
    fields = {"adventures": ("storm-ahead-1",), "movements": ("sabotage-1", "fog-1", "lost-at-sea-1"), **fields}
    return new_card_game(CardStart("card", players, ROW, **fields))


def words(drawing):
    return [each.text for each in drawing.words]


def box_of(drawing, ship):
    return next(each for each in drawing.boxes if each.ship == ship)


def test_space_1_is_at_the_right_of_a_wide_row_and_on_top_of_a_tall_one():
    wide, tall = wide_row(game()), tall_row(game())
    assert [box_of(wide, ship).left for ship in ROW] == sorted((box_of(wide, ship).left for ship in ROW), reverse=True)
    assert [box_of(tall, ship).top for ship in ROW] == sorted(box_of(tall, ship).top for ship in ROW)


@pytest.mark.parametrize("draw", [wide_row, tall_row])
def test_damage_is_told_by_hatching_and_words(draw):
    drawing = draw(game(damaged=("s2",)))
    assert [each.ship for each in drawing.boxes if each.hatched] == ["s2"]
    assert sum("damaged" in each for each in words(drawing)) == 1


@pytest.mark.parametrize("draw", [wide_row, tall_row])
def test_what_is_seen_elsewhere_is_marked(draw):
    drawing = draw(game(), (RowMark(4, "seen: Dutch ship 2"),))
    (frame,) = [each for each in drawing.boxes if each.ink is Ink.BLOCKED]
    assert frame.left <= box_of(drawing, "e2").left
    assert frame.bottom >= box_of(drawing, "e2").bottom
    assert "seen: Dutch ship 2" in " ".join(words(drawing))


@pytest.mark.parametrize("draw", [wide_row, tall_row])
def test_hands_pirates_and_piles_are_counted_and_never_shown(draw):
    hands = {"Anne": ("sabotage-4", "fog-1", "english-advance-1", "dutch-retreat-1"),
             "Mary": ("caught-in-a-rip-1", "spanish-advance-1", "sabotage-5", "full-speed-ahead-2")}  # fmt: skip
    pirates = {"Anne": ("e1", "s2", "d3"), "Mary": ("e2", "s3", "d1")}
    secret = game(hand=True, hands=hands, pirates=pirates, movements=("lost-at-sea-1",),
                  adventures=("storm-ahead-1", "kraken-1"))  # fmt: skip
    told = " ".join(words(draw(secret)))
    for hidden in ("Kraken", "Sabotage", "Fog", "Advance", "Retreat", "Rip", "Full Speed", "Lost at Sea", "pirate of"):
        assert hidden not in told
    assert told.count("3 hidden pirates") == 2
    assert told.count("4 cards in hand") == 2


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("draw", [wide_row, tall_row])
@pytest.mark.parametrize("names", [{}, dict.fromkeys(ROW, LONG)])
def test_everything_lies_within_the_drawing(language, draw, names):
    with speaking(language):
        drawing = draw(game(("Anne", "Mary", "Jack", "Grace"), names=names, upcoming=True, damaged=ROW,
                            adventures=("storm-ahead-1", "legendary-treasure-1", "neptunes-favor-1", "kraken-1")),
                       tuple(RowMark(space, f"seen: {LONG}") for space in range(1, 10)))  # fmt: skip
    for box in drawing.boxes:
        assert box.left >= 0
        assert box.top >= 0
        assert box.right <= drawing.width
        assert box.bottom <= drawing.height
    for each in drawing.words:
        assert 0 <= each.x <= drawing.width
        assert 0 < each.y <= drawing.height


def test_a_long_word_is_made_smaller_before_it_is_cut():
    assert fitting_size("Sovereign", 110, 19, 11) < 21
    assert fitting_size("Niederländisches Schiff 2", 112, 19, 11) < 13
    assert wrapped("Niederländisches Schiff 2", 112, 11.5, 3) == ("Niederländisches", "Schiff 2")
    assert wrapped("x" * 100, 112, 11.5, 3)[0].endswith("…")


@pytest.mark.parametrize("draw", [wide_row, tall_row])
def test_ships_without_names_are_told_apart_in_german(draw):
    with speaking("de"):
        told = words(draw(game()))
    for number in (1, 2, 3):
        assert any(each.endswith(f"Schiff {number}") for each in told)
    assert not any("…" in each for each in told)


def test_strangers_names_are_escaped_in_svg():
    drawing = tall_row(game(("<script>", "A&B"), names={"e1": '"><b>'}))
    text = "".join(row_svg(drawing, picked=True)) + row_svg_element(drawing, title="<i>")
    assert "<script>" not in text
    assert "<b>" not in text
    assert "<i>" not in text
    assert "<script>" in unescape(text)
    assert 'data-piece="e1"' in text

"""What calibrating, surveying, fitting out and proving find."""

from typing import Final

from tableassist.ui.language.words import phrases

PHRASES: Final = phrases(
    "two halves of the views agree within {mm} mm on the mat",
    "two halves of the views differ by {mm} mm on the mat",
    "{times} times what each claims",
    "the lens is known to {mm} mm on the mat",
    "the halves' lenses lie {pixels} px apart in the picture",
    "corners of unseen views are missed by {pixels} px",
    "only {count} views",
    "corners were seen in {percent} of the picture",
    "{count} views had to be left out",
    "take more views: tilt the board by 20-40 degrees to every side, and fill the picture's corners",
    "hold board and camera still, in good light, on a flat stiff backing, with focus and zoom fixed",
    "take {count} views or more",
    "calibration: got {count} usable views, expected {least} or more",
    "calibration: got pictures of {names}, expected all of one size",
    "{FOUND}; it is left out; correct the table file or the mat, and survey again",
    "tag {tag} lies in the place of tag {other}: swapped, or a wrong id in the table file",
    "tag {tag} is turned by {degrees}° from what the table file says",
    "tag {tag} lies {mm} mm from its place, near x {x}, y {y}, not at {across}, {up}",
    "tags are printed at {percent} of the stated size",
    "print again without 'fit to page', or keep this survey, which measures with their true size",
    "print again at 100 %, or keep this survey, which measures with their true size",
    "the tags lie at {percent} of the distances that the table file says; the tags' size is right",
    "the whole mat, tags and distances, is at {percent} by the ruler",
    "check that {mm} mm from tag {tag} to tag {other} is not mistyped",
    "not used, for too few mat tags agree in them: pictures {numbers}",
    (
        "corners fit {times} times worse than expected: the lens profile is not this camera's, the mat is not "
        "flat, or a tag moved between pictures; the plus-minus is widened"
    ),
    "never seen: tags {tags}; their places stay as the table file says",
    "tag {tag}: no picture of it agrees with the rest (covered, cut or not flat); its place stays as it was",
    "tag {tag} is printed at {percent} % of the other tags' scale; surveyed as it is",
    "tag {tag} lies {mm} mm and {degrees}° from its place, farther than its sigma allows; surveyed",
    "tag {tag} is left out of {count} pictures, in which it is covered, cut or misread",
    (
        "survey: got {count} mat tags that agree with the layout in {views} pictures, expected {least} or more: "
        "check the table file's tag ids and places, and the light"
    ),
    "the pictures have changed their size: begin the survey anew",
    "the picture is mirrored: switch that off in the camera's settings",
    "fewer than {least} tags of the jig sheet are seen",
    "more than one ship on the sheet: {names}",
    "set-down {number}",
    "{FOUND}: not used",
    "shows the same as {WHICH}: lift the ship between pictures",
    "no tag of {name} is seen",
    "{count} tags of the jig sheet are seen, {least} or more are needed",
    "{name} lies backwards in direction {direction}: its bow belongs at the stop",
    (
        "{name} is {mm} mm from where it would lie in direction {direction}, the nearest: its bow was not at the "
        "stop, or its keel not on the line"
    ),
    "{WHICH} (direction {direction}) disagrees with the others and is left out: {HOW}",
    "the bow {mm} mm past the stop",
    "the bow {mm} mm short of the stop",
    "{mm} mm to port of the line",
    "{mm} mm to starboard of the line",
    "turned by {degrees}°",
    "mount {name}: no picture can be used (there is none)",
    "mount {name}: no picture can be used ({problem})",
    "the set-downs disagree, and nothing says which is wrong",
    "{FOUND}: set {name} down once more",
    (
        "against the mat the sheet looks printed at {percent} %: measure its check line and give --check-line, "
        "or print it at 100 %; or is the mat's layout wrong?"
    ),
    "one direction only: a plate set askew cannot be told from a ship set askew; take two or more",
    (
        "the height is known to ± {mm} mm only: the ship is seen from {degrees}° off upright; lay the sheet "
        "nearer the picture's edge, so that it is {least}° or more"
    ),
    (
        "the height is known to ± {mm} mm only: take more directions, or some with the sheet at the other side "
        "of the picture"
    ),
    "tag {tag}'s plate leans by {degrees}°: seen slantwise it looks turned; straighten it and fit out again",
    "tag {tags} was never seen on the sheet: its place stays as the table file has it",
    (
        "the corners fit {times} times worse than they should: is the sheet flat and printed at 100 %, and is it "
        "this camera's profile?"
    ),
    "no card seen on the mat, expected one, flat, on its own, about 89 x 64 mm",
    "{count} cards seen on the mat, expected one, flat, on its own, about 89 x 64 mm",
    "a side of the card is hidden or looks like the mat; lay it on another place",
    "the card lies too near to the picture's edge; move it to the middle of the mat",
    (
        "the card's sides differ by {mm} mm between pictures, expected at most {most}: let it lie flat, and the "
        "same card in all"
    ),
    "the card's sides are {degrees} degrees from square, expected at most {most}: let it lie flat, with nothing on it",
    (
        "{name} is not seen by another tag, so tag {tag} is taken to sit as suggested ({place}), its x to the "
        "bow, within what a hand can do; tableassist mount measures it"
    ),
    "tag {tag} does not look flat at that height: is it tipped, or not {mm} mm?",
    "solved against the tags of {name} that are in the picture: {place}",
    "tag {tag} looks {mm} mm wide at a height of {height} mm, expected {size}: is its size or its mount another?",
    "flag",
    "masthead",
    "deck",
    "plate",
)

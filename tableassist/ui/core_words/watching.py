"""What the chain says of mat, tags and camera."""

from typing import Final

from tableassist.ui.language.words import phrases

PHRASES: Final = phrases(
    "{name}: tag {tag} does not fit with {tags}, and is left out: covered, or come off?",
    "{name}: tag {tags} is partly covered or badly lit, so the plus-minus is wide",
    "{name}: tag {tags} looks lifted, tipped or of another size than the table file says",
    "tag {tag} ({name}) is seen {count} times: not used",
    "only {count} mat tags seen, {least} or more are needed",
    "the mat tags seen lie almost in one line",
    "the mat's tags look {percent} % larger than the table file says: were they printed at 100 %?",
    "the mat's tags look {percent} % smaller than the table file says: were they printed at 100 %?",
    "mat tags fit {times} times worse than expected: check lens and layout",
    "mat tags {tags} are not where the layout says",
    "the flat picture of the mat disagrees by {mm} mm: check the lens profile and the layout",
    (
        "this camera is not calibrated, a typical lens is assumed: the plus-minus is large. Run tableassist "
        "calibrate to make it small"
    ),
    "the camera profile was made for {size} and is scaled to {other}",
    "camera profile: made for {size}, got pictures of {other}, expected that size or one of exactly the same aspect",
    "good",
    "usable",
    "reject",
)

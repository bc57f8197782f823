"""What the chain says of mat, tags and camera."""

from typing import Final

from tableassist.ui.language.words import phrases

PHRASES: Final = phrases(
    "no picture yet",
    "the mat is not seen: fewer than two of its tags can be read, nothing is judged",
    "what is seen and what the table file says cannot be brought together: tableassist check may find the slip",
    "the picture is mirrored: switch mirroring off in the camera's settings, nothing can be measured",
    "the picture is mirrored: switch mirroring off in the camera's settings",
    "the mat is not made out: fewer than two of its tags can be read",
    "the mat is made out badly: {REASON}",
    "unknown tag {tags} in view: not in the table file",
    "mat tag {tags} is seen twice, so it is not used: is another table's mat in view?",
    "measuring is degraded: {REASON}",
    "mat tag {tags} is not where the table file says, or is partly hidden: left out",
    (
        "the pieces' tags look {percent} % larger than they should beside the mat's: mat or tags were not "
        "printed at 100 %. Measure a tag with a ruler and check it against the table file; nothing is judged"
    ),
    (
        "the pieces' tags look {percent} % smaller than they should beside the mat's: mat or tags were not "
        "printed at 100 %. Measure a tag with a ruler and check it against the table file; nothing is judged"
    ),
    "all pieces lie beside the mat: is it another table's mat that is in view? Nothing is judged",
    (
        "the picture grew or shrank by {percent} %: if nobody moved the camera nearer or away, its zoom or focus "
        "has changed, and it must be calibrated again"
    ),
    "the camera or the mat was moved: registered again",
    "{name} and {other} overlap: one of them is lifted, or its tag or outline is not right",
    "{name} lies beside the mat, at {x}, {y} mm",
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
    "this picture could not be judged: {problem}",
    "good",
    "usable",
    "reject",
)

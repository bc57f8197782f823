"""Pictures to poses.

Every frame: `tags` finds tags and their corners, `localisation` places camera and pieces with their plus-minus.
Before play: `calibration` (over `lens_fit`) finds the lens, `survey` the mat's tags, `mounts` the tags on a ship,
`outline` a piece's rim; `planning` foretells what a table will measure. `camera` is what they all share.
No rules, no files, no window: settings come in as values, and what is found is returned, words as messages.
"""

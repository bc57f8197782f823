"""What the recorder and a replay say."""

from typing import Final

from tableassist.ui.language.words import phrases

PHRASES: Final = phrases(
    "only {count} MB are free on the disk: no more video, the poses go on",
    "only {count} MB are free on the disk: room for about {minutes} minutes of video",
    "the video has stopped, the poses go on: {Problem}",
    "recording has stopped: {Problem}",
    "something went wrong in the recorder: {problem}",
    "{path}: the folder is gone",
    "{path}: is there already, expected a new name",
    "{path}: cannot be kept there: {problem}",
    "{path}: video: {problem}",
    "no picture was recorded of this moment",
    "{path}: frame {number}: cannot be judged as recorded: {problem}",
)

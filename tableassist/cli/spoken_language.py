"""The language of the commands: `--lang`, else TABLEASSIST_LANG, else the system's. Help too is translated."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeAlias

from typer.core import TyperCommand, TyperGroup

from tableassist.errors import one_line
from tableassist.messages import ENGLISH, LANGUAGES, Message, current_language, say, speak

OPTION = "--lang"
VARIABLE = "TABLEASSIST_LANG"
_EXAMPLES = ("Examples:", "Example:")
_asked: list[str] = []
"""On this run, by the option."""
Command: TypeAlias = TyperCommand | TyperGroup


def window_language(preferred: str) -> str:
    """`--lang` for this run; else what the window remembers; where that is "system", as the commands do."""
    if _asked:
        return _asked[0]
    return preferred if preferred != "system" else os.environ.get(VARIABLE, preferred)


class SpokenGroup(TyperGroup):
    """Knows the language before it reads the other options, so that help and errors are in it too."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        given = _given(args)
        _asked[:] = [given] if given in LANGUAGES else []
        speak(given or os.environ.get(VARIABLE, "system"))
        if current_language().code != ENGLISH:
            translate(self)
        with _plain_mistakes():
            return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        with _plain_mistakes():
            return super().invoke(ctx)


@contextmanager
def _plain_mistakes() -> Iterator[None]:
    """What is wrong with the arguments repeats them: a file's name among them must not speak to the terminal."""
    try:
        yield
    except Exception as mistake:
        if isinstance(words := getattr(mistake, "message", None), str):
            with suppress(AttributeError):  # others' exceptions may not let their words be changed
                mistake.message = one_line(words)  # type: ignore[attr-defined]
        raise


def _given(args: Sequence[str]) -> str | None:
    """Before the command."""
    for place, word in enumerate(args):
        if word == OPTION and place + 1 < len(args):
            return args[place + 1]
        if word.startswith(f"{OPTION}="):
            return word.partition("=")[2]
        if not word.startswith("-"):
            return None
    return None


def translate(command: Command) -> None:
    """The words of a command, of its options and of the commands below it, in place."""
    for each in _tree(command):
        each.help, each.epilog = _said(each.help), _epilog(each.epilog)
        panel = getattr(each, "rich_help_panel", None)
        if isinstance(panel, str):
            each.rich_help_panel = _said(panel)
        for param in each.params:
            if isinstance(words := getattr(param, "help", None), str):
                param.help = _said(words)  # type: ignore[attr-defined]


def _tree(command: Command) -> Iterator[Command]:
    yield command
    for below in command.commands.values() if isinstance(command, TyperGroup) else ():
        if isinstance(below, Command):
            yield from _tree(below)


def _said(text: str | None) -> str | None:
    return say(Message(text)) if text else text


def _epilog(text: str | None) -> str | None:
    """Only its heading: the examples are typed as they are."""
    head = next((head for head in _EXAMPLES if text and text.startswith(head)), None)
    return text if text is None or head is None else f"{say(Message(head))}{text.removeprefix(head)}"

"""What every command says of itself, and that the manual lists it."""

import re
import shlex
from pathlib import Path

import pytest
import typer.main

from tableassist.cli.app import app

PAGE = (Path(__file__).parents[2] / "docs" / "commands.md").read_text("utf-8")
ROOT = typer.main.get_command(app)


def command_tree(command, path=()):
    """Every command below, groups too, by the words that are typed for it."""
    for name, below in getattr(command, "commands", {}).items():
        yield (*path, name), below
        yield from command_tree(below, (*path, name))


COMMANDS = dict(command_tree(ROOT))


def examples(command):
    head, *lines = (line.strip() for line in (command.epilog or "").splitlines() if line.strip())
    return (head, [shlex.split(line) for line in lines])


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_every_command_has_examples_that_the_program_understands(path):
    head, lines = examples(COMMANDS[path])
    assert head == "Examples:"
    assert lines
    own = [argv for argv in lines if tuple(argv[1 : 1 + len(path)]) == path]
    assert own, "no example of the command itself"
    for argv in own:
        assert argv[0] == "tableassist"
        words = argv[1 : argv.index(">")] if ">" in argv else argv[1:]
        read_only(words)


def read_only(words):
    """Parse the words as the program would, and do nothing; a wrong option or value is an error."""
    command, context = ROOT, ROOT.context_class(ROOT, info_name="tableassist")
    while words and words[0] in getattr(command, "commands", {}):
        name, command, words = command.resolve_command(context, words)
        is_group = hasattr(command, "commands")
        context = command.make_context(name, list(words), parent=context, resilient_parsing=is_group)


def test_the_page_of_commands_lists_every_command():
    named = set(re.findall(r"tableassist ([a-z-]+)", PAGE)) | set(re.findall(r"`([a-z-]+)`", PAGE))
    assert {path[0] for path in COMMANDS} <= named


def test_a_wrong_option_in_an_example_would_be_noticed():
    with pytest.raises(Exception, match="No such option"):
        read_only(["plan", "--matt", "915x915"])

"""No file of ours can make the program run what stands in it: by reading the source, not by trust."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "tableassist"
NEVER = {"pickle", "cPickle", "_pickle", "dill", "cloudpickle", "joblib", "shelve", "marshal", "yaml", "ruamel"}
CALLS = {"eval", "exec", "compile", "__import__"}
UNSAFE_METHODS = {"unpack_archive", "extractall", "read_pickle"}
SHELLS = {"system", "popen"}


def wrongs(source, name):
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            named = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            yield from (f"{name}: imports {each}" for each in named if each.split(".")[0] in NEVER)
        if isinstance(node, ast.Call):
            yield from wrong_call(node, name)


def wrong_call(node, name):
    called = node.func
    word = called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""
    options = {each.arg: each.value for each in node.keywords}
    if isinstance(called, ast.Name) and word in CALLS:
        yield f"{name}: calls {word}"
    owner = called.value.id if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name) else ""
    if isinstance(called, ast.Attribute) and (word in UNSAFE_METHODS or (owner == "os" and word in SHELLS)):
        yield f"{name}: calls {word}"
    if owner == "np" and word in ("load", "loadtxt", "genfromtxt", "fromfile"):
        allowed = options.get("allow_pickle")
        if not (word == "load" and isinstance(allowed, ast.Constant) and allowed.value is False):
            yield f"{name}: calls np.{word}"
    if isinstance(options.get("shell"), ast.Constant) and options["shell"].value:
        yield f"{name}: starts a shell"


def test_the_program_unpickles_and_executes_nothing():
    files = sorted(PACKAGE.rglob("*.py"))
    assert len(files) > 300
    found = [wrong for path in files for wrong in wrongs(path.read_text("utf-8"), str(path.relative_to(PACKAGE)))]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "import pickle",
        "from yaml import load",
        "import numpy as np\nnp.load('x.npy')",
        "np.load(path, allow_pickle=True)",
        "eval('1')",
        "import os\nos.system('x')",
        "subprocess.run('x', shell=True)",
        "import zipfile\nzipfile.ZipFile('x').extractall()",
    ],
)
def test_each_of_these_would_be_found(source):
    assert list(wrongs(source, "x"))


def test_what_is_safe_is_not_accused():
    assert not list(
        wrongs("np.load(path, allow_pickle=False)\nre.compile('x')\napplication.exec()\nQLocale.system()", "x")
    )

"""The sampler of mutants makes one small change at a time, in place, and finds the block that it changes."""

import ast

from bench.mutant_operators import list_mutants, mutated_tree
from bench.mutants import describe, sample

SOURCE = """
KINDS = {"ship", "fort"}


def may_shoot(guns, target, *, is_hidden):
    if is_hidden:
        return False
    words = Message("{count} guns", count=1)
    return guns > 1 and not target.sunk


def targets(ships):
    return [ship for ship in ships if ship.afloat]
"""


def changed_lines(number):
    before, after = (ast.unparse(tree).splitlines() for tree in (ast.parse(SOURCE), mutated_tree(SOURCE, number)))
    return [line for line in after if line not in before]


def test_each_kind_of_change_is_offered_once_where_it_applies():
    mutants = list_mutants("x.py", SOURCE)
    assert {(each.function, each.operator, each.after) for each in mutants} == {
        ("", "element dropped", "{'fort'}"),
        ("", "element dropped", "{'ship'}"),
        ("may_shoot", "early exit removed", "pass"),
        ("may_shoot", "constant", "True"),
        ("may_shoot", "and/or", "guns > 1 or not target.sunk"),
        ("may_shoot", "condition removed", "not target.sunk"),
        ("may_shoot", "condition removed", "guns > 1"),
        ("may_shoot", "comparison", "guns >= 1"),
        ("may_shoot", "comparison", "guns <= 1"),
        ("may_shoot", "constant", "2"),
        ("may_shoot", "not removed", "target.sunk"),
        ("targets", "filter removed", "for ship in ships"),
    }


def test_a_mutant_has_its_change_and_no_other_and_keeps_the_lines():
    for mutant in list_mutants("x.py", SOURCE):
        tree = mutated_tree(SOURCE, mutant.number)
        compile(tree, "x.py", "exec")
        assert len(changed_lines(mutant.number)) == 1 or mutant.operator == "early exit removed", mutant
        functions = {node.name: node.lineno for node in tree.body if isinstance(node, ast.FunctionDef)}
        assert functions == {"may_shoot": 5, "targets": 12}


def test_a_sample_follows_from_its_seed_and_names_places_in_the_rule_book():
    drawn = sample(5, 3, files="docking.py")
    assert drawn == sample(5, 3, files="docking.py")
    assert drawn != sample(5, 4, files="docking.py")
    assert all(each.path.startswith("tableassist/rulebook/") for each in drawn)


def test_the_report_counts_equivalent_mutants_apart():
    killed, survived, same, *_ = list_mutants("x.py", SOURCE)
    report = describe({"killed": [killed] * 3, "survived": [survived], "equivalent": [same]}, seed=7)
    assert "seed 7, 5 drawn" in report
    assert "killed 3 of 4 (75.0%); 1 more" in report
    assert f"survived: {survived}" in report

"""Who touches whom, and who is pinned by it."""


def all_answers(w, questions):
    said = [w.fact(*each) for each in questions]
    if "yes" in said:
        return "yes"
    if "too_close" in said:
        return "too_close"
    if "no" in said:
        return "no"
    return None


def bow_touches(w, one, other):
    """Whether the bow of one touches any part of the other."""
    return all_answers(
        w,
        [
            ("bow-on", one, other),
            ("bow-to-bow", one, other),
            ("bow-to-bow", other, one),
            ("touches-bow-of", other, one),
        ],
    )


def touches_bow(w, one, other):
    """Whether any part of one touches the bow of the other."""
    return bow_touches(w, other, one)


def touch(w, one, other):
    kinds = ("bow-on", "bow-to-bow", "touches", "touches-bow-of")
    return all_answers(w, [(kind, a, b) for kind in kinds for a, b in ((one, other), (other, one))])


def pinned_by(w, name):
    """The enemies that hold her."""
    out = set()
    if not may_be_pinned(w, name):
        return out
    for key in w.facts:
        if name in key[1:3]:
            other = key[1] if key[2] == name else key[2]
            if other in w.ships and holds(w, name, other):
                out.add(other)
    return out


def may_be_pinned(w, name):
    ship = w.ships[name]
    if ship["kind"] != "ship" or not w.in_play(name) or ship["ghostly"] or ship["submerged"]:
        return False
    if w.able(name, "cannot_be_pinned") or w.is_galley(name):
        return False
    return not ship["lost"]


def holds(w, name, other):
    enemy = w.ships[other]
    if not w.are_enemies(name, other) or enemy["kind"] != "ship" or not w.in_play(other):
        return False
    if enemy["lost"] or enemy["submerged"] or bow_touches(w, name, other) != "yes":
        return False
    if enemy["ghostly"] and other not in w.ships[name]["rammed"]:
        return False
    if w.edition == "complete":
        return other in w.ships[name]["rammed"] and bool(w.standing(other))
    return not w.is_derelict(other)

"""What each ink looks like in SVG: by day and by night, and never by colour alone."""

from dataclasses import dataclass

from tableassist.overlay.drawing import Ink

PALETTE = {
    "sea": ("#e6f0f4", "#15303f"),
    "edge": ("#7a8a94", "#8fa3b0"),
    "text": ("#14212a", "#eef3f5"),
    "halo": ("#ffffff", "#0b1218"),
    "sand": ("#a9822f", "#e3c994"),
    "stone": ("#7d6a5c", "#c9ae9b"),
    "mist": ("#8796a0", "#dfe6ea"),
    "plum": ("#9a3f74", "#e39cc4"),
    "amber": ("#b36b00", "#f0ac1b"),
    "green": ("#00785a", "#33cfa3"),
    "slate": ("#3d4c57", "#f2f4f5"),
    "grey": ("#6a7780", "#aeb8c0"),
    "sky": ("#0072b2", "#66bdf0"),
    "red": ("#c1440e", "#f07a3c"),
    "gold": ("#8a7600", "#f0e442"),
}
"""Each by day and by night: Okabe and Ito's, made darker or lighter to be read on their ground."""


@dataclass(frozen=True, slots=True)
class SvgInk:
    colour: str
    """Of the palette."""
    width: float
    """In pixels of the screen, whatever the size of the drawing."""
    dashes: str = ""
    fill: float = 0.0
    """Opacity of an area."""
    hatch: str = ""
    """A line of the hatching, in a tile of 6 by 6."""


DIAGONAL, COUNTER, LEVEL, UPRIGHT = "M-1,1L1,-1M0,6L6,0M5,7L7,5", "M-1,5L1,7M0,0L6,6M5,-1L7,1", "M0,3H6", "M3,0V6"
DOTS = "M1,1h1M4,4h1"
INKS = {
    Ink.MAT_EDGE: SvgInk("edge", 1.5),
    Ink.ISLAND: SvgInk("sand", 1.6, fill=0.35),
    Ink.FOG: SvgInk("mist", 1.4, "2 3", 0.25, DOTS),
    Ink.REEF: SvgInk("stone", 1.5, "6 3", 0.2, DIAGONAL + COUNTER),
    Ink.TERRAIN: SvgInk("grey", 1.5, "8 3 2 3", 0.25, DOTS),
    Ink.FLEET_1: SvgInk("plum", 1.6, fill=0.35, hatch=DIAGONAL),
    Ink.FLEET_2: SvgInk("amber", 1.6, fill=0.35, hatch=LEVEL),
    Ink.FLEET_3: SvgInk("green", 1.6, fill=0.35, hatch=COUNTER),
    Ink.FLEET_4: SvgInk("slate", 1.6, fill=0.35, hatch=UPRIGHT),
    Ink.NEUTRAL: SvgInk("grey", 1.4, fill=0.3),
    Ink.SAIL: SvgInk("text", 1.0, fill=0.25),
    Ink.MAST: SvgInk("text", 0.8, fill=0.9),
    Ink.BOW_ZONE: SvgInk("text", 1.0),
    Ink.REACH_SHORT: SvgInk("text", 1.0, "2 3"),
    Ink.REACH_LONG: SvgInk("text", 1.0, "9 4"),
    Ink.REACH_EACH: SvgInk("mist", 0.6),
    Ink.CLEAR: SvgInk("sky", 2.2),
    Ink.BLOCKED: SvgInk("red", 2.0, "7 4"),
    Ink.BEYOND: SvgInk("red", 1.0, "1 4"),
    Ink.STOPPED: SvgInk("red", 1.6),
    Ink.BLOCKER: SvgInk("red", 2.2, fill=0.25, hatch=DIAGONAL),
    Ink.TOO_CLOSE: SvgInk("gold", 2.4, "2 3"),
    Ink.CONTACT: SvgInk("plum", 3.0),
    Ink.PLUS_MINUS: SvgInk("gold", 0.8, fill=0.15),
    Ink.NOT_SEEN: SvgInk("grey", 1.4, "2 3"),
    Ink.MEASURE: SvgInk("text", 1.6),
    Ink.GHOST: SvgInk("grey", 1.4, "5 3", 0.1),
    Ink.GHOST_ILLEGAL: SvgInk("red", 1.4, "5 3"),
    Ink.REACHABLE: SvgInk("sky", 1.2, "2 3", 0.1, DOTS),
    Ink.DIE: SvgInk("text", 1.4),
    Ink.EVIDENCE: SvgInk("text", 3.0),
}


def svg_style() -> str:
    """The style sheet of all drawings of a page, dark where the reader likes it dark, light on paper."""
    day, night = ("".join(f"--{name}:{pair[k]};" for name, pair in PALETTE.items()) for k in (0, 1))
    rules = [
        f":root{{{day}}}",
        f"@media screen and (prefers-color-scheme:dark){{:root{{{night}}}}}",
        ".plan{background:var(--sea);display:block;width:100%;height:auto}",
        ".plan *{vector-effect:non-scaling-stroke;stroke-linejoin:round}",
        ".plan text{fill:var(--text);stroke:var(--halo);stroke-width:3px;paint-order:stroke;text-anchor:middle}",
    ]
    for ink, look in INKS.items():
        dashes = f"stroke-dasharray:{look.dashes};" if look.dashes else ""
        colour = f"var(--{look.colour})"
        rules.append(f".i-{ink}{{stroke:{colour};stroke-width:{look.width}px;fill:none;{dashes}}}")
        rules.append(f".f-{ink}{{fill:{colour};fill-opacity:{look.fill}}}")
        if look.hatch:
            rules.append(f".h-{ink}{{fill:url(#hatch-{ink})}}")
            rules.append(f"#hatch-{ink} path{{stroke:{colour};stroke-width:1px;stroke-opacity:.8;fill:none}}")
    return "\n".join(rules)


def svg_night(selector: str) -> str:
    """The colours of the night for whatever is dark by day too, as a photograph is."""
    return f"\n{selector}{{{''.join(f'--{name}:{night};' for name, (_, night) in PALETTE.items())}}}"


def svg_hatches() -> str:
    """Once a page: the patterns that its drawings share."""
    tile = 'width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="scale(.6)"'
    tiles = "".join(
        f'<pattern id="hatch-{ink}" {tile}><path d="{look.hatch}"/></pattern>'
        for ink, look in INKS.items()
        if look.hatch
    )
    return f'<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>{tiles}</defs></svg>'

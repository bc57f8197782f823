"""What cards do to measuring and shooting, and whose they are."""

from typing import Final

from tableassist.ui.language.words import phrases

PHRASES: Final = phrases(
    "One more S segment in every move of the ship that carries this card.",
    "One more S segment while her holds are empty; none as soon as she loads.",
    "One more L segment while all her masts stand.",
    "One more L segment while a captain is aboard.",
    "Her whole move is a single S while her holds are full.",
    "Without a mast she still moves S, so being derelict does not fix her in place.",
    (
        "She may move and then shoot in one action: ranges and lines are measured from where the move ended, "
        "before any free turn on the stern."
    ),
    "Every cannon reaches L, also those printed S.",
    "Every cannon reaches twice its printed range: S+S or L+L.",
    "Cannons may shoot at up to twice their printed range; beyond the printed range only a 6 hits.",
    "Other ships do not stop her lines of fire. Islands, fog and her own sails still do.",
    "Cannons of L range cannot hit her, however near they are; cannons of S range can.",
    "Cannons of forts cannot hit her.",
    "Ships within S of her may not shoot at her: a least distance beside the greatest one.",
    "While she is docked, at any island, nobody may shoot at her.",
    "She may shoot at a submerged piece that is within S; for others a submerged piece is no target.",
    "A cannon that missed may roll again. Nothing is measured anew: same cannon, same target, same line.",
    (
        "One more shot of rank 3 and S range, from any mast's place, also where the mast is gone. Nothing "
        "lengthens its range."
    ),
    "A special shot (firepot, chainshot, stinkpot ...) at a target within S.",
    "She may dock at an opponent's home island, where others may not.",
    "She may explore an island in the same action that docks her: contact at the move's end is enough.",
    "She may choose an island within S without touching it; what happens there is on the card.",
    "She moves on freely when a bow touches her: contact does not pin her.",
    "A ram takes no mast from her. The contact counts as usual otherwise.",
    "She may board a ship up to S away instead of one she touches.",
    "One more on her boarding roll. Nothing that is measured changes.",
    "Touching terrain does nothing to her; she moves as on open sea.",
    "She may lay a fog bank whose centre is within S of her; from then on it stops lines of fire.",
    "She may repair at sea: contact with home or a fort is not needed.",
    "She may cancel one ability of a ship within S, so an effect listed there may be off for the turn.",
    "Pirate",
    "English",
    "Spanish",
    "French",
    "American",
    "Cursed",
    "Barbary Corsair",
    "Jade Rebellion",
    "Viking",
    "Mercenary",
    "Whitebeard's Raiders",
)

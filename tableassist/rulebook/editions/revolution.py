"""Pirates of the Revolution: with forts, terrain, wrecks and keywords."""

from tableassist.messages import Message
from tableassist.pieces import CannonRange, PieceKind
from tableassist.pieces.catalogue import Nation, PrintedCannon
from tableassist.rulebook.editions import terms

REVOLUTION = terms.Edition(
    name="revolution",
    title="Pirates of the Revolution",
    text_ruler=terms.BARS,  # revolution, Placing Islands ("L bars")
    shooting=terms.ShootingTerms(
        shot_origin=terms.ShotOrigin.MAST_CENTRE,  # revolution, Shooting
        # revolution, Shooting; Fog Bank; a wreck is a ship. A sea creature counts as a ship (complete, Sea Creatures).
        line_blockers=frozenset({PieceKind.SHIP, PieceKind.SEA_CREATURE, PieceKind.ISLAND, PieceKind.FOG_BANK}),
        # revolution, Forts (Shooting): neither other ships nor islands; fog and creatures are not among them
        fort_line_blockers=frozenset({PieceKind.FOG_BANK, PieceKind.SEA_CREATURE}),
        titans_shoot_past_islands=False,  # the keyword came later
        own_fleet_spared=True,  # revolution, Shooting
        musket=PrintedCannon(3, CannonRange.SHORT),  # on the crew cards; the text leaves it to them
        range_section="revolution, Shooting",
        line_section="revolution, Shooting; Terrain Types (Fog Bank)",
        fort_section="revolution, Forts (Shooting)",
        permission_section="revolution, Shooting",
        derelict_section="revolution, Moving (Derelict)",
        lost_section="revolution, Terrain Types (Fog Bank)",
    ),
    contact=terms.ContactTerms(
        bow_zone=terms.BowZone.FROM_THE_TABLE,
        bow_section="revolution, Rules of the High Seas",
        touch_section="revolution, Moving",
        bowsprit_touches=False,
        docking_part=terms.TouchPart.BOW,
        docking_is_open=False,
        docking_section="revolution, Dock",
        creature_docking_part=terms.TouchPart.ANY,
        enemy_fort_closed=True,
        ram_target_part=terms.TouchPart.ANY,
        ram_needs_mast=False,  # revolution, Ram: silent
        ram_is_automatic=False,
        ram_rolls=True,
        ram_section="revolution, Ram",
        pin_needs_ram=False,
        pin_is_open=True,  # revolution, Ram (Pin): "when her bow is in contact"; Ram: by ramming
        pin_ends_without_masts=False,
        pin_section="revolution, Ram (Pin)",
        lost_cannot_be_met=False,
        boarding_at_once=False,
        board_section="revolution, Ram (Board)",
        tow_takes_treasure=True,
        tow_section="revolution, Tow",
        towed_spares_tower=False,  # revolution, Tow: silent; both are of one fleet
        explores_wrecks=True,
        island_explored=Message("with an explore action when she begins a turn there"),
        explore_section="revolution, Exploring",
    ),
    movement=terms.MoveTerms(
        stops_at_contact=True,
        come_about=True,
        stern_turn=True,
        edge=terms.TableEdge.OPEN,
        section="revolution, Moving",
        come_about_section="revolution, Come About",
        stern_turn_section="revolution, Keywords (Galley, Schooner)",
        tow_section="revolution, Tow",
        derelict_section="revolution, Moving (Derelict)",
        edge_section=Message("none: the edition has no edge"),
    ),
    terrain=terms.TerrainTerms(
        kinds=frozenset({PieceKind.FOG_BANK, PieceKind.REEF, PieceKind.SARGASSO_SEA}),
        trigger=terms.Trigger.AT_ONCE,
        exit_faces_away=False,
        reef_spares=Message("her last move ended on it"),
        trigger_section="revolution, Terrain Types",
        sections={
            PieceKind.FOG_BANK: "revolution, Terrain Types (Fog Bank)",
            PieceKind.REEF: "revolution, Terrain Types (Reef)",
            PieceKind.SARGASSO_SEA: "revolution, Terrain Types (Sargasso Sea)",
        },
    ),
    setup=terms.SetUpTerms(
        build_total=40,  # revolution, Creating a Fleet
        no_duplicates=False,  # revolution, Creating a Fleet: silent but for the Limit keyword
        nations=frozenset({Nation.PIRATE, Nation.ENGLISH, Nation.SPANISH, Nation.FRENCH, Nation.AMERICAN}),
        limit_keyword=True,
        limit_section="revolution, Keywords (Limit)",
        fleet_section="revolution, Creating a Fleet",
        order_by_roll=False,
        first_section="revolution, Setup",
        islands=6,
        islands_a_player=3,
        islands_must=True,
        islands_section="revolution, Placing Islands",
        island_gap_long=2.0,
        island_reach_long=4.0,
        spacing_must=True,
        farthest=terms.Farthest.CHAIN,
        spacing_section="revolution, Placing Islands",
        terrain_gap_short=1.0,
        terrain_kinds=frozenset({PieceKind.FOG_BANK, PieceKind.REEF, PieceKind.SARGASSO_SEA}),
        terrain_count=None,
        terrain_section="revolution, Placing Terrain",
        homes=terms.HomeChoice.FOR_ANOTHER,
        home_is_open=False,
        home_section="revolution, Choosing Home Islands",
        creature_section="complete, Sea Creatures",
        forts=True,
        fort_section="revolution, Building Forts",
    ),
    turn=terms.TurnTerms(
        most_actions=None,  # revolution has no such limit
        action_section="revolution, Begin Play",
        own_fleet_section="revolution, Begin Play",
        most_actions_section="revolution, Begin Play",
        derelict_section="revolution, Moving (Derelict)",
        creature_section="complete, Sea Creatures",
        repair_at_forts=True,
        repair_section="revolution, Repairing",
        scuttling=True,
        scuttle_section="revolution, Scuttling",
        stacking_section="revolution, Rules of the High Seas",
        keyword_section="revolution, Keywords",
    ),
    combat=terms.CombatTerms(
        one_misses_section="revolution, Shooting; Rules of the High Seas",
        hit_section="revolution, Shooting; Ram",
        sunk_gold=terms.SunkGold.SPLIT,
        sinking_section="revolution, Shooting (Sinking a ship)",
        loser_picks_crew=False,
        fort_hit_section="revolution, Forts (Abandoned forts; Destroying forts)",
        creature_section="complete, Sea Creatures",
    ),
    treasure=terms.TreasureTerms(
        coins_a_player=8,  # revolution, Placing Treasure: for a 40-point game
        gold_a_player=15,
        coins_an_island=4,
        unique_beside_gold=True,
        one_unique_of_a_name=False,
        treasure_section="revolution, Placing Treasure",
        unique_section="revolution, Placing Treasure (Unique treasure); Exploring",
        begins_docked=True,
        tokens=True,
        explore_section="revolution, Exploring",
        unload_section="revolution, Dock (Unloading treasure)",
        revealed_at_home=True,
        cargo_section="revolution, Placing Crew",
        zero_point_crew_at_home_only=True,
        ship_links=True,
        crew_section="revolution, Placing Crew",
        island_crew_for_all=False,
        crew_transfer_section="revolution, Dock",
        mysterious=False,
        mysterious_section=Message("revolution has no mysterious islands"),
    ),
    ending=terms.EndingTerms(
        ends_by=terms.EndsBy.MORE_THAN_HALF,
        gold_on_ships_counts=False,
        section="revolution, Winning the Game",
    ),
)

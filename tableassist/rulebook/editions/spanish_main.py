"""Pirates of the Spanish Main: the first rules, without forts, terrain and sea creatures."""

from tableassist.messages import Message
from tableassist.pieces import CannonRange, PieceKind
from tableassist.pieces.catalogue import Nation, PrintedCannon
from tableassist.rulebook.editions import terms

SPANISH_MAIN = terms.Edition(
    name="spanish-main",
    title="Pirates of the Spanish Main",
    text_ruler=None,  # spanish-main, Placing Islands: "2 L", and nothing on how long L is
    shooting=terms.ShootingTerms(
        shot_origin=terms.ShotOrigin.MAST_CENTRE,  # spanish-main, Shooting
        # spanish-main, Shooting. A sea creature counts as a ship (complete, Sea Creatures), also on a table that plays
        # this edition with one.
        line_blockers=frozenset({PieceKind.SHIP, PieceKind.SEA_CREATURE, PieceKind.ISLAND}),
        # It has no forts; what is built all the same shoots as in revolution, Forts (Shooting).
        fort_line_blockers=frozenset({PieceKind.SEA_CREATURE}),
        titans_shoot_past_islands=False,  # it has no keywords
        own_fleet_spared=False,  # spanish-main, Shooting: names only ships docked at their home
        # spanish-main, Placing Crew (Musketeer): its symbol is lost in the text, the crew cards print 3S
        musket=PrintedCannon(3, CannonRange.SHORT),
        range_section="spanish-main, Shooting",
        line_section="spanish-main, Shooting",
        fort_section=Message("revolution, Forts (Shooting); spanish-main has no forts"),
        permission_section="spanish-main, Shooting",
        derelict_section="spanish-main, Moving (Derelicts)",
        lost_section=Message("complete, Terrain (Fog Bank); spanish-main has no fog"),
    ),
    contact=terms.ContactTerms(
        bow_zone=terms.BowZone.TIP_TO_FIRST_MAST,
        bow_section="spanish-main, Placing Islands",
        touch_section="spanish-main, Moving",
        bowsprit_touches=False,
        docking_part=terms.TouchPart.BOW,
        docking_is_open=False,
        docking_section="spanish-main, Moving (Dock)",
        creature_docking_part=terms.TouchPart.ANY,
        enemy_fort_closed=False,
        ram_target_part=terms.TouchPart.NON_BOW,
        ram_needs_mast=False,  # spanish-main, Ram: silent
        ram_is_automatic=False,
        ram_rolls=True,
        ram_section="spanish-main, Moving (Ram)",
        pin_needs_ram=False,
        pin_is_open=True,  # spanish-main, Pin: "when its bow is in contact"; Ram: by ramming
        pin_ends_without_masts=False,
        pin_section="spanish-main, Pin",
        lost_cannot_be_met=False,
        boarding_at_once=True,
        board_section="spanish-main, Board",
        tow_takes_treasure=False,
        tow_section="spanish-main, Tow",
        towed_spares_tower=True,  # spanish-main, Tow
        explores_wrecks=False,
        island_explored=Message("with an explore action"),
        explore_section="spanish-main, Exploring",
    ),
    movement=terms.MoveTerms(
        stops_at_contact=False,
        come_about=True,
        stern_turn=False,
        edge=terms.TableEdge.OPEN,
        section="spanish-main, Moving",
        come_about_section="spanish-main, Moving (Come About)",
        stern_turn_section=Message("none: the edition has no keywords"),
        tow_section="spanish-main, Tow",
        derelict_section="spanish-main, Moving (Derelicts)",
        edge_section=Message("none: the edition has no edge"),
    ),
    terrain=terms.TerrainTerms(
        kinds=frozenset(),
        trigger=terms.Trigger.AT_ONCE,
        exit_faces_away=False,
        reef_spares=Message(""),
        trigger_section=Message("spanish-main has no terrain"),
        sections={},
    ),
    setup=terms.SetUpTerms(
        build_total=30,  # spanish-main, Creating a Fleet
        no_duplicates=False,  # spanish-main, Creating a Fleet: silent
        nations=frozenset({Nation.PIRATE, Nation.ENGLISH, Nation.SPANISH}),
        limit_keyword=False,
        limit_section=Message("spanish-main has no keywords"),
        fleet_section="spanish-main, Creating a Fleet",
        order_by_roll=False,
        first_section="spanish-main, Setup",
        islands=6,
        islands_a_player=3,
        islands_must=False,
        islands_section="spanish-main, Placing Islands",
        island_gap_long=2.0,
        island_reach_long=4.0,
        spacing_must=True,
        farthest=terms.Farthest.CHAIN,
        spacing_section="spanish-main, Placing Islands",
        terrain_gap_short=0.0,
        terrain_kinds=frozenset(),
        terrain_count=None,
        terrain_section=Message("spanish-main has no terrain"),
        homes=terms.HomeChoice.FOR_ANOTHER,
        home_is_open=False,
        home_section="spanish-main, Placing Islands",
        creature_section="complete, Sea Creatures",
        forts=False,
        fort_section=Message("spanish-main has no forts"),
    ),
    turn=terms.TurnTerms(
        most_actions=None,  # spanish-main has no such limit
        action_section="spanish-main, Begin Play",
        own_fleet_section="spanish-main, Begin Play",
        most_actions_section="spanish-main, Begin Play",
        derelict_section="spanish-main, Moving (Derelicts)",
        creature_section="complete, Sea Creatures",
        repair_at_forts=False,
        repair_section="spanish-main, Begin Play; Placing Crew (Shipwright)",
        scuttling=False,
        scuttle_section=Message("spanish-main has no scuttling"),
        stacking_section="spanish-main, Rules of the High Seas",
        keyword_section=Message("spanish-main has no keywords"),
    ),
    combat=terms.CombatTerms(
        one_misses_section="spanish-main, Shooting; Rules of the High Seas",
        hit_section="spanish-main, Shooting; Ram",
        sunk_gold=terms.SunkGold.SPLIT,
        sinking_section="spanish-main, Shooting (If you sink a ship)",
        loser_picks_crew=False,
        fort_hit_section=Message("spanish-main has no forts"),
        creature_section="complete, Sea Creatures",
    ),
    treasure=terms.TreasureTerms(
        coins_a_player=6,  # spanish-main, Placing Treasure: for a 30-point game
        gold_a_player=12,
        coins_an_island=3,
        unique_beside_gold=False,
        one_unique_of_a_name=False,
        treasure_section="spanish-main, Placing Treasure",
        unique_section="spanish-main, Placing Treasure; Exploring",
        begins_docked=False,
        tokens=False,
        explore_section="spanish-main, Exploring",
        unload_section="spanish-main, Exploring",
        revealed_at_home=True,
        cargo_section="spanish-main, Placing Crew",
        zero_point_crew_at_home_only=False,
        ship_links=False,
        crew_section="spanish-main, Placing Crew",
        island_crew_for_all=False,
        crew_transfer_section="spanish-main, Moving (Dock)",
        mysterious=False,
        mysterious_section=Message("spanish-main has no mysterious islands"),
    ),
    ending=terms.EndingTerms(
        ends_by=terms.EndsBy.MORE_THAN_HALF,
        gold_on_ships_counts=False,
        section="spanish-main, Winning the Game",
    ),
)

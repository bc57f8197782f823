"""The complete rules, with all expansions: what a table plays unless it says otherwise."""

from tableassist.messages import Message
from tableassist.pieces import CannonRange, PieceKind
from tableassist.pieces.catalogue import Nation, PrintedCannon
from tableassist.rulebook.editions import terms

COMPLETE = terms.Edition(
    name="complete",
    title=Message("Complete rules"),
    text_ruler=terms.CARD,  # complete, Game Overview ("the long and short side of one card")
    shooting=terms.ShootingTerms(
        shot_origin=terms.ShotOrigin.PRINTED_DIE,  # complete, Shooting
        # complete, Shooting; Sea Creatures; Terrain (Fog Bank)
        line_blockers=frozenset({PieceKind.SHIP, PieceKind.SEA_CREATURE, PieceKind.ISLAND, PieceKind.FOG_BANK}),
        # complete, Forts (Shooting): neither other ships, sea creatures nor islands; fog is not among them
        fort_line_blockers=frozenset({PieceKind.FOG_BANK}),
        titans_shoot_past_islands=True,  # complete, Keywords (Titan)
        own_fleet_spared=True,  # complete, Shooting
        musket=PrintedCannon(3, CannonRange.SHORT),  # on the crew cards; the text leaves it to them
        range_section="complete, Shoot Action 2 (Measure Your Range)",
        line_section="complete, Shooting; Fog Bank",
        fort_section="complete, Forts (Shooting)",
        permission_section="complete, Shooting",
        derelict_section="complete, Moving (Derelict)",
        lost_section="complete, Terrain (Fog Bank)",
    ),
    contact=terms.ContactTerms(
        bow_zone=terms.BowZone.FROM_THE_TABLE,
        bow_section="complete, Rules of the High Seas",
        touch_section="complete, Moving",
        bowsprit_touches=False,
        docking_part=terms.TouchPart.BOW,
        docking_is_open=True,  # complete, Move Action (Docking): her bow; Docking: "(touching)"
        docking_section="complete, Move Action (Docking); Docking",
        creature_docking_part=terms.TouchPart.ANY,
        enemy_fort_closed=True,
        ram_target_part=terms.TouchPart.ANY,
        ram_needs_mast=True,  # complete, Ram
        ram_is_automatic=True,
        ram_rolls=False,
        ram_section="complete, Ram",
        pin_needs_ram=True,
        pin_is_open=False,
        pin_ends_without_masts=True,
        pin_section="complete, Ram (Pin)",
        lost_cannot_be_met=True,
        boarding_at_once=False,
        board_section="complete, Ram (Board)",
        tow_takes_treasure=True,
        tow_section="complete, Tow",
        towed_spares_tower=False,  # complete, Tow: silent; both are of one fleet
        explores_wrecks=True,
        island_explored=Message("with an explore action when she begins a turn there"),
        explore_section="complete, Exploring",
    ),
    movement=terms.MoveTerms(
        stops_at_contact=True,
        come_about=False,
        stern_turn=True,
        edge=terms.TableEdge.WALL,
        section="complete, Move Action; A Move Action (bow to bow)",
        come_about_section=Message("none: the edition has no come about"),
        stern_turn_section="complete, Keywords (the master list: Galley, Schooner, Longship)",
        tow_section="complete, Tow",
        derelict_section="complete, Move Action (Derelict)",
        edge_section="complete, Set-up (extents of the playing area; Flat Earth, Round Earth)",
    ),
    terrain=terms.TerrainTerms(
        kinds=frozenset(
            {
                PieceKind.FOG_BANK,
                PieceKind.REEF,
                PieceKind.SARGASSO_SEA,
                PieceKind.ICEBERG,
                PieceKind.WHIRLPOOL,
                PieceKind.TRADE_CURRENT,
            }
        ),
        trigger=terms.Trigger.SEGMENT_END,
        exit_faces_away=True,
        reef_spares=Message("she began her turn on it"),
        trigger_section="complete, Terrain",
        sections={
            PieceKind.FOG_BANK: "complete, Terrain (Fog Bank)",
            PieceKind.REEF: "complete, Terrain (Reef)",
            PieceKind.SARGASSO_SEA: "complete, Sargasso Sea",
            PieceKind.ICEBERG: "complete, Terrain (Iceberg)",
            PieceKind.WHIRLPOOL: "complete, Whirlpool",
            PieceKind.TRADE_CURRENT: "complete, Trade Current",
        },
    ),
    setup=terms.SetUpTerms(
        build_total=40,  # complete, Fleets
        no_duplicates=True,  # complete, Fleets (The No-Duplicates Rule)
        nations=frozenset(Nation) - {Nation.WHITEBEARDS_RAIDERS},
        limit_keyword=True,
        limit_section="complete, Keywords",
        fleet_section="complete, Fleets",
        order_by_roll=True,
        first_section="complete, Setup",
        islands=None,
        islands_a_player=3,
        islands_must=False,
        islands_section="complete, Placing Islands",
        island_gap_long=1.0,
        island_reach_long=6.0,
        spacing_must=False,
        farthest=terms.Farthest.CHAIN,
        spacing_section="complete, Placing Islands",
        terrain_gap_short=0.0,
        terrain_kinds=frozenset(
            {
                PieceKind.FOG_BANK,
                PieceKind.REEF,
                PieceKind.SARGASSO_SEA,
                PieceKind.ICEBERG,
                PieceKind.WHIRLPOOL,
            }
        ),
        terrain_count=None,
        terrain_section="complete, Placing Terrain; Trade Current",
        homes=terms.HomeChoice.FOR_ANOTHER,
        home_is_open=True,
        home_section="complete, Choosing Home Islands",
        creature_section="complete, Sea Creatures",
        forts=True,
        fort_section="complete, Building Forts",
    ),
    turn=terms.TurnTerms(
        most_actions=2,  # complete, Rules of the High Seas; Actions (Multiple actions)
        action_section="complete, Playing the Game; Actions",
        own_fleet_section="complete, Actions",
        most_actions_section="complete, Actions (Multiple actions)",
        derelict_section="complete, Moving (Derelict)",
        creature_section="complete, Sea Creatures",
        repair_at_forts=True,
        repair_section="complete, Repairing",
        scuttling=True,
        scuttle_section="complete, Shooting (Scuttling)",
        stacking_section="complete, Rules of the High Seas",
        keyword_section="complete, Keywords",
    ),
    combat=terms.CombatTerms(
        one_misses_section="complete, Shooting; Rules of the High Seas",
        hit_section="complete, Shoot Action 4 (Do Your Damage)",
        sunk_gold=terms.SunkGold.REMOVED,
        sinking_section="complete, Shooting (Sinking a ship)",
        loser_picks_crew=True,
        fort_hit_section="complete, Forts (Abandoned forts; Destroying forts)",
        creature_section="complete, Sea Creatures",
    ),
    treasure=terms.TreasureTerms(
        coins_a_player=None,  # complete, Placing Treasure: an equal number of any value
        gold_a_player=None,
        coins_an_island=None,
        unique_beside_gold=False,
        one_unique_of_a_name=True,
        treasure_section="complete, Placing Treasure",
        unique_section="complete, Placing Treasure (Unique treasure); Exploring",
        begins_docked=True,
        tokens=True,
        explore_section="complete, Exploring",
        unload_section="complete, Docking (Unloading treasure)",
        revealed_at_home=True,
        cargo_section="complete, Explore Action; Placing Crew and Equipment",
        zero_point_crew_at_home_only=True,
        ship_links=True,
        crew_section="complete, Placing Crew and Equipment",
        island_crew_for_all=True,
        crew_transfer_section="complete, Docking",
        mysterious=True,
        mysterious_section="complete, Docking (Mysterious islands)",
    ),
    ending=terms.EndingTerms(
        ends_by=terms.EndsBy.ALL_UNLOADED,
        gold_on_ships_counts=False,
        section="complete, Winning the Game",
    ),
)

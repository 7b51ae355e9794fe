"""What can be chosen before a game."""

from __future__ import annotations

from typing import Literal

from sandtable.kernel import Options


class KoreaOptions(Options, frozen=True, kw_only=True):
    """What can be chosen before a game."""

    season: Literal["spring", "summer", "autumn", "winter"] = "spring"
    bad_weather: bool = False
    clear_weather: bool = False
    """Clear weather all along, in the small scenarios that offer it."""
    rolled_air_points: bool = False
    """Air points by the dice, a third of them for use, in the small scenarios that print their own."""
    supply: bool = False
    """Lines of communication in the standard game."""
    meus: Literal["none", "13", "15", "both"] = "none"
    """Marine expeditionary units that join Incheon Again, against a DPRK at full strength."""
    airmobile_bases: bool = False
    """Airmobile points start from a base."""
    air_war: Literal["strategic_surprise", "tactical_surprise", "extended_mobilization"] = "strategic_surprise"
    """The campaign whose forces fight the air war."""
    first_strikes: bool = False
    """In the air war: losses of the ROK and the US on the ground before the first turn."""
    standard_air: bool = False
    """Campaigns with the air points of the standard game instead of air units."""
    prc_190: Literal["brigade", "division"] = "division"
    """What the 190th of the 39th Group Army is: the sources differ."""
    hidden_air: bool = False
    """What flies in a strike stays secret until it is detected, and pairs in the air are picked in secret."""
    hovercraft: bool = False
    """Light infantry of the DPRK crosses water by hovercraft."""
    raptors: bool = False
    """Whole squadrons of F-22s, with weaker F-15s."""
    marine_f35: bool = False
    """An F-35 for one F/A-18 of the marines."""
    navy_f35: bool = False
    """An F-35C for one F/A-18 of a carrier."""
    stolen_plans: Literal["none", "shift", "segment"] = "none"
    """Plans of the Allies that were stolen: one more column of surprise, or one more combat segment with it."""
    stolen_base_plans: bool = False
    """Raids on air bases are easier in the first turn."""
    cobra_weasels: bool = False
    """AH-1Z of the marines attack radar and missile sites."""
    national_support: bool = False
    """Combat support comes only from nations that fight in the battle."""
    single_prc_support: bool = False
    """China supports a combat with one air unit at most."""
    japanese_army: bool = False
    """Ground forces of Japan can come to Korea."""
    chemical_response: bool = False
    """The ROK answers chemical attacks with its own."""
    nuclear_attack: bool = False
    """The DPRK may destroy Busan before the war."""
    refugees: bool = False
    """Refugees block the roads of the ROK in the first turns."""
    low_readiness: bool = False
    """Units of the US Army are less efficient."""
    no_budget_cuts: bool = False
    """More US air units, and better arrival rolls."""
    prc_intervention: bool = False
    """China joins the DPRK in the big standard scenarios."""

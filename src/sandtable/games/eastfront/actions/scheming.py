"""What the Axis says about its plan of victory."""

from __future__ import annotations

from sandtable.games.eastfront.rules.scenarios import campaign
from sandtable.kernel import Action, verb


class Choose(Action, frozen=True, tag="choose_plan"):
    """Choose a plan of victory in secret."""

    plan: str


class Reveal(Action, frozen=True, tag="show_plan"):
    """Show the plan of victory."""


class Ferry(Action, frozen=True, tag="cross_strait"):
    """Send the mountain divisions over the strait of Kerch."""


CHOOSE = verb(Choose, "EFS-10.55.a", lambda d, a: campaign.choose(d, a.plan), plan=campaign.choices)
REVEAL = verb(Reveal, "EFS-10.55.a", lambda d, a: campaign.reveal(d), allow=campaign.why_not_reveal)
FERRY = verb(Ferry, "EFS-10.55.e", lambda d, a: campaign.cross(d), allow=campaign.why_not_cross)

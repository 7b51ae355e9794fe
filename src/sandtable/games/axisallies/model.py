"""The position of a game of Global 1940: units, territories, treasuries, wars, battles."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Struct

from sandtable.kernel import Options, State, of
from sandtable.kernel.refusals import Place, Seat

if TYPE_CHECKING:
    from sandtable.games.axisallies.scenario import GlobalScenario

NEUTRAL_ARMY = "neutral"

PieceId = Annotated[int, of("piece")]
Kind = Annotated[str, of("kind")]
Economy = Annotated[str, of("economy")]

Task = Literal["", "attack", "assault", "raid", "escort", "scramble", "intercept"]
Stance = Literal["", "strict", "pro_axis", "pro_allies"]
Alliance = Literal["axis", "allies"]


class GlobalOptions(Options, frozen=True, kw_only=True):
    """What the players choose before the game."""

    research: bool = False
    """Play with research and development (AA-13.use)."""
    low_luck: bool = False
    """Not in the rulebook: each side's values are added up, every full six hits, the rest is rolled once."""
    research_for_all: bool = False
    """Let China and the Soviet Union research too."""
    dutch_entry: Literal["both", "noncombat"] = "both"
    """When the United Kingdom and ANZAC may take Dutch territories: in both movement phases, or in noncombat only."""
    rounds: int = 0
    """Not in the rulebook: end after so many rounds, the side with the higher production wins; 0 plays to the end."""
    consent: Literal["given", "asked"] = "given"
    """Whether allies share until one of them says otherwise, or only once they were asked (AA-9.2.general.share)."""
    us_atlantic_everywhere: bool = False
    """Apply the limit on US ships before war with Germany or Italy on both map halves."""


class Unit(Struct, frozen=True, omit_defaults=True):
    """One piece. Everything after ``damaged`` is about this turn and is wiped when the turn of its owner ends."""

    kind: Kind
    owner: str
    """The power it belongs to, or ``neutral`` for the army of an attacked neutral."""
    at: Place
    aboard: PieceId = 0
    """The transport or carrier that holds it; it is ``at`` the same zone."""
    damaged: bool = False
    stuck: bool = False
    """Survivor of an attacked neutral: may not move until somebody takes it over."""
    fresh: bool = False
    """Joined this power this turn (a neutral's army): may not be used before its next turn."""
    spent: int = 0
    """Spaces moved this turn, in both movement phases together."""
    boost: int = 0
    """Extra movement from the base it started at this turn."""
    origin: Place = 0
    """The space it came from into the space it fights in; where it may retreat to."""
    task: Task = ""
    """What it does in Conduct Combat."""
    target: Place = 0
    """The territory it will land in or raid, where that is not the space it is in."""
    loaded: Literal["", "combat", "noncombat"] = ""
    """The phase of this turn in which it boarded."""
    moved: bool = False
    """It moved, loaded or was engaged in Combat Move."""
    fought: bool = False
    landed: bool = False
    """It came ashore from a transport this turn."""
    unloaded: bool = False
    """A transport that has unloaded: it may do nothing more this turn."""
    retreated: bool = False
    submerged: bool = False
    bombarded: bool = False
    """It may not bombard a shore (again) this turn."""
    deck: PieceId = 0
    """The carrier it took off from to defend the zone, where it lands again if it can."""
    aim: Literal["", "works", "air_base", "naval_base"] = ""
    """The installation this raiding bomber goes for."""
    kamikazes: int = 0
    """Kamikaze attacks announced against this ship."""
    dropped: bool = False
    """Infantry flown in from an air base: paratroopers, fired on like aircraft."""
    passing: bool = False
    """A transport without an escort that submarines may fire at before it goes on."""
    blitz_from: Place = 0
    """The territory in which its blitz of this turn began; it drove through ``origin``."""


class Territory(Struct, frozen=True, omit_defaults=True):
    """The changing facts of a land space."""

    holder: str = ""
    """The power that controls it; empty for neutrals and the Dutch."""
    since: str = ""
    """Who held it when the turn of the active power began."""
    stance: Stance = ""
    """How a neutral leans; empty once a power has taken it."""
    roused: bool = False
    """A neutral that was attacked: its army stands on the board."""
    former_neutral: bool = False
    works: Literal["", "minor_ic", "major_ic"] = ""
    works_damage: int = 0
    air_base: bool = False
    air_base_damage: int = 0
    naval_base: bool = False
    naval_base_damage: int = 0
    built: tuple[str, ...] = ()
    """Installations placed this turn: of no use before the next one."""
    placed: int = 0
    """Units mobilized by the complex here this turn."""
    launched: bool = False
    """Its air base has fired its rocket in this raid step."""
    overrun: bool = False
    """Taken in this turn's Combat Move, by a blitz or from the Dutch: to its other moves it is what it was before."""


class Power(Struct, frozen=True, omit_defaults=True):
    """What a power keeps from turn to turn."""

    turns: int = 0
    """Turns begun so far."""
    technologies: tuple[str, ...] = ()
    kamikazes: int = 0


class Hits(Struct, frozen=True, omit_defaults=True):
    """Hits that wait for casualties, by what they may be assigned to."""

    any: int = 0
    """Hits on everything."""
    ships: int = 0
    """Hits of submarines: not on aircraft."""
    surface: int = 0
    """Hits of aircraft without a destroyer: not on submarines."""
    air: int = 0
    """Hits of anti-aircraft fire: on aircraft only."""


class Battle(Struct, frozen=True, omit_defaults=True):
    """A fight that was decided on in Combat Move, in the space that is its key."""

    kind: Literal["sea", "land", "raid"]
    attacker: Seat
    zones: tuple[Place, ...] = ()
    """For a land battle: the sea zones troops are landing from."""
    round: int = 0
    on_attacker: Hits | None = None
    on_defender: Hits | None = None
    doomed: tuple[PieceId, ...] = ()
    """Defenders behind the casualty strip: hit, but still to fire."""
    struck: tuple[PieceId, ...] = ()
    """Submarines that used their surprise strike this round."""
    chosen_by: str = ""
    """Who picks the defender's casualties after a disagreement (the attacker)."""
    ignore: bool = False
    """The attacker leaves the submarines and transports here alone."""
    fought: bool = False
    """Dice were rolled or transports destroyed here."""
    over: bool = False
    hostile: bool = False
    """Enemy surface warships were in this zone when Combat Move ended: no place to retreat to."""
    origins: tuple[Place, ...] = ()
    """The spaces the attackers came from, also those whose units fell since."""
    proposed: tuple[PieceId, ...] = ()
    """Losses the spokesman of several defenders proposes, and the ships that shall only be damaged."""
    proposed_damage: tuple[PieceId, ...] = ()
    stalled: bool = False
    """Both sides have units left that cannot harm each other."""


class GlobalState(State, frozen=True, kw_only=True):
    """The whole position."""

    round: int = 1
    units: Annotated[dict[int, Unit], of("piece")] = {}
    territories: Annotated[dict[int, Territory], of("place")] = {}
    powers: Annotated[dict[str, Power], of("seat")] = {}
    treasury: Annotated[dict[str, int], of("economy")] = {}
    orders: dict[str, int] = {}
    """Bought and not yet placed: ``economy.kind`` to how many."""
    wars: dict[str, int] = {}
    """Pairs of powers at war, written ``germany-uk`` in alphabetical order, to the round it began in."""
    events: dict[str, int] = {}
    """Things that happened and that rules or objectives ask about, to the round they first happened in."""
    slips: Annotated[dict[int, tuple[Place, ...]], of("place")] = {}
    """The zones of the ships that each complex has launched this turn: another complex on a zone may still take one."""
    battles: Annotated[dict[int, Battle], of("place")] = {}
    attacked: tuple[Place, ...] = ()
    """Strict neutrals, Dutch and Soviet territories attacked this turn, for what follows at its end."""
    permits: dict[str, int] = {}
    """What a power was asked or said this turn, to 1 (yes) or 0 (no): ``canal.power`` or ``owner.guest.asset``."""
    winner: str = ""
    next_unit: int = 1
    thresholds: dict[str, int] = {}
    """Ways to win that a side meets now, to the round since which it has done so without a break."""
    new_wars: tuple[str, ...] = ()
    """Pairs of powers between which war began this turn, written as in ``wars``."""
    consents: dict[str, int] = {}
    """What a power last said an ally may use: ``owner.guest.asset`` to 1 (given) or 0 (withheld)."""

    if TYPE_CHECKING:

        @property
        def board(self) -> GlobalScenario:
            """The map, unit types and tables."""

    @property
    def active(self) -> str:
        """The power whose turn it is; empty between turns."""
        power = _second_part(self.flow[0].at) if self.flow else ""
        return power if power in self.board.powers else ""


@cache
def _second_part(at: str) -> str:
    """The second name in a place of the sequence of play: ``germany`` in ``round.germany.purchase``."""
    return at.split(".")[1] if "." in at else ""

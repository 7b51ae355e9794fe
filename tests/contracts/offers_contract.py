"""Promises about questions and answers: what is lit can be done, what is not lit is refused and says why."""

from __future__ import annotations

from typing import Any

from sandtable.kernel import Action, Game, Offer, Refusal, SeededDice, Step
from sandtable.kernel.codec import Malformed, decode, encode, state_hash
from sandtable.kernel.match import read_action
from sandtable.kernel.offers import leaves, sample
from tests.contracts import clicks
from tests.contracts.playing import Broken, Playthrough, spread

POSITIONS = 30
LEAVES = 12
WIDTH = 16
"""Things lit at one level that are each followed to a whole action."""


def every_prompt_has_an_answer(played: Playthrough) -> None:
    """Each seat is asked once, sits in the game, and has something to click; when nobody is asked the game is over."""
    game = played.game
    for state in (*played.positions(), played.match.state):
        prompts = game.prompts(state)
        seats = [prompt.seat for prompt in prompts]
        if not prompts and game.outcome(state) is None:
            raise Broken("nobody is asked and the game has not ended", state)
        if len(seats) != len(dict.fromkeys(seats)) or any(seat not in state.scenario.seats for seat in seats):
            raise Broken("the wrong seats are asked", state, seats=seats, known=state.scenario.seats)
        for seat in seats:
            if not game.offers(state, seat):
                raise Broken(f"{seat} is asked and nothing is lit", state)


def offered_actions_apply(played: Playthrough) -> None:
    """Whatever the offers hold is carried out, and the position it came from stays as it was."""
    game, dice = played.game, played.dice("apply")
    for state in played.positions(POSITIONS):
        print_before = state_hash(state)
        for prompt in game.prompts(state):
            for verb in game.open_verbs(state, prompt.seat):
                found = spread(list(leaves(verb, state, prompt.seat, 200)), LEAVES // 2)
                drawn = (sample(verb, state, prompt.seat, dice) for _ in range(LEAVES // 2))
                for action in (*found, *(one for one in drawn if one is not None)):
                    _must_apply(game, state, prompt.seat, action)
        if state_hash(state) != print_before:
            raise Broken("applying an answer changed the position it was given in", state)


def _must_apply(game: Game[Any], state: Any, seat: str, action: Action) -> None:
    if (no := game.why_not(state, seat, action)) is not None:
        raise Broken("an offered action is refused", state, seat=seat, action=action, refusal=no)
    if not clicks.is_offered(game, state, seat, action):
        raise Broken("a sampled action cannot be clicked together", state, seat=seat, action=action)
    step = game.apply(state, seat, action, SeededDice(b"whatever falls"))
    if isinstance(step, Refusal):
        raise Broken("an offered action is refused", state, seat=seat, action=action, refusal=step)
    if (problem := game.broken(step.state)) is not None:
        raise Broken(f"an offered action breaks the position: {problem}", state, seat=seat, action=action)


def no_lit_branch_is_dead(played: Playthrough) -> None:
    """Everything that lights up leads to at least one whole action, click by click."""
    game, dice = played.game, played.dice("branches")
    for state in played.positions(POSITIONS):
        for prompt in game.prompts(state):
            offers = game.offers(state, prompt.seat)
            assert not isinstance(offers, Refusal)
            for offer in offers:
                _follow(game, state, prompt.seat, {"do": offer.do}, dice)


def _follow(game: Game[Any], state: Any, seat: str, partial: clicks.Partial, dice: SeededDice) -> None:
    for _ in range(clicks.DEPTH):
        offer = clicks.opened(game, state, seat, partial)
        if isinstance(offer, Refusal):
            raise Broken("what was lit is refused when clicked", state, seat=seat, clicked=partial, refusal=offer)
        if offer.widget is not None and offer.widget.default is not None:
            _must_take_its_default(game, state, seat, partial, offer)
        if offer.widget is not None and offer.widget.reach:
            _must_reach(game, state, seat, partial, offer)
        ways = list(clicks.next_clicks(partial, offer))
        alive = [way for way in spread(ways, WIDTH) if clicks.leads_to_an_action(game, state, seat, way)]
        if not alive and not offer.is_whole:
            raise Broken("what is lit leads nowhere", state, seat=seat, clicked=partial)
        if offer.widget is not None and clicks.must_each_lead_on(offer.widget):
            dead = [way for way in spread(ways, WIDTH) if way not in alive]
            if dead:
                raise Broken("what is lit leads nowhere", state, seat=seat, clicked=dead[0])
        if not alive:
            return
        partial = alive[dice.draw(range(len(alive)))]


def _must_take_its_default(game: Game[Any], state: Any, seat: str, partial: clicks.Partial, offer: Offer) -> None:
    assert offer.widget is not None
    click = {**partial, offer.arg: offer.widget.default}
    if not clicks.leads_to_an_action(game, state, seat, click):
        raise Broken("a default is not legal", state, seat=seat, clicked=click)


def _must_reach(game: Game[Any], state: Any, seat: str, partial: clicks.Partial, offer: Offer) -> None:
    """Every place of a reach is where its way ends, and the whole way can be given with one click."""
    assert offer.widget is not None
    for place, way in spread(list(offer.widget.reach.items()), WIDTH):
        click = {**partial, offer.arg: way.path}
        there = clicks.opened(game, state, seat, click)
        if isinstance(there, Refusal) or not there.is_whole or str(way.path[-1]) != place:
            raise Broken("a place of the reach cannot be reached", state, seat=seat, clicked=click)


def other_actions_are_refused(played: Playthrough) -> None:
    """Actions that no click can make are refused with a reason, and nothing changes."""
    game, dice = played.game, played.dice("strange")
    for moment in spread(list(played.moments), POSITIONS):
        state, fingerprint = moment.before, state_hash(moment.before)
        for seat, action in strange_actions(played, moment.seat, moment.action, state, dice):
            answer = game.apply(state, seat, action, SeededDice(b"whatever falls"))
            is_offered = seat in state.here.waiting and clicks.is_offered(game, state, seat, action)
            if isinstance(answer, Step):
                if not is_offered:
                    raise Broken("an action that is not offered was carried out", state, seat=seat, action=action)
                continue
            if is_offered and not _asks_for_selections(action):
                raise Broken("an offered action is refused", state, seat=seat, action=action, refusal=answer)
            _must_explain(game, state, action, answer)
        if state_hash(state) != fingerprint:
            raise Broken("a refused answer changed the position", state)


def _asks_for_selections(action: Action) -> bool:
    """Whether a rule about a selection as a whole may refuse what its parts allow."""
    return any(isinstance(getattr(action, name), tuple | dict) for name in type(action).__struct_fields__)


def _must_explain(game: Game[Any], state: Any, action: Action, no: Refusal) -> None:
    word = str(type(action).__struct_config__.tag)
    ruled = bool(game.sequence.phase(state.here.at).rule and game.verbs[word].rule)
    if not no.key or (ruled and not no.rule):
        raise Broken("a refusal names no key or no rule", state, action=action, refusal=no)
    if decode(encode(no), Refusal) != no:
        raise Broken("a refusal cannot be sent", state, action=action, refusal=no)


def strange_actions(
    played: Playthrough, seat: str, action: Action, state: Any, dice: SeededDice
) -> list[tuple[str, Action]]:
    """A legal action given by others, at the wrong time, or with other arguments."""
    found: list[tuple[str, Action]] = [(other, action) for other in (*state.scenario.seats, "nobody") if other != seat]
    found += [(seat, other.action) for other in spread(list(played.moments), 6)]
    for name in type(action).__struct_fields__:
        for value in clicks.strange_values(state, getattr(action, name), dice):
            data = {n: getattr(action, n) for n in type(action).__struct_fields__}
            found.append((seat, type(action)(**{**data, name: value})))
    return found


def wrong_types_are_refused(played: Playthrough) -> None:
    """Plain data of the wrong type never gets into the rules, neither as an action nor as a half-opened offer."""
    game = played.game
    for moment in spread(list(played.moments), POSITIONS // 2):
        state = moment.before
        data = clicks.over_the_wire(moment.action)
        for word in clicks.WRONG_TYPES:
            _must_survive(game, state, moment.seat, {**data, "do": word})
            _must_survive(game, state, moment.seat, {**data, "not an argument": word})
            for name in type(moment.action).__struct_fields__:
                _must_survive(game, state, moment.seat, {**data, name: word})


def _must_survive(game: Game[Any], state: Any, seat: str, data: dict[str, Any]) -> None:
    try:
        game.offers(state, seat, data)
        action = read_action(game, data)
    except Malformed:
        return
    except Exception as problem:
        raise Broken("plain data of a wrong type crashed the rules", state, data=data) from problem
    is_done = isinstance(game.apply(state, seat, action, SeededDice(b"whatever falls")), Step)
    if is_done and not clicks.is_offered(game, state, seat, action):
        raise Broken("plain data became an action that is not offered", state, data=data)

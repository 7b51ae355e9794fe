"""What procedures are about: declared by a game, kept in its frames, read back, pointed at, hidden."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.kernel import Draft, Flow, Frame, NoDice, Ref, Scenario, State, Subject, Visibility, codec, public
from sandtable.kernel.changes import check_state, typed
from sandtable.kernel.refusals import Place, Seat
from sandtable.kernel.state import bind
from sandtable.kernel.subjects import hiding, points_of, subjects_of
from sandtable.kernel.views import check_visibility, is_shown, redact


class Battle(Subject, frozen=True):
    hex: Place
    round: int = 1
    card: int | None = None


class Reaction(Subject, frozen=True):
    seat: Seat
    places: tuple[Place, ...] = ()
    near: Place | None = None


class Front(State, frozen=True, kw_only=True):
    flow: Flow[Battle | Reaction] = ()
    turn: int = 1


class Old(State, frozen=True, kw_only=True):
    turn: int = 1


NESTED: Flow[Any] = (
    Frame("turn.move", 7),
    Frame("battle", Battle(3606, card=9)),
    Frame("reaction", Reaction("axis", (3607,))),
    Frame("battle", Battle(3607, 2)),
)


def front(*flow: Frame[Any]) -> Front:
    return bind(Front(flow=flow), Scenario(name="test", seats=("axis", "allies")))


def test_the_innermost_of_a_kind_is_meant() -> None:
    state = front(*NESTED)
    assert state.subject(Battle) == Battle(3607, 2)
    assert state.subject(Reaction).seat == "axis"
    assert state.here.subject == Battle(3607, 2)
    assert state.flow[0].ref == 7


def test_outside_there_is_none() -> None:
    assert front(NESTED[0]).within(Battle) is None
    with pytest.raises(LookupError, match="nothing that goes on is about a Battle"):
        front(NESTED[0]).subject(Battle)


def test_frames_come_back_from_json_with_their_subjects() -> None:
    state = front(*NESTED)
    data = codec.encode(state)
    assert b'{"at":"battle","ref":{"is":"battle","hex":3606,"card":9}}' in data
    assert b'{"at":"turn.move","ref":7}' in data
    again = codec.decode_state(data, Front, state.scenario)
    assert again == state
    assert codec.state_hash(again) == codec.state_hash(state)


def test_a_frame_about_a_number_is_written_as_it_always_was() -> None:
    assert codec.encode(Old(flow=(Frame("turn", 3, ("a",), 2),))) == (
        b'{"flow":[{"at":"turn","ref":3,"waiting":["a"],"stage":2}]}'
    )
    assert codec.encode(Old(flow=(Frame("turn"),))) == b'{"flow":[{"at":"turn"}]}'


@pytest.mark.parametrize(
    "ref", ['{"is": "raid"}', '{"hex": 3606}', '{"is": "battle"}', '{"is": "battle", "hex": 1, "x": 2}', '"x"', "[1]"]
)
def test_a_subject_that_nobody_declared_is_malformed(ref: str) -> None:
    data = f'{{"flow": [{{"at": "battle", "ref": {ref}}}]}}'
    for kind in (Front, Old):
        with pytest.raises(codec.Malformed, match="ref"):
            codec.decode(data, kind)


def test_a_change_of_the_flow_is_typed() -> None:
    d = Draft(front(*NESTED[:1]), NoDice())
    d.call("battle", Battle(3606))
    (change,) = d.changes()
    read = codec.decode(codec.encode(change), type(change))
    assert typed(Front, read) == change


def test_a_call_names_a_declared_subject() -> None:
    d = Draft(bind(Old(flow=(Frame("turn"),)), Scenario(name="test")), NoDice())
    with pytest.raises(TypeError, match=r"Old has no subject Battle; declare it: flow: Flow\[Battle\]"):
        d.call("battle", Battle(3606))
    assert list(subjects_of(Old)) == []
    assert list(subjects_of(Front)) == ["battle", "reaction"]


def test_a_subject_is_what_a_procedure_keeps_in_mind() -> None:
    d = Draft(front(*NESTED), NoDice())
    d.edit_subject(Reaction, near=1)
    d.edit_subject(Battle, round=3)
    assert [frame.subject for frame in d.now.flow] == [
        7,
        Battle(3606, card=9),
        Reaction("axis", (3607,), 1),
        Battle(3607, 3),
    ]
    assert d.writes == 2
    with pytest.raises(LookupError, match="Battle"):
        Draft(front(NESTED[0]), NoDice()).edit_subject(Battle, round=2)


def test_a_subject_points_at_what_it_names() -> None:
    assert [points_of(frame) for frame in NESTED] == [
        (),
        (Ref("place", 3606),),
        (Ref("seat", "axis"), Ref("place", 3607)),
        (Ref("place", 3607),),
    ]
    assert points_of(Frame("reaction", Reaction("", (), 3))) == (Ref("place", 3),)


def no_card(state: Front, seat: str, subject: Subject) -> Subject:
    hidden = isinstance(subject, Battle) and subject.card is not None and seat != "axis"
    return replace(subject, card=None) if hidden else subject


VISIBILITY: Visibility = {"flow": hiding(no_card), "turn": public}


def test_a_subject_can_be_masked() -> None:
    check_visibility(Front, VISIBILITY)
    state = front(*NESTED)
    assert redact(state, VISIBILITY, "axis") is state
    seen = redact(state, VISIBILITY, "allies")
    assert seen.flow[1].subject == Battle(3606)
    assert (seen.flow[0], *seen.flow[2:]) == (NESTED[0], *NESTED[2:])
    assert b'"card"' not in codec.encode(seen)


def test_a_subject_that_comes_to_light_is_shown() -> None:
    masked = front(*NESTED)
    shown = front(NESTED[0], Frame("battle", Battle(3606)))
    assert is_shown(masked, shown, VISIBILITY, ("allies",))
    assert not is_shown(masked, shown, VISIBILITY, ("axis",))
    flows: list[Flow[Any]] = [
        (*NESTED, Frame("reaction")),
        NESTED[:1],
        (NESTED[0], Frame("reaction", Reaction("axis"))),
    ]
    for later in flows:
        assert not is_shown(masked, front(*later), VISIBILITY, ("allies",))


class Loose(Subject, frozen=True):
    hexes: list[int]


class Unfit(State, frozen=True, kw_only=True):
    flow: Flow[Loose] = ()


def test_a_subject_is_as_plain_as_the_rest_of_a_state() -> None:
    check_state(Front)
    with pytest.raises(TypeError, match=r"Unfit.flow holds a list"):
        check_state(Unfit)

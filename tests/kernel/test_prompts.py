"""Questions and endings, as they are sent."""

from __future__ import annotations

from sandtable.kernel import Outcome, Prompt, Ref
from sandtable.kernel.codec import decode, encode


def test_a_question_is_sent_without_what_it_does_not_say() -> None:
    prompt = Prompt(seat="axis", at="turn.move", key="prompt.turn.move")
    assert encode(prompt) == b'{"seat":"axis","at":"turn.move","key":"prompt.turn.move"}'
    full = Prompt(seat="axis", at="x", key="k", rule="R", params={"left": 3, "hex": Ref("place", 1)}, verbs=("move",))
    assert decode(encode(full), Prompt) == full


def test_an_ending_may_have_no_winner() -> None:
    drawn = Outcome(winners=(), key="outcome.draw")
    assert encode(drawn) == b'{"winners":[],"key":"outcome.draw"}'
    assert decode(encode(drawn), Outcome) == drawn

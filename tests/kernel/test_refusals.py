"""Refusals are values that point at the board."""

from __future__ import annotations

from typing import Annotated

import msgspec
import pytest

from sandtable.kernel import Ref, Refusal, of, refuse
from sandtable.kernel.codec import decode, encode


def test_a_refusal_names_the_rule_the_words_and_what_to_point_at() -> None:
    no = refuse("EF-10.54", "refuse.zone", Ref("place", 3606), Ref("piece", 7), need=3, place=Ref("place", 3606))
    assert (no.rule, no.key) == ("EF-10.54", "refuse.zone")
    assert no.points == (Ref("place", 3606), Ref("piece", 7))
    assert no.params == {"need": 3, "place": Ref("place", 3606)}


def test_what_is_not_said_is_not_sent() -> None:
    assert encode(refuse("R", "k")) == b'{"rule":"R","key":"k"}'
    assert decode(b'{"rule":"R","key":"k"}', Refusal) == refuse("R", "k")


def test_links_can_be_put_in_order() -> None:
    assert sorted([Ref("place", 2), Ref("piece", 9), Ref("place", 1)]) == [
        Ref("piece", 9),
        Ref("place", 1),
        Ref("place", 2),
    ]


def test_a_domain_does_not_change_what_a_type_accepts() -> None:
    place = Annotated[int, of("place")]
    assert msgspec.convert(3606, place) == 3606
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert("x", place)

"""What every answer and request is made of. The same types check requests, write answers and describe the API."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from sandtable.kernel.refusals import Refusal

# A zero byte cannot be stored by every database, and no name or text needs control characters.
# What `$` lets stand behind it, in Python alone, is a last line break: a header of a mail must not have one.
_END = r"$(?!\n)"
_PLAIN = r"^[^\x00-\x1f\x7f]*" + _END
# Names hold nothing that is not seen, or that turns the writing of what comes after it.
_SEEN = r"^[^\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]*" + _END
_ADDRESS = r'[^\x00-\x20\x7f@,;:<>()"\\\[\]]+'
Name = Annotated[str, Meta(min_length=2, max_length=40, pattern=_SEEN)]
Nick = Annotated[str, Meta(max_length=40, pattern=_SEEN)]
"""A name, or none yet."""
Email = Annotated[str, Meta(max_length=200, pattern=f"^({_ADDRESS}@{_ADDRESS})?{_END}")]
"""One address, or none: never a list of them."""
Password = Annotated[str, Meta(min_length=10, max_length=200)]
Line = Annotated[str, Meta(max_length=200, pattern=_PLAIN)]
Caption = Annotated[str, Meta(max_length=200, pattern=_SEEN)]
"""What somebody calls a thing that others see in a list."""
Title = Annotated[str, Meta(min_length=1, max_length=80, pattern=_SEEN)]
"""What somebody calls a thing of his own."""
Prose = Annotated[str, Meta(max_length=20_000, pattern=r"^[^\x00]*$")]
Said = Annotated[str, Meta(min_length=1, max_length=2_000, pattern=r"^[^\x00]*$")]
Word = Annotated[str, Meta(max_length=64, pattern=_PLAIN)]
ClientId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]*" + _END)]
Seq = Annotated[int, Meta(ge=0, le=2**31 - 1)]
SCHEMAS = "#/components/schemas/"
"""Where the document of the API keeps its named schemas."""
_VERB = {"properties": {"do": {"type": "string"}}, "additionalProperties": True}
Action = Annotated[
    dict[str, Any],
    Meta(title="Action", extra_json_schema={**_VERB, "required": ["do"]}),
]
"""An answer to a prompt; its verb is ``do``, its other fields are those of the game's own action."""
Partial = Annotated[
    dict[str, Any],
    Meta(title="Partial", extra_json_schema=_VERB),
]
"""An answer as far as it is given."""
Known = Annotated[
    Any,
    Meta(
        title="State",
        extra_json_schema={
            "type": "object",
            "properties": {"flow": {"type": "array", "items": {"$ref": f"{SCHEMAS}Frame"}}},
            "additionalProperties": True,
        },
    ),
]
"""A position as a seat knows it: the fields of the game's own state, and where the sequence of play stands."""
Told = Annotated[
    Any,
    Meta(
        extra_json_schema={
            "anyOf": [
                *(
                    {"$ref": f"{SCHEMAS}{name}"}
                    for name in ("Overlay", "Odds", "Menu", "Suggestion", "BattleBoard", "Plan", "Display")
                ),
                {"type": "null"},
            ]
        }
    ),
]
"""What a game answers to a question that changes nothing; null where there is nothing to say now."""
Milliseconds = int
"""Times are milliseconds since 1970 in UTC; durations are milliseconds too."""


class Body(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of everything a client sends: a field we do not know is a mistake that the sender should hear of."""


class Fact(Struct, frozen=True, kw_only=True):
    """Base of everything the server answers."""


class Problem(Fact, frozen=True):
    """Why a request failed. ``code`` is for programs, ``text`` is English for people who write clients."""

    code: str
    text: str
    refusal: Refusal | None = None
    seq: int | None = None


class Empty(Fact, frozen=True):
    """Nothing more to say."""


class Health(Fact, frozen=True):
    """Whether the server works."""

    status: Literal["ok", "failing", "damaged"]
    version: str
    store: str
    problem: str = ""
    """What is wrong and what to do, for whoever runs the server."""

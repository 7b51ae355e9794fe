"""Chat is read from where one left off; notes are private to an account."""

from __future__ import annotations

from sandtable.store import Store


def test_chat_is_read_in_order_from_where_one_left_off(seated: Store) -> None:
    with seated.writing() as transaction:
        first = transaction.talk.say("g1", 1, "hello")
        transaction.talk.say("g1", None, key="chat.joined", params={"seat": "red"})
        lines = transaction.talk.lines("g1")
        assert [(one.name, one.text, one.key, one.params) for one in lines] == [
            ("Ann", "hello", "", "{}"),
            ("", "", "chat.joined", '{"seat":"red"}'),
        ]
        assert [one.key for one in transaction.talk.lines("g1", after=first)] == ["chat.joined"]
        assert [one.key for one in transaction.talk.lines("g1", limit=1)] == ["chat.joined"]


def test_a_note_belongs_to_one_person_and_one_game(seated: Store) -> None:
    with seated.writing() as transaction:
        assert transaction.talk.note("g1", 1) == ""
        transaction.talk.write_note("g1", 1, "flank left")
        transaction.talk.write_note("g1", 1, "flank right")
        transaction.talk.write_note("g1", 2, "hold")
        assert transaction.talk.note("g1", 1) == "flank right"
        assert transaction.talk.note("g1", 2) == "hold"

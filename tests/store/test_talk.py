"""Chat is read from where one left off; notes are private to an account."""

from __future__ import annotations

from sandtable.store import Store


def test_chat_is_read_in_order_from_where_one_left_off(seated: Store) -> None:
    with seated.writing() as books:
        first = books.talk.say("g1", 1, "hello")
        books.talk.say("g1", None, key="chat.joined", params={"seat": "red"})
        lines = books.talk.lines("g1")
        assert [(one.name, one.text, one.key, one.params) for one in lines] == [
            ("Ann", "hello", "", "{}"),
            ("", "", "chat.joined", '{"seat":"red"}'),
        ]
        assert [one.key for one in books.talk.lines("g1", after=first)] == ["chat.joined"]
        assert [one.key for one in books.talk.lines("g1", limit=1)] == ["chat.joined"]


def test_a_note_belongs_to_one_person_and_one_game(seated: Store) -> None:
    with seated.writing() as books:
        assert books.talk.note("g1", 1) == ""
        books.talk.write_note("g1", 1, "flank left")
        books.talk.write_note("g1", 1, "flank right")
        books.talk.write_note("g1", 2, "hold")
        assert books.talk.note("g1", 1) == "flank right"
        assert books.talk.note("g1", 2) == "hold"

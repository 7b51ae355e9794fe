"""Answers prepared in the menu of a table: given by the server when the question comes, listed, and taken back."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.conftest import Open, Server
from tests.e2e.seeing import prompt
from tests.e2e.test_asking import WORLD
from tests.e2e.test_people import PHONE, findings


def test_a_prepared_answer_is_kept_given_and_used_up(server: Server, open_page: Open) -> None:
    table = server.table(*WORLD)
    page = open_page(f"{server.url}/table/{table}")
    expect(prompt(page)).to_be_visible()
    before = prompt(page).inner_text()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Prepare an answer").click()
    question = page.get_by_label("When I am asked:")
    texts = question.locator("option").all_inner_texts()
    assert len(texts) > 1, "questions of the game, and the word to choose one"
    keep = page.get_by_role("button", name="Keep this answer")
    expect(keep).to_be_disabled()
    # Of what is asked at this moment, whole answers are offered by their names, too.
    for text in texts[1:]:
        question.select_option(label=text)
        if page.get_by_label("I answer:").locator("option").count() > 2:
            break
    else:
        raise AssertionError("no question is the one of this moment")
    page.get_by_label("How many times").fill("2")
    assert findings(page) == []
    keep.click()
    expect(page.get_by_text("Kept. It stands in the list below.")).to_be_visible()
    # Germany is asked just that, so it is answered at once, and once less stands.
    page.keyboard.press("Escape")
    expect(prompt(page)).not_to_have_text(before)
    (left,) = server.read(f"/tables/{table}/standing?seat=germany")["answers"]
    assert (left["answer"], left["times"]) == ("never", 1)


def test_conditions_are_kept_and_taken_back_on_a_phone_in_italian(server: Server, open_page: Open) -> None:
    table = server.table(*WORLD)
    page = open_page(f"{server.url}/table/{table}", **PHONE, locale="it-IT")
    expect(prompt(page)).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Prepara una risposta").click()
    page.get_by_label("Quando mi si chiede:").select_option(index=1)
    page.get_by_label("Rispondo:").select_option(label="Ciò che propone l'arbitro")
    page.get_by_label("Almeno").fill("900")
    page.get_by_label("Quante volte").fill("")
    assert findings(page) == []
    page.get_by_role("button", name="Tieni questa risposta").click()
    expect(page.get_by_text("Tenuta.")).to_be_visible()
    for one in server.read(f"/tables/{table}/standing?seat=germany")["answers"]:
        assert (one["answer"], one["times"]) == ("always", 0)
        assert one["when"][0]["param"] == "about"
        assert one["when"][0]["at_least"] == 900
    while page.get_by_role("button", name="Chiedimelo di nuovo").count():
        page.get_by_role("button", name="Chiedimelo di nuovo").first.click()
        page.wait_for_timeout(300)
    assert server.read(f"/tables/{table}/standing?seat=germany")["answers"] == []

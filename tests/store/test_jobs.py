"""Jobs are claimed by one worker, done at least once, and added once."""

from __future__ import annotations

import threading

from sandtable.store import Store
from sandtable.store.jobs import LEASE
from tests.store.conftest import Clock


def test_a_job_is_added_once_and_claimed_when_it_is_due(store: Store, clock: Clock) -> None:
    with store.writing() as transaction:
        transaction.jobs.add("clock", "k1", {"game": "g1"}, clock.time + 10)
        transaction.jobs.add("clock", "k1", {"game": "other"}, clock.time)
        assert transaction.jobs.claim() == []
        assert transaction.jobs.next_due() == clock.time + 10
        clock.time += 10
        (job,) = transaction.jobs.claim(5)
        assert (job.kind, job.payload, job.attempts) == ("clock", '{"game":"g1"}', 1)
        assert transaction.jobs.claim() == []
        transaction.jobs.done(job)
        assert transaction.jobs.all() == []
        assert transaction.jobs.next_due() is None


def test_a_job_whose_worker_died_is_done_by_another(store: Store, clock: Clock) -> None:
    with store.writing() as transaction:
        transaction.jobs.add("bot", "k1", {})
        (dead,) = transaction.jobs.claim()
        assert transaction.jobs.next_due() == clock.time + LEASE
        clock.time += LEASE
        (job,) = transaction.jobs.claim()
        assert job.attempts == 2
        transaction.jobs.done(dead)
        assert len(transaction.jobs.all()) == 1, "a worker whose lease ran out must not finish another's job"
        transaction.jobs.done(job)
        assert transaction.jobs.all() == []


def test_a_failed_job_waits_and_says_why(store: Store, clock: Clock) -> None:
    with store.writing() as transaction:
        transaction.jobs.add("mail", "k1", {})
        (job,) = transaction.jobs.claim()
        transaction.jobs.failed(job, "no route", 500)
        assert transaction.jobs.claim() == []
        clock.time += 500
        (again,) = transaction.jobs.claim()
        assert again.trouble == "no route"
        clock.time += LEASE + 1
        assert transaction.jobs.lag() == LEASE + 1


def test_a_job_can_be_made_due_at_once(store: Store, clock: Clock) -> None:
    with store.writing() as transaction:
        transaction.jobs.add("bot", "k1", {"n": 1}, clock.time + 99)
        transaction.jobs.add_now("bot", "k1", {"n": 2})
        (job,) = transaction.jobs.claim()
        assert job.payload == '{"n":1}'


def test_a_job_that_takes_the_place_of_one_is_not_finished_with_that(store: Store, clock: Clock) -> None:
    with store.writing() as transaction:
        transaction.jobs.put("clock", "k1", {"n": 1}, clock.time)
        (begun,) = transaction.jobs.claim()
        transaction.jobs.put("clock", "k1", {"n": 2}, clock.time + 99)
        transaction.jobs.done(begun)
        (left,) = transaction.jobs.all()
    assert (left.payload, left.run_at, left.locked_until) == ('{"n":2}', clock.time + 99, 0)


def test_several_workers_never_claim_the_same_job(store: Store) -> None:
    with store.writing() as transaction:
        for n in range(30):
            transaction.jobs.add("bot", f"k{n}", {})
    taken: list[int] = []

    def work() -> None:
        while True:
            with store.writing() as transaction:
                jobs = transaction.jobs.claim(2)
            if not jobs:
                return
            taken.extend(job.id for job in jobs)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(taken) == 30
    assert len(set(taken)) == 30


def test_kinds_are_claimed_apart(store: Store) -> None:
    with store.writing() as transaction:
        transaction.jobs.add("bot", "b", {})
        transaction.jobs.add("clock", "c", {})
        transaction.jobs.add("notice", "n", {})
        assert [job.kind for job in transaction.jobs.claim(5, but="bot")] == ["clock", "notice"]
        assert [job.kind for job in transaction.jobs.claim(5, only="bot")] == ["bot"]


def test_a_lease_is_renewed_while_the_work_goes_on(store: Store, clock: Clock) -> None:
    with store.writing() as transaction:
        transaction.jobs.add("bot", "b", {})
        (job,) = transaction.jobs.claim()
        clock.time += LEASE - 1
        transaction.jobs.renew(job)
        clock.time += LEASE - 1
        assert transaction.jobs.claim() == []
        transaction.jobs.release()
        (again,) = transaction.jobs.claim()
        transaction.jobs.renew(job)
        clock.time += LEASE
        assert [one.id for one in transaction.jobs.claim()] == [again.id], "only whoever has the job now renews it"

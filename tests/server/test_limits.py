"""Token buckets fill up steadily and forget those who were not seen for longest."""

from __future__ import annotations

from sandtable.server.limits import Bucket, Limits


class Time:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_gives_a_burst_and_then_its_rate() -> None:
    time = Time()
    bucket = Bucket(2, 3, time)
    assert [bucket.wait() for _ in range(3)] == [0, 0, 0]
    assert bucket.wait() == 0.5
    time.now = 0.5
    assert bucket.wait() == 0
    assert bucket.wait() == 0.5
    time.now = 100
    assert [bucket.wait() for _ in range(4)] == [0, 0, 0, 0.5], "it never holds more than the burst"


def test_what_costs_more_than_a_bucket_holds_can_be_had_when_it_is_full() -> None:
    time = [0.0]
    bucket = Bucket(1, 5, now=lambda: time[0])
    assert bucket.wait(50) == 0
    assert bucket.wait(50) == 5
    time[0] = 5
    assert bucket.wait(50) == 0


def test_keys_do_not_slow_each_other_down_and_are_bounded() -> None:
    time = Time()
    limits = Limits(1, 1, most=2, now=time)
    assert limits.wait("a") == 0
    assert limits.wait("b") == 0
    assert limits.wait("a") == 1
    assert limits.wait("c") == 0
    assert limits.wait("a") == 1, "the one that was used last is remembered"
    assert limits.wait("b") == 0, "the one that was not is forgotten"

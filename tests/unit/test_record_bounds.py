"""Records read from deep in a stack, and lines that are too long to be blank."""

from __future__ import annotations

import io
import sys

import pytest

from climbcards import BigThree, Record, RecordError
from climbcards.record import read_records
from climbcards.record_json import MOST_BYTES


def test_a_record_is_read_or_refused_however_deep_the_stack_is() -> None:
    meta: list[object] = []
    for _ in range(60):
        meta = [meta]
    text = Record.of(BigThree().deal(1)).to_json().replace('"meta":null', f'"meta":{meta}')
    seen = set()

    def read(depth: int) -> None:
        if depth:
            read(depth - 1)
            return
        try:
            Record.from_json(text)
            seen.add("read")
        except RecordError as error:
            seen.add(error.path)

    used = 0
    frame = sys._getframe()
    while (back := frame.f_back) is not None:
        frame, used = back, used + 1
    for depth in range(0, sys.getrecursionlimit() - used - 40, 10):
        read(depth)
    assert "read" in seen
    assert seen <= {"read", "$"}


def test_a_line_that_is_too_long_is_not_blank() -> None:
    good = Record.of(BigThree().deal(1)).to_json().encode() + b"\n"
    faults: list[RecordError] = []
    lines = io.BytesIO(good + b" " * (MOST_BYTES + 2) + b"x\n" + b"  \n" + good)
    assert len(list(read_records(lines, on_fault=faults.append))) == 2
    assert [fault.line for fault in faults] == [2]
    with pytest.raises(RecordError):
        list(read_records(io.BytesIO(b" " * (MOST_BYTES + 5))))

"""Records in files: one a line, written so that a crash loses at most a line."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from climbcards import BigThree, Record, RecordError
from climbcards.record import read_records, write_records
from climbcards.record_json import MOST_BYTES
from tests.records import PLAYED, changed, document, played_on
from tests.toys import SuitToy

RECORDS = [Record.of(played, {"number": number}) for number, played in enumerate(PLAYED.values())]
LINES = [record.to_json().encode() + b"\n" for record in RECORDS]


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    assert write_records(path, RECORDS) == len(RECORDS)
    assert path.read_bytes() == b"".join(LINES)
    assert list(read_records(path)) == RECORDS
    assert list(read_records(str(path))) == RECORDS


def test_writing_appends(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    for record in RECORDS:
        assert write_records(path, [record]) == 1
    assert write_records(path, []) == 0
    assert list(read_records(path)) == RECORDS


def test_open_files_will_do() -> None:
    stream = io.BytesIO()
    write_records(stream, RECORDS)
    stream.seek(0)
    assert list(read_records(stream)) == RECORDS
    assert not stream.closed


def test_games_of_others_are_read() -> None:
    record = Record.of(played_on(SuitToy().deal(1), 4))
    stream = io.BytesIO()
    write_records(stream, [record, record])
    stream.seek(0)
    assert list(read_records(stream, iter([SuitToy]))) == [record, record]


def test_blank_lines_and_other_line_breaks_are_passed_over() -> None:
    stream = io.BytesIO(b"\n \n" + LINES[0].replace(b"\n", b"\r\n") + b"\t\n\n" + LINES[1] + b"  ")
    assert list(read_records(stream)) == RECORDS[:2]


def test_a_last_line_without_a_line_break_is_read_if_it_is_whole() -> None:
    assert list(read_records(io.BytesIO(LINES[0] + LINES[1][:-1]))) == RECORDS[:2]


def test_the_error_of_a_line_has_its_number() -> None:
    wrong = json.dumps(changed(document(PLAYED["finished"]), "moves.17", "0: fold")).encode()
    stream = io.BytesIO(LINES[0] + b"\n" + wrong + b"\n" + LINES[1])
    records = read_records(stream)
    assert next(records) == RECORDS[0]
    with pytest.raises(RecordError) as error:
        next(records)
    assert (error.value.line, error.value.path, error.value.torn) == (3, "$.moves[17]", False)
    assert str(error.value).startswith("line 3, $.moves[17]: ")
    with pytest.raises(StopIteration):
        next(records)


def test_faults_may_be_collected_instead() -> None:
    faults: list[RecordError] = []
    stream = io.BytesIO(LINES[0] + b"nonsense\n" + LINES[1] + b"\xff\n{}\n" + LINES[2][:50])
    assert list(read_records(stream, on_fault=faults.append)) == RECORDS[:2]
    assert [(fault.line, fault.torn) for fault in faults] == [
        (2, False),
        (4, False),
        (5, False),
        (6, True),
    ]


@pytest.mark.parametrize("left", [1, 50, len(LINES[1]) - 2])
def test_an_unfinished_last_line_is_told_from_others(tmp_path: Path, left: int) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_bytes(LINES[0] + LINES[1][:left])
    records = read_records(path)
    assert next(records) == RECORDS[0]
    with pytest.raises(RecordError) as error:
        next(records)
    assert error.value.torn
    assert "unfinished" in str(error.value)
    # Writing goes on after it, and what was whole stays readable.
    write_records(path, [RECORDS[2]])
    faults: list[RecordError] = []
    assert list(read_records(path, on_fault=faults.append)) == [RECORDS[0], RECORDS[2]]
    assert [(fault.line, fault.torn) for fault in faults] == [(2, False)]


def test_a_line_may_not_be_endless() -> None:
    faults: list[RecordError] = []
    long = b'"' + b"x" * (3 * MOST_BYTES) + b'"\n'
    stream = io.BytesIO(long + LINES[0] + long + LINES[1] + long[:-1])
    assert list(read_records(stream, on_fault=faults.append)) == RECORDS[:2]
    assert [(fault.line, fault.torn) for fault in faults] == [(1, False), (3, False), (5, True)]
    assert all("bytes" in fault.problem for fault in faults)


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_bytes(LINES[0] * 3000)
    assert path.stat().st_size > 3_000_000
    sum(1 for _ in zip(read_records(path), range(5), strict=False))
    tracemalloc.start()
    try:
        assert sum(1 for _ in zip(read_records(path), range(200), strict=False)) == 200
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 200_000  # those that were read are longer than that


def test_every_line_is_there_before_the_next_record_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"

    def slowly() -> Iterator[Record]:
        for count, record in enumerate(RECORDS):
            written = path.read_bytes() if path.exists() else b""
            assert written == b"".join(LINES[:count])
            yield record

    write_records(path, slowly())
    assert list(read_records(path)) == RECORDS


def test_a_crash_loses_no_line_that_was_written(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    code = f"""
import os
from climbcards import BigThree, Record
from climbcards.record import write_records

def records():
    for seed in range(3):
        yield Record.of(BigThree().deal(seed))
    os._exit(1)

write_records({str(path)!r}, records())
"""
    source = str(Path(__file__).parents[2] / "src")
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": source}, check=False
    )
    assert done.returncode == 1
    assert [record.deals[0].deal for record in read_records(path)] == [
        BigThree().shuffle(seed) for seed in range(3)
    ]


def test_a_record_that_cannot_be_written_leaves_the_others_whole(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    large = Record.of(PLAYED["finished"], "x" * (MOST_BYTES - 10))
    with pytest.raises(RecordError, match="at most"):
        write_records(path, [RECORDS[0], large, RECORDS[1]])
    assert list(read_records(path)) == RECORDS[:1]


@pytest.mark.parametrize("source", [None, 5, ["deals.jsonl"]])
def test_what_is_no_file_is_a_programmers_mistake(source: Any) -> None:
    with pytest.raises((AttributeError, TypeError)):
        list(read_records(source))
    with pytest.raises((AttributeError, TypeError)):
        write_records(source, RECORDS)


def test_a_file_that_is_missing_is_told_as_such(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        list(read_records(tmp_path / "none"))

"""The arena on a real Dask cluster: worker processes on this machine, one of them killed."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from climbcards import BigTwo
from climbcards.agents import RandomAgent
from climbcards.arena import AgentError, Misdeed, Progress, Report, isolated, run
from tests import arena as bots

distributed: Any = pytest.importorskip("distributed", reason="Dask (distributed) is not installed")

QUICK = BigTwo(players=2)

pytestmark = [
    # Dask's own threads and sockets, when a worker is killed.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    """A client of a cluster of two processes, whose workers may have processes of their own."""
    dask: Any = pytest.importorskip("dask")
    with (
        dask.config.set({"distributed.worker.daemon": False}),
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",  # any port: the usual one may be taken
        ) as cluster,
        distributed.Client(cluster) as found,
    ):
        yield found


def quick(client: Any = None, deals: int = 60, **options: Any) -> Report:
    executor = None if client is None else client.get_executor(pure=False)
    agents = options.pop("agents", {"last": bots.Last, "random": RandomAgent})
    return run(agents, QUICK, deals=deals, seed=5, executor=executor, **options)


def test_a_cluster_gives_the_same_report(client: Any) -> None:
    assert quick(client, chunk=7) == quick()


def test_a_worker_is_killed_and_nothing_is_lost_or_counted_twice(client: Any) -> None:
    workers = client.run(os.getpid)
    assert len(set(workers.values())) == 2
    victim = next(iter(workers.values()))
    assert victim != os.getpid()
    killed: list[int] = []

    def kill(progress: Progress) -> None:
        if not killed:
            killed.append(progress.deals)
            os.kill(victim, signal.SIGKILL)

    report = quick(client, 200, chunk=2, progress=kill)
    assert killed == [2]
    assert report == quick(None, 200)
    assert report.is_complete
    client.wait_for_workers(2, timeout=60)
    assert victim not in client.run(os.getpid).values()


def test_misdeeds_come_back_from_the_cluster(client: Any) -> None:
    agents = {"good": bots.Last, "bad": bots.Cheats}
    with pytest.raises(AgentError, match="cards_not_held"):
        quick(client, 4, agents=agents)
    here = quick(None, 4, agents=agents, on_illegal="forfeit")
    assert quick(client, 4, agents=agents, on_illegal="forfeit") == here


def test_isolated_agents_play_on_the_cluster(client: Any) -> None:
    agents = {"good": bots.Last, "bad": isolated(bots.Dies, 30)}
    report = quick(client, 1, agents=agents, on_illegal="forfeit")
    assert report.misdeeds("bad")[Misdeed.DIED] == 2


def test_ctrl_c_gives_the_report_so_far(client: Any) -> None:
    def interrupt(progress: Progress) -> None:
        raise KeyboardInterrupt

    report = quick(client, 60, chunk=3, progress=interrupt)
    assert report.deals == 3
    assert report.tally == quick(None, 3).tally

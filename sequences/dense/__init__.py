"""Large terms: dense state arrays modulo primes, combined under a proved bound.

`compute` gives T(height, width), the number of grid configurations of a family:

- `paths`: partitions of the grid's cells into vertex-disjoint paths of at least two cells, as sets
  of edges;
- `covers`: the same with single cells allowed (A070862, A380451);
- `no-three`: 0/1 matrices without three consecutive ones in a row, column or diagonal
  (A181224, squares A181218);
- `induced-matchings`: 0/1 matrices in which every one has exactly one neighbour that is one.

A transfer machine runs over the cells from the last to the first with one array entry a state;
each cell is one gather, whose targets are ranks of states. It runs modulo several
primes near 2^62 at once, and the residues give the term by the Chinese remainder theorem, for its
size has a proved bound (module `bounds`). One further prime checks the result.

This package shares no code with the exact machines of `sequences`: their agreement is evidence.
"""

from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

from sequences.dense.known import KNOWN
from sequences.dense.scope import CheckpointError, orient, primes_used, supported

__all__ = ["KNOWN", "CheckpointError", "compute", "primes_used", "supported"]


def compute(
    family: str,
    height: int,
    width: int,
    *,
    workers: int = 1,
    scheduler: str | None = None,
    checkpoint: str | Path | None = None,
    resume: bool = False,
    progress: bool = False,
    primes: Sequence[int] | None = None,
) -> int:
    """T(height, width) of a family, exactly.

    `workers` > 1 uses that many local workers where the job is large enough: threads over blocks
    of states for a wide machine, processes over primes for a narrow one with many rows. As always
    with processes, a script must then guard its entry with `if __name__ == "__main__"`.
    `scheduler` is the address of a Dask cluster, whose workers are used instead.

    `checkpoint` is a folder (seen by all workers, if they are elsewhere) for the values after each
    row; without `resume` what this job left there is removed first. `progress` shows a bar on
    stderr if that is a terminal. `primes` replaces the primes, for an independent run.

    Raises ValueError for what is not supported and for unfit primes, CheckpointError for a
    checkpoint of another job, ArithmeticError if a residue contradicts the others.

    >>> compute("paths", 2, 3)
    26
    """
    from sequences.dense.bounds import size_bound

    # numpy and numba load only when a term is wanted.
    from sequences.dense.checkpoint import CheckpointStore
    from sequences.dense.plan import crew, deal
    from sequences.dense.residues import combine
    from sequences.dense.spread import cluster_size, run_tasks

    if not supported(family, height, width):
        raise ValueError(f"no dense machine for {family} {height}x{width}")
    if workers < 1:
        raise ValueError(f"workers must be at least 1, not {workers}")
    height, width = orient(height, width)
    chosen = primes_used(family, height, width, primes)
    store = None
    if checkpoint is not None:
        store = CheckpointStore(Path(checkpoint).absolute(), family, height, width)
    if scheduler is not None:
        workers, threads = cluster_size(scheduler)
    else:
        workers, threads = crew(family, height, width, len(chosen), workers)
    with store.open(resume) if store is not None else nullcontext():
        tasks = deal(family, height, width, chosen, workers=workers, threads=threads, store=store)
        found = run_tasks(tasks, workers=workers, scheduler=scheduler, progress=progress)
    bound = size_bound(family, height, width)
    return combine([found[prime] for prime in chosen], chosen, bound)

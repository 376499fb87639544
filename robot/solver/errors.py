"""What can go wrong in the solver, as one tree; every error carries its remedy.

SolverError
├── BadPosition     what is no position: bitboards that no game leads to, or a game that is over
├── SolverBusy      two requests to one solver at the same time
├── SolverAborted   a request that had to be answered in full was aborted
├── NoTable         no memory for a transposition table of that size
├── BadBook         a file of the opening book that is not what was built
├── NoThreads       a number of threads that no search can have
├── BadLimit        nodes or seconds that are no limit
└── UnknownLevel    a level that is not in the table
"""


class SolverError(Exception):
    """Carry what went wrong and the remedy."""

    exit_code = 1

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(what)
        self.remedy = remedy


class BadPosition(SolverError):
    """What is no position: bitboards that no game leads to, or a game that is over."""

    exit_code = 2


class SolverBusy(SolverError):
    """Two requests to one solver at the same time."""


class SolverAborted(SolverError):
    """A request that had to be answered in full was aborted."""


class NoTable(SolverError):
    """No memory for a transposition table of that size."""


class BadBook(SolverError):
    """A file of the opening book that is not what was built."""


class NoThreads(SolverError):
    """A number of threads that no search can have."""

    exit_code = 2


class BadLimit(SolverError):
    """Nodes or seconds that are no limit."""

    exit_code = 2


class UnknownLevel(SolverError):
    """A level that is not in the table."""

    exit_code = 2

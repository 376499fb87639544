"""What can go wrong in the rules, as one tree; every error carries its remedy.

RulesError
├── IllegalMove     a full column, a column off the board, a move after the end
├── BadNotation     text that is no move
└── BadRules        parameters that make no game, a variant that does not exist
"""


class RulesError(Exception):
    """Carry what went wrong and the remedy."""

    exit_code = 2

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(what)
        self.remedy = remedy


class IllegalMove(RulesError):
    """A full column, a column off the board, a move after the end."""


class BadNotation(RulesError):
    """Text that is no move."""


class BadRules(RulesError):
    """Parameters that make no game, a variant that does not exist."""

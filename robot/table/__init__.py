"""The table: `Table` takes events and gives effects. Each file adds one concern to the one before.

sitting -> steps -> trouble -> hand -> talk -> turns -> seen -> table
"""

from robot.table.table import Table

__all__ = ["Table"]

"""Two dates for profiles."""

from datetime import UTC, datetime, timedelta

MONDAY = datetime(2026, 11, 30, 9, 30, tzinfo=UTC)
TUESDAY = MONDAY + timedelta(days=1)

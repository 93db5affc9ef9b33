"""Time frames: UTC, open time in epoch milliseconds."""

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS

LENGTH_MS = {
    "1m": MINUTE_MS,
    "5m": 5 * MINUTE_MS,
    "15m": 15 * MINUTE_MS,
    "30m": 30 * MINUTE_MS,
    "1h": HOUR_MS,
    "2h": 2 * HOUR_MS,
    "4h": 4 * HOUR_MS,
    "6h": 6 * HOUR_MS,
    "8h": 8 * HOUR_MS,
    "12h": 12 * HOUR_MS,
    "1d": DAY_MS,
    "1w": 7 * DAY_MS,
}


def bars_per_day(timeframe: str) -> int:
    return DAY_MS // LENGTH_MS[timeframe]


def bars_per_year(timeframe: str) -> float:
    return 365 * DAY_MS / LENGTH_MS[timeframe]

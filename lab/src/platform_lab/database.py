"""Bars and funding from the platform's database, through its read-only role. Nothing here writes."""

import psycopg

from platform_lab.market import Bars, Funding

_KLINES = """
    SELECT open_time, open, high, low, close, volume, taker_buy_volume FROM market.klines
    WHERE market = %s AND symbol = %s AND timeframe = %s AND open_time >= %s AND open_time < %s ORDER BY open_time
"""
_FUNDING = """
    SELECT funding_time, rate FROM market.funding_rates
    WHERE symbol = %s AND funding_time >= %s AND funding_time < %s ORDER BY funding_time
"""


def load_bars(dsn: str, market: str, symbol: str, timeframe: str, *, from_ms: int, to_ms: int) -> Bars:
    """`market` is spot or perp; `dsn` the lab's own, as in PLATFORM_DATABASE_URL."""
    bars = Bars()
    with psycopg.connect(dsn) as connection:
        connection.read_only = True
        for row in connection.execute(_KLINES, (market, symbol, timeframe, from_ms, to_ms)):
            bars.append(*row)
    return bars


def load_funding(dsn: str, symbol: str, *, from_ms: int, to_ms: int) -> Funding:
    funding = Funding()
    with psycopg.connect(dsn) as connection:
        connection.read_only = True
        for time_ms, rate in connection.execute(_FUNDING, (symbol, from_ms, to_ms)):
            funding.time_ms.append(time_ms)
            funding.rate.append(rate)
    return funding

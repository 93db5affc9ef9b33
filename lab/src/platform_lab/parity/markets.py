"""The markets that parity runs over.

What the files lack (taker volume, spot, older funding) is made up here, for tests only, and travels with the case,
so that both sides read the same numbers.
"""

from collections.abc import Iterator
from pathlib import Path

from platform_lab.generator import generate_bars, generate_funding, scaled_bars, shadow_bars
from platform_lab.market import Bars, Funding, Market, read_bars, read_funding
from platform_lab.timeframes import LENGTH_MS

PAIR = {"BTCUSDT": "ETHUSDT", "ETHUSDT": "BTCUSDT", "SOLUSDT": "BTCUSDT"}
START_MS = 1_600_000_000_000 - 1_600_000_000_000 % (86_400_000 * 7)


def generated_market(seed: int = 7, timeframe: str = "1h", count: int = 5000, price_scale: float = 1.0) -> Market:
    bars = generate_bars(seed, timeframe, count, START_MS)
    return Market(
        symbol="GENUSDT",
        timeframe=timeframe,
        bars=scaled_bars(bars, price_scale),
        spot=scaled_bars(shadow_bars(bars, seed + 4, scale=1.0, wobble=0.001), price_scale),
        pair=scaled_bars(shadow_bars(bars, seed + 6, scale=0.05, wobble=0.01), price_scale),
        funding=generate_funding(seed + 10, START_MS, bars.open_time_ms[-1]),
    )


def random_markets(seed: int) -> Iterator[Market]:
    """Tiny and huge prices, and time frames on both sides of an hour."""
    yield generated_market(seed, "15m", 4500, price_scale=1e-9)
    yield generated_market(seed + 1, "4h", 3000, price_scale=1.0)
    yield generated_market(seed + 2, "1d", 2500, price_scale=1e7)


def history_markets(data: Path, span: str, timeframe: str) -> Iterator[Market]:
    """`span` is 2020_2024 or 2024_2026."""
    folder = data / f"perp_klines_{span}"
    for seed, (symbol, other) in enumerate(PAIR.items(), start=1):
        bars = _closed_bars(folder / f"{symbol}_{timeframe}.csv.gz")
        yield Market(
            symbol=symbol,
            timeframe=timeframe,
            bars=bars,
            spot=shadow_bars(bars, seed, scale=1.0, wobble=0.0004),
            pair=_closed_bars(folder / f"{other}_{timeframe}.csv.gz"),
            funding=_funding(data / "funding_2026" / f"{symbol}.csv.gz", bars, timeframe, seed),
        )


def _closed_bars(path: Path) -> Bars:
    """The last bar was still open when the file was made. Buyers are taken to have pushed the close up its range."""
    bars = read_bars(path)
    bars = bars.slice(0, len(bars) - 1)
    for i, volume in enumerate(bars.volume):
        spread = bars.high[i] - bars.low[i]
        bars.taker_buy_volume[i] = volume * ((bars.close[i] - bars.low[i]) / spread) if spread > 0 else volume / 2
    return bars


def _funding(path: Path, bars: Bars, timeframe: str, seed: int) -> Funding:
    """The exchange's own settlements where the file has them, made-up ones before."""
    real = read_funding(path)
    end_ms = bars.open_time_ms[-1] + LENGTH_MS[timeframe]
    funding = generate_funding(seed, bars.open_time_ms[0], min(end_ms, real.time_ms[0]))
    for time_ms, rate in zip(real.time_ms, real.rate, strict=True):
        if bars.open_time_ms[0] <= time_ms < end_ms and time_ms > funding.time_ms[-1]:
            funding.time_ms.append(time_ms)
            funding.rate.append(rate)
    return funding

"""Closed bars as columns, the auxiliary series beside them, and the CSV files they come from."""

import csv
import gzip
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Bars:
    open_time_ms: list[int] = field(default_factory=list)
    open: list[float] = field(default_factory=list)
    high: list[float] = field(default_factory=list)
    low: list[float] = field(default_factory=list)
    close: list[float] = field(default_factory=list)
    volume: list[float] = field(default_factory=list)
    taker_buy_volume: list[float] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.open_time_ms)

    def append(self, open_time_ms: int, o: float, h: float, low: float, c: float, volume: float, taker: float) -> None:
        self.open_time_ms.append(open_time_ms)
        self.open.append(o)
        self.high.append(h)
        self.low.append(low)
        self.close.append(c)
        self.volume.append(volume)
        self.taker_buy_volume.append(taker)

    def slice(self, start: int, stop: int) -> "Bars":
        return Bars(
            self.open_time_ms[start:stop],
            self.open[start:stop],
            self.high[start:stop],
            self.low[start:stop],
            self.close[start:stop],
            self.volume[start:stop],
            self.taker_buy_volume[start:stop],
        )


@dataclass
class Funding:
    time_ms: list[int] = field(default_factory=list)
    rate: list[float] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.time_ms)


@dataclass
class Market:
    """Everything a strategy may read. Auxiliary series are aligned by time, never by index."""

    symbol: str
    timeframe: str
    bars: Bars
    spot: Bars | None = None
    pair: Bars | None = None
    funding: Funding = field(default_factory=Funding)


def read_bars(path: Path) -> Bars:
    """A file without taker_buy_volume gets half of the volume: no side is assumed to be more eager."""
    bars = Bars()
    for row in _rows(path):
        volume = float(row["volume"])
        taker = float(row["taker_buy_volume"]) if "taker_buy_volume" in row else volume / 2
        o, high, low, close = (float(row[name]) for name in ("open", "high", "low", "close"))
        bars.append(int(row["open_time"]), o, high, low, close, volume, taker)
    return bars


def read_funding(path: Path) -> Funding:
    funding = Funding()
    for row in _rows(path):
        funding.time_ms.append(int(row["funding_time"]))
        funding.rate.append(float(row["funding_rate"]))
    return funding


def _rows(path: Path) -> Iterator[dict[str, str]]:
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)

"""Bars from a seed, for tests: regimes, price gaps, missing bars, constant stretches, zero volume.

Integers drive everything, so the same seed gives the same bars on every machine.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from platform_lab.market import Bars, Funding
from platform_lab.timeframes import HOUR_MS, LENGTH_MS


class Lcg:
    """Knuth's 64-bit linear congruential generator."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def uniform(self) -> float:
        """In [0, 1), with 32 bits."""
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self._state >> 32) / 2**32

    def bell(self) -> float:
        """Roughly normal, between -2 and 2."""
        return self.uniform() + self.uniform() + self.uniform() + self.uniform() - 2


@dataclass(frozen=True)
class Regime:
    drift: float
    step: float
    volume: float
    bars: int


REGIMES = (
    Regime(drift=0.0008, step=0.006, volume=900, bars=160),
    Regime(drift=0.0, step=0.003, volume=400, bars=120),
    Regime(drift=-0.0012, step=0.009, volume=1500, bars=140),
    Regime(drift=0.0, step=0.0, volume=300, bars=60),
    Regime(drift=0.0, step=0.012, volume=2000, bars=110),
    Regime(drift=0.0003, step=0.004, volume=0, bars=40),
    Regime(drift=0.0015, step=0.005, volume=1100, bars=130),
    Regime(drift=-0.0004, step=0.002, volume=250, bars=170),
)


def generate_bars(seed: int, timeframe: str, count: int, start_ms: int, first_price: float = 20_000.0) -> Bars:
    random = Lcg(seed)
    bars = Bars()
    close = first_price
    time_ms = start_ms
    for regime in _regimes(count):
        jumps = regime.step > 0 and random.uniform() < 0.01
        o = close * (1 + 0.03 * random.bell()) if jumps else close
        close = max(1.0, o * (1 + regime.drift + regime.step * random.bell()))
        wick = regime.step * o * 0.5
        high = max(o, close) + wick * random.uniform()
        low = min(o, close) - wick * random.uniform()
        volume = regime.volume * (0.3 + random.uniform()) * (6 if random.uniform() < 0.03 else 1)
        lean = min(1.0, max(0.0, 0.5 + 30 * (close / o - 1) + 0.1 * random.bell()))
        close = round(close, 2)
        prices = (round(o, 2), round(max(high, o, close), 2), round(min(low, o, close), 2))
        bars.append(time_ms, *prices, close, round(volume, 3), round(volume * lean, 3))
        missing = 3 if random.uniform() < 0.002 else 0
        time_ms += LENGTH_MS[timeframe] * (1 + missing)
    return bars


def _regimes(count: int) -> Iterator[Regime]:
    made = 0
    while True:
        for regime in REGIMES:
            for _ in range(regime.bars):
                if made == count:
                    return
                made += 1
                yield regime


def shadow_bars(bars: Bars, seed: int, scale: float, wobble: float) -> Bars:
    """A series that follows another at a wandering ratio and lacks some of its bars: a spot market, a second symbol."""
    random = Lcg(seed)
    shadow = Bars()
    ratio = 0.0
    for i in range(len(bars)):
        ratio = 0.97 * ratio + wobble * random.bell()
        factor = scale * (1 + ratio)
        if random.uniform() < 0.01:
            continue
        shadow.append(
            bars.open_time_ms[i],
            round(bars.open[i] * factor, 4),
            round(bars.high[i] * factor, 4),
            round(bars.low[i] * factor, 4),
            round(bars.close[i] * factor, 4),
            bars.volume[i],
            bars.taker_buy_volume[i],
        )
    return shadow


def scaled_bars(bars: Bars, factor: float) -> Bars:
    """The same market in another unit of price."""
    return replace(
        bars,
        open=[x * factor for x in bars.open],
        high=[x * factor for x in bars.high],
        low=[x * factor for x in bars.low],
        close=[x * factor for x in bars.close],
    )


def generate_funding(seed: int, start_ms: int, end_ms: int) -> Funding:
    """Mostly every 8 hours, at times every 4, stamped a few milliseconds late, in moods that last."""
    random = Lcg(seed)
    funding = Funding()
    mood = 0.0
    time_ms = start_ms - start_ms % (8 * HOUR_MS)
    while time_ms < end_ms:
        mood = 0.9 * mood + 0.00008 * random.bell()
        jitter_ms = int(random.uniform() * 12)
        if time_ms >= start_ms:
            funding.time_ms.append(time_ms + jitter_ms)
            funding.rate.append(round(0.0001 + mood, 8))
        time_ms += (4 if random.uniform() < 0.1 else 8) * HOUR_MS
    return funding

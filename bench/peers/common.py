"""What every peer shares: the bars, the definition of supertrend, and the one line of JSON they answer with."""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

ATR_PERIOD = 10
MULTIPLIER = 3.0
ALPHA = 1 / ATR_PERIOD
WARMUP_BARS = 37 * ATR_PERIOD
COST_RATE = 0.0005  # 4 bps fee and 1 bps slippage


def load_bars() -> dict[str, np.ndarray]:
    """Columns written by the benchmark as raw little-endian float64."""
    folder, count = Path(sys.argv[1]), int(sys.argv[2])
    names = ("open_time", "open", "high", "low", "close", "volume")
    return {name: np.fromfile(folder / f"{name}.f64", dtype="<f8", count=count) for name in names}


class Supertrend:
    """One bar in, the direction out: how anyone would write it for a bar-by-bar framework."""

    def __init__(self) -> None:
        self.bars = 0
        self.atr = 0.0
        self.true_range_sum = 0.0
        self.previous_close = 0.0
        self.upper = self.lower = float("nan")
        self.direction = 0

    def update(self, high: float, low: float, close: float) -> int:
        true_range = high - low
        if self.bars > 0:
            true_range = max(true_range, abs(high - self.previous_close), abs(low - self.previous_close))
        self.bars += 1
        if self.bars <= ATR_PERIOD:
            self.true_range_sum += true_range
            self.atr = self.true_range_sum / ATR_PERIOD
        else:
            self.atr += ALPHA * (true_range - self.atr)
        if self.bars >= ATR_PERIOD:
            self.turn((high + low) / 2, close)
        self.previous_close = close
        return self.direction if self.bars >= WARMUP_BARS else 0

    def turn(self, mid: float, close: float) -> None:
        upper, lower = mid + MULTIPLIER * self.atr, mid - MULTIPLIER * self.atr
        if self.direction == 0:
            self.direction, self.upper, self.lower = -1, upper, lower
            return
        if upper < self.upper or self.previous_close > self.upper:
            self.upper = upper
        if lower > self.lower or self.previous_close < self.lower:
            self.lower = lower
        if self.direction < 0 and close > self.upper:
            self.direction = 1
        elif self.direction > 0 and close < self.lower:
            self.direction = -1


def flips_of(directions: np.ndarray) -> int:
    return int(np.count_nonzero(np.diff(directions, prepend=0)))


def answer(run: Callable[[], int], bar_count: int, warm: Callable[[], object] | None = None) -> None:
    """Times `run`, which returns how often the direction changed, after an optional untimed warm-up."""
    if warm is not None:
        warm()
    started = time.perf_counter()
    flips = run()
    seconds = time.perf_counter() - started
    print(json.dumps({"bars": bar_count, "seconds": seconds, "flips": flips}))

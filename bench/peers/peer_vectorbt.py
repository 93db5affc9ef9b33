"""vectorbt: indicator compiled by numba, portfolio from signals, statistics: its whole pipeline, warmed first."""

import warnings

import numpy as np
import pandas as pd
from common import ALPHA, ATR_PERIOD, MULTIPLIER, WARMUP_BARS, answer, flips_of, load_bars
from numba import njit

warnings.filterwarnings("ignore")
import vectorbt as vbt  # noqa: E402

bars = load_bars()
index = pd.to_datetime(bars["open_time"], unit="ms")


@njit(cache=False)
def directions(high: np.ndarray, low: np.ndarray, close: np.ndarray) -> np.ndarray:
    out = np.zeros(len(close))
    true_range_sum, atr, upper, lower, direction = 0.0, 0.0, np.nan, np.nan, 0
    for i in range(len(close)):
        true_range = high[i] - low[i]
        if i > 0:
            true_range = max(true_range, abs(high[i] - close[i - 1]), abs(low[i] - close[i - 1]))
        if i < ATR_PERIOD:
            true_range_sum += true_range
            atr = true_range_sum / ATR_PERIOD
        else:
            atr += ALPHA * (true_range - atr)
        if i >= ATR_PERIOD - 1:
            mid = (high[i] + low[i]) / 2
            basic_upper, basic_lower = mid + MULTIPLIER * atr, mid - MULTIPLIER * atr
            if direction == 0:
                direction, upper, lower = -1, basic_upper, basic_lower
            else:
                if basic_upper < upper or close[i - 1] > upper:
                    upper = basic_upper
                if basic_lower > lower or close[i - 1] < lower:
                    lower = basic_lower
                if direction < 0 and close[i] > upper:
                    direction = 1
                elif direction > 0 and close[i] < lower:
                    direction = -1
        if i + 1 >= WARMUP_BARS:
            out[i] = direction
    return out


def run() -> int:
    direction = directions(bars["high"], bars["low"], bars["close"])
    # Decided on a close, filled at the next open.
    side = pd.Series(np.concatenate(([0.0], direction[:-1])), index=index)
    portfolio = vbt.Portfolio.from_signals(
        close=pd.Series(bars["close"], index=index),
        open=pd.Series(bars["open"], index=index),
        price=pd.Series(bars["open"], index=index),
        entries=side > 0,
        short_entries=side < 0,
        init_cash=1e9,
        size=0.5,
        size_type="percent",
        upon_opposite_entry="close",
        fees=0.0004,
        slippage=0.0001,
        freq="1h",
    )
    portfolio.stats(silence_warnings=True)
    return flips_of(direction)


answer(run, len(index), warm=run)

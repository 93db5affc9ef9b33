"""vectorbt: a thousand sets of supertrend in one vectorised run, the indicator compiled by numba and warmed first."""

import json
import resource
import time
import warnings

import numpy as np
import pandas as pd
from common import load_bars
from numba import njit

warnings.filterwarnings("ignore")
import vectorbt as vbt  # noqa: E402

ATR_PERIODS = range(5, 30)
MULTIPLIERS = [2 + k / 10 for k in range(40)]

bars = load_bars()
index = pd.to_datetime(bars["open_time"], unit="ms")
sets = [(period, multiplier) for period in ATR_PERIODS for multiplier in MULTIPLIERS]


@njit(cache=False)
def directions(
    high: np.ndarray, low: np.ndarray, close: np.ndarray, periods: np.ndarray, multipliers: np.ndarray
) -> np.ndarray:
    out = np.zeros((len(close), len(periods)))
    for column in range(len(periods)):
        period, multiplier = int(periods[column]), multipliers[column]
        alpha = 1 / period
        true_range_sum, atr, upper, lower, direction = 0.0, 0.0, np.nan, np.nan, 0
        for i in range(len(close)):
            true_range = high[i] - low[i]
            if i > 0:
                true_range = max(true_range, abs(high[i] - close[i - 1]), abs(low[i] - close[i - 1]))
            if i < period:
                true_range_sum += true_range
                atr = true_range_sum / period
            else:
                atr += alpha * (true_range - atr)
            if i >= period - 1:
                mid = (high[i] + low[i]) / 2
                basic_upper, basic_lower = mid + multiplier * atr, mid - multiplier * atr
                if direction == 0:
                    direction, upper, lower = -1, basic_upper, basic_lower
                else:
                    if basic_upper < upper or close[i - 1] > upper:
                        upper = basic_upper
                    if basic_lower > lower or close[i - 1] < lower:
                        lower = basic_lower
                if direction < 0:
                    if close[i] > upper:
                        direction = 1
                elif close[i] < lower:
                    direction = -1
            if i + 1 >= 37 * period:
                out[i, column] = direction
    return out


def run(chosen: list[tuple[int, float]]) -> int:
    periods = np.array([period for period, _ in chosen], dtype=np.float64)
    multipliers = np.array([multiplier for _, multiplier in chosen])
    direction = directions(bars["high"], bars["low"], bars["close"], periods, multipliers)
    columns = pd.MultiIndex.from_tuples(chosen, names=["atr_period", "multiplier"])
    # Decided on a close, filled at the next open.
    side = np.vstack((np.zeros((1, len(chosen))), direction[:-1]))
    portfolio = vbt.Portfolio.from_signals(
        close=pd.Series(bars["close"], index=index),
        price=pd.Series(bars["open"], index=index),
        entries=pd.DataFrame(side > 0, index=index, columns=columns),
        short_entries=pd.DataFrame(side < 0, index=index, columns=columns),
        init_cash=1e9,
        size=0.5,
        size_type="percent",
        upon_opposite_entry="close",
        fees=0.0004,
        slippage=0.0001,
        freq="1h",
    )
    portfolio.sharpe_ratio()
    portfolio.total_return()
    portfolio.max_drawdown()
    portfolio.trades.count()
    return int(np.count_nonzero(np.diff(direction, axis=0, prepend=0)))


run(sets[:2])
started = time.perf_counter()
flips = run(sets)
seconds = time.perf_counter() - started
peak_mib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"bars": len(index), "seconds": seconds, "flips": flips, "peakMib": peak_mib}))

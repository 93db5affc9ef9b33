"""Indicators in the order of operations of docs/strategies.md. Plain on purpose: others are checked against it."""

import math
from collections.abc import Sequence

from platform_lab.market import Bars


def ordered_sum(values: Sequence[float]) -> float:
    """Left to right, oldest first. The built-in sum() compensates from Python 3.12 on and is not this."""
    total = 0.0
    for x in values:
        total = total + x
    return total


def mean(values: Sequence[float]) -> float:
    return ordered_sum(values) / len(values)


def mean_and_std(values: Sequence[float]) -> tuple[float, float]:
    """Population standard deviation in two passes."""
    m = mean(values)
    q = 0.0
    for x in values:
        d = x - m
        q = q + d * d
    return m, math.sqrt(q / len(values))


def z_score(values: Sequence[float]) -> float:
    """Of the last value within all of them."""
    m, std = mean_and_std(values)
    return 0.0 if std == 0 else (values[-1] - m) / std


def true_range(bars: Bars, i: int) -> float:
    high, low = bars.high[i], bars.low[i]
    if i == 0:
        return high - low
    previous = bars.close[i - 1]
    return max(high - low, abs(high - previous), abs(low - previous))


class Ema:
    def __init__(self, span: int) -> None:
        self._alpha = 2 / (span + 1)
        self.value = math.nan

    def update(self, x: float) -> None:
        m = self.value
        self.value = x if math.isnan(m) else m + self._alpha * (x - m)


class EmaStd:
    def __init__(self, span: int) -> None:
        self._alpha = 2 / (span + 1)
        self._mean = math.nan
        self._variance = 0.0

    def update(self, x: float) -> None:
        alpha = self._alpha
        if math.isnan(self._mean):
            self._mean = x
            return
        d = x - self._mean
        self._mean = self._mean + alpha * d
        self._variance = (1 - alpha) * (self._variance + (alpha * d) * d)

    @property
    def value(self) -> float:
        return math.sqrt(self._variance)


class WilderMean:
    """NaN until the n-th value."""

    def __init__(self, period: int) -> None:
        self._period = period
        self._alpha = 1 / period
        self._seed: list[float] = []
        self.value = math.nan

    def update(self, x: float) -> None:
        if len(self._seed) < self._period:
            self._seed.append(x)
            if len(self._seed) == self._period:
                self.value = ordered_sum(self._seed) / self._period
            return
        self.value = self.value + self._alpha * (x - self.value)


class Rsi:
    """NaN until the n-th change of the close."""

    def __init__(self, period: int) -> None:
        self._gain = WilderMean(period)
        self._loss = WilderMean(period)

    def update(self, close: float, previous: float) -> None:
        self._gain.update(max(close - previous, 0.0))
        self._loss.update(max(previous - close, 0.0))

    @property
    def value(self) -> float:
        g, l = self._gain.value, self._loss.value  # noqa: E741
        if math.isnan(g):
            return math.nan
        return 50.0 if g + l == 0 else 100 * g / (g + l)

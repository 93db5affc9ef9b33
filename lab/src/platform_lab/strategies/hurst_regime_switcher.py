import math
from collections.abc import Mapping, Sequence
from typing import Any

from platform_lab.fixed_log import log
from platform_lab.indicators import Ema, mean, ordered_sum, z_score
from platform_lab.market import Market
from platform_lab.params import Number, integer
from platform_lab.strategies.base import Strategy, Verdict, ema_warmup_bars

SUB_LENGTHS = (8, 16, 32, 64)
NO_MEMORY = 0.5


class HurstRegimeSwitcher(Strategy):
    name = "hurst_regime_switcher"
    fields = {
        "window": integer(128, 128, 1024, multiple_of=64),
        "trend_h": Number(0.55, 0.5, 1),
        "revert_h": Number(0.45, 0, 0.5),
        "fast": integer(20, 2, 100),
        "slow": integer(100, 3, 200),
        "z_lookback": integer(50, 10, 1000),
        "z_entry": Number(1.5, 1, 5),
    }
    rules = (("slow", lambda p: p["slow"] > p["fast"], "must be above fast"),)

    def __init__(self, market: Market, params: Mapping[str, Any]) -> None:
        super().__init__(market, params)
        self._fast = Ema(self.params["fast"])
        self._slow = Ema(self.params["slow"])
        self._returns: list[float] = []

    def declared_warmup_bars(self) -> int:
        p = self.params
        return ema_warmup_bars(p["slow"]) + int(max(p["window"] + 1, p["z_lookback"]))

    def update(self, i: int) -> None:
        close = self.bars.close[i]
        self._fast.update(close)
        self._slow.update(close)
        if i > 0:
            self._returns.append(close / self.bars.close[i - 1] - 1)

    def decide(self, i: int, held: int) -> Verdict | None:
        p = self.params
        h = hurst_exponent(self._returns[-p["window"] :])
        if h > p["trend_h"]:
            if self._fast.value > self._slow.value:
                return Verdict(1, "trending_up")
            if self._fast.value < self._slow.value:
                return Verdict(-1, "trending_down")
        if h < p["revert_h"]:
            z = z_score(self.bars.close[i - p["z_lookback"] + 1 : i + 1])
            if z < -p["z_entry"]:
                return Verdict(1, "stretched_low")
            if z > p["z_entry"]:
                return Verdict(-1, "stretched_high")
        return Verdict(0, "no_regime")


def hurst_exponent(returns: Sequence[float]) -> float:
    """The slope of log(R/S) over log(length), by least squares over the four lengths."""
    xs: list[float] = []
    ys: list[float] = []
    for length in SUB_LENGTHS:
        rs = rescaled_range(returns, length)
        if not rs > 0:
            return NO_MEMORY
        xs.append(log(length))
        ys.append(log(rs))
    mx, my = mean(xs), mean(ys)
    above = ordered_sum([(x - mx) * (y - my) for x, y in zip(xs, ys, strict=True)])
    below = ordered_sum([(x - mx) * (x - mx) for x in xs])
    return above / below


def rescaled_range(returns: Sequence[float], length: int) -> float:
    """The mean of R/S over the chunks whose S is not 0; NaN without any."""
    ratios: list[float] = []
    for start in range(0, len(returns), length):
        chunk = returns[start : start + length]
        m = mean(chunk)
        y = q = 0.0
        largest, smallest = -math.inf, math.inf
        for r in chunk:
            d = r - m
            y = y + d
            q = q + d * d
            if y > largest:
                largest = y
            if y < smallest:
                smallest = y
        s = math.sqrt(q / length)
        if s != 0:
            ratios.append((largest - smallest) / s)
    return mean(ratios) if ratios else math.nan

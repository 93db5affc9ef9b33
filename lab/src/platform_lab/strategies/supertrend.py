import math
from collections.abc import Mapping
from typing import Any

from platform_lab.indicators import WilderMean, true_range
from platform_lab.market import Market
from platform_lab.params import Number, integer
from platform_lab.strategies.base import Strategy, Verdict


class Supertrend(Strategy):
    name = "supertrend"
    fields = {"atr_period": integer(10, 2, 120), "multiplier": Number(3.0, 0.5, 10)}

    def __init__(self, market: Market, params: Mapping[str, Any]) -> None:
        super().__init__(market, params)
        self._atr = WilderMean(self.params["atr_period"])
        self._upper = math.nan
        self._lower = math.nan
        self._up = False

    def declared_warmup_bars(self) -> int:
        return int(37 * self.params["atr_period"])

    def update(self, i: int) -> None:
        self._atr.update(true_range(self.bars, i))
        atr = self._atr.value
        if math.isnan(atr):
            return
        multiplier = self.params["multiplier"]
        mid = (self.bars.high[i] + self.bars.low[i]) / 2
        basic_upper = mid + multiplier * atr
        basic_lower = mid - multiplier * atr
        if math.isnan(self._upper):
            self._upper, self._lower = basic_upper, basic_lower
            return
        previous_close, close = self.bars.close[i - 1], self.bars.close[i]
        if basic_upper < self._upper or previous_close > self._upper:
            self._upper = basic_upper
        if basic_lower > self._lower or previous_close < self._lower:
            self._lower = basic_lower
        if not self._up and close > self._upper:
            self._up = True
        elif self._up and close < self._lower:
            self._up = False

    def decide(self, i: int, held: int) -> Verdict | None:
        if self._up:
            return Verdict(1, "trend_up", stop=self._lower)
        return Verdict(-1, "trend_down", stop=self._upper)

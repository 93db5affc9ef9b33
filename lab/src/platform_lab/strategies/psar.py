import math
from collections.abc import Mapping
from typing import Any

from platform_lab.market import Market
from platform_lab.params import Number
from platform_lab.strategies.base import Strategy, Verdict


class Psar(Strategy):
    name = "psar"
    fields = {
        "af_start": Number(0.02, 0.001, 1),
        "af_step": Number(0.02, 0.001, 1),
        "af_max": Number(0.2, 0.001, 1),
    }
    rules = (("af_max", lambda p: p["af_max"] >= p["af_start"], "must not be below af_start"),)

    def __init__(self, market: Market, params: Mapping[str, Any]) -> None:
        super().__init__(market, params)
        self._up = True
        self._sar = math.nan
        self._extreme = math.nan
        self._af = self.params["af_start"]

    def declared_warmup_bars(self) -> int:
        af_start: float = self.params["af_start"]
        return math.ceil(3 / af_start)

    def update(self, i: int) -> None:
        if i == 0:
            return
        if i == 1:
            self._start()
            return
        self._sar = self._sar + self._af * (self._extreme - self._sar)
        if self._up:
            self._follow_up(i)
        else:
            self._follow_down(i)

    def _start(self) -> None:
        bars = self.bars
        self._up = bars.close[1] >= bars.close[0]
        self._sar = bars.low[0] if self._up else bars.high[0]
        self._extreme = bars.high[1] if self._up else bars.low[1]

    def _follow_up(self, i: int) -> None:
        high, low = self.bars.high, self.bars.low
        self._sar = min(self._sar, low[i - 1], low[i - 2])
        if low[i] < self._sar:
            self._flip(low[i])
        elif high[i] > self._extreme:
            self._advance(high[i])

    def _follow_down(self, i: int) -> None:
        high, low = self.bars.high, self.bars.low
        self._sar = max(self._sar, high[i - 1], high[i - 2])
        if high[i] > self._sar:
            self._flip(high[i])
        elif low[i] < self._extreme:
            self._advance(low[i])

    def _flip(self, extreme: float) -> None:
        self._up = not self._up
        self._sar = self._extreme
        self._extreme = extreme
        self._af = self.params["af_start"]

    def _advance(self, extreme: float) -> None:
        self._extreme = extreme
        self._af = min(self._af + self.params["af_step"], self.params["af_max"])

    def decide(self, i: int, held: int) -> Verdict | None:
        if self._up:
            return Verdict(1, "sar_below", stop=self._sar)
        return Verdict(-1, "sar_above", stop=self._sar)

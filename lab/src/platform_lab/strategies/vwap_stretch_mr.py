from collections.abc import Mapping
from typing import Any

from platform_lab.indicators import WilderMean, ordered_sum, true_range
from platform_lab.market import Market
from platform_lab.params import Number, integer
from platform_lab.strategies.base import Strategy, Verdict


class VwapStretchMr(Strategy):
    name = "vwap_stretch_mr"
    fields = {
        "lookback": integer(96, 2, 1000),
        "stretch": Number(2.5, 0.1, 20),
        "atr_period": integer(14, 2, 100),
    }

    def __init__(self, market: Market, params: Mapping[str, Any]) -> None:
        super().__init__(market, params)
        self._atr = WilderMean(self.params["atr_period"])
        self._turnover: list[float] = []

    def declared_warmup_bars(self) -> int:
        return int(37 * self.params["atr_period"] + self.params["lookback"])

    def update(self, i: int) -> None:
        bars = self.bars
        self._atr.update(true_range(bars, i))
        typical = (bars.high[i] + bars.low[i] + bars.close[i]) / 3
        self._turnover.append(typical * bars.volume[i])

    def decide(self, i: int, held: int) -> Verdict | None:
        start = i - self.params["lookback"] + 1
        volume = ordered_sum(self.bars.volume[start : i + 1])
        if volume == 0:
            return None
        close = self.bars.close[i]
        vwap = ordered_sum(self._turnover[start : i + 1]) / volume
        atr = self._atr.value
        d = 0.0 if atr == 0 else (close - vwap) / atr
        if d < -self.params["stretch"]:
            return Verdict(1, "below_vwap")
        if d > self.params["stretch"]:
            return Verdict(-1, "above_vwap")
        if (held > 0 and close >= vwap) or (held < 0 and close <= vwap):
            return Verdict(0, "crossed_vwap")
        return None

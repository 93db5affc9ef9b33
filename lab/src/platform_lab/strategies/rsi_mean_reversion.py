from collections.abc import Mapping
from typing import Any

from platform_lab.indicators import Rsi
from platform_lab.market import Market
from platform_lab.params import Number, integer
from platform_lab.strategies.base import Strategy, Verdict


class RsiMeanReversion(Strategy):
    name = "rsi_mean_reversion"
    fields = {
        "period": integer(14, 2, 120),
        "lower": Number(30, 1, 50),
        "upper": Number(70, 50, 99),
        "exit": Number(50, 1, 99),
    }
    rules = (("exit", lambda p: p["lower"] <= p["exit"] <= p["upper"], "must lie between lower and upper"),)

    def __init__(self, market: Market, params: Mapping[str, Any]) -> None:
        super().__init__(market, params)
        self._rsi = Rsi(self.params["period"])

    def declared_warmup_bars(self) -> int:
        return int(37 * self.params["period"] + 1)

    def update(self, i: int) -> None:
        if i > 0:
            self._rsi.update(self.bars.close[i], self.bars.close[i - 1])

    def decide(self, i: int, held: int) -> Verdict | None:
        rsi = self._rsi.value
        if rsi < self.params["lower"]:
            return Verdict(1, "oversold")
        if rsi > self.params["upper"]:
            return Verdict(-1, "overbought")
        if (held > 0 and rsi >= self.params["exit"]) or (held < 0 and rsi <= self.params["exit"]):
            return Verdict(0, "rsi_exit")
        return None

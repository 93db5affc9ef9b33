from collections.abc import Mapping
from typing import Any

from platform_lab.indicators import mean
from platform_lab.market import Market
from platform_lab.params import Number, integer
from platform_lab.strategies.base import Strategy, Verdict
from platform_lab.timeframes import LENGTH_MS


class FundingArb(Strategy):
    name = "funding_arb"
    fields = {
        "settlements": integer(3, 1, 90),
        "entry": Number(0.0003, 0, 0.01),
        "exit": Number(0.0001, 0, 0.01),
    }
    rules = (("exit", lambda p: p["exit"] <= p["entry"], "must not be above entry"),)

    def __init__(self, market: Market, params: Mapping[str, Any]) -> None:
        super().__init__(market, params)
        self._known = 0

    def declared_warmup_bars(self) -> int:
        return 37

    def update(self, i: int) -> None:
        """A settlement stamped at the very close is known at the next bar."""
        close_time_ms = self.bars.open_time_ms[i] + LENGTH_MS[self.market.timeframe]
        times = self.market.funding.time_ms
        while self._known < len(times) and times[self._known] < close_time_ms:
            self._known += 1

    def decide(self, i: int, held: int) -> Verdict | None:
        n = self.params["settlements"]
        if self._known < n:
            return None
        a = mean(self.market.funding.rate[self._known - n : self._known])
        if a > self.params["entry"]:
            return Verdict(-1, "funding_high")
        if a < -self.params["entry"]:
            return Verdict(1, "funding_low")
        if abs(a) < self.params["exit"]:
            return Verdict(0, "funding_normal")
        return None

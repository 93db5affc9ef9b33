"""Fade the z-score of the ratio between the bars and an auxiliary series. Shared by basis_revert and pairs_mr."""

import math
from collections.abc import Mapping
from typing import Any

from platform_lab.indicators import z_score
from platform_lab.market import Bars, Market
from platform_lab.params import Field, Number, Rule, integer
from platform_lab.strategies.base import AlignedBars, Strategy, Verdict


def z_fields(lookback: int) -> dict[str, Field]:
    return {"lookback": integer(lookback, 10, 2000), "entry": Number(2.0, 1, 10), "exit": Number(0.5, 0, 5)}


EXIT_BELOW_ENTRY: Rule = ("exit", lambda p: p["exit"] <= p["entry"], "must not be above entry")


class ZReversion(Strategy):
    """Subclasses say which series, what is subtracted from the ratio, and the names of the reasons."""

    rules = (EXIT_BELOW_ENTRY,)
    reason_short: str
    reason_long: str
    reason_flat: str

    def __init__(self, market: Market, params: Mapping[str, Any], other: Bars | None) -> None:
        super().__init__(market, params)
        self._other = AlignedBars(other)
        self._values: list[float] = []
        self._has_value = False

    def declared_warmup_bars(self) -> int:
        return int(self.params["lookback"])

    def value(self, close: float, other_close: float) -> float:
        raise NotImplementedError

    def update(self, i: int) -> None:
        other_close = self._other.close_at(self.bars.open_time_ms[i])
        self._has_value = not math.isnan(other_close)
        if self._has_value:
            self._values.append(self.value(self.bars.close[i], other_close))

    def decide(self, i: int, held: int) -> Verdict | None:
        lookback = self.params["lookback"]
        if not self._has_value or len(self._values) < lookback:
            return None
        z = z_score(self._values[-lookback:])
        if z > self.params["entry"]:
            return Verdict(-1, self.reason_short)
        if z < -self.params["entry"]:
            return Verdict(1, self.reason_long)
        if abs(z) < self.params["exit"]:
            return Verdict(0, self.reason_flat)
        return None

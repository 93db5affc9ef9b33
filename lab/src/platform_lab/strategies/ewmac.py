from collections.abc import Mapping
from typing import Any

from platform_lab.indicators import Ema, EmaStd
from platform_lab.market import Market
from platform_lab.params import Number, integer
from platform_lab.strategies.base import Strategy, Verdict, ema_warmup_bars

AUTOMATIC_SCALAR = {(8, 32): 5.3, (16, 64): 3.75, (32, 128): 2.65, (64, 256): 1.87}
FORECAST_CAP = 20


class Ewmac(Strategy):
    name = "ewmac"
    fields = {
        "fast": integer(16, 2, 128),
        "slow": integer(64, 4, 256),
        "vol_span": integer(35, 5, 256),
        "entry": Number(2, 0, 20),
        "scalar": Number(0, 0, 50),
    }
    rules = (("slow", lambda p: p["slow"] > p["fast"], "must be above fast"),)

    def __init__(self, market: Market, params: Mapping[str, Any]) -> None:
        super().__init__(market, params)
        fast, slow = self.params["fast"], self.params["slow"]
        self._fast = Ema(fast)
        self._slow = Ema(slow)
        self._std = EmaStd(self.params["vol_span"])
        self._scalar = self.params["scalar"] or AUTOMATIC_SCALAR.get((fast, slow), 3.75)

    def declared_warmup_bars(self) -> int:
        return ema_warmup_bars(max(self.params["slow"], self.params["vol_span"])) + 1

    def update(self, i: int) -> None:
        close = self.bars.close[i]
        self._fast.update(close)
        self._slow.update(close)
        if i > 0:
            self._std.update(close - self.bars.close[i - 1])

    def decide(self, i: int, held: int) -> Verdict | None:
        f = self._forecast()
        entry = self.params["entry"]
        scale = min(abs(f) / 10, 2)
        if f >= entry:
            return Verdict(1, "forecast_long", scale=scale)
        if f <= -entry:
            return Verdict(-1, "forecast_short", scale=scale)
        if (held > 0 and f < 0) or (held < 0 and f > 0):
            return Verdict(0, "forecast_reversed")
        return None

    def _forecast(self) -> float:
        s = self._std.value
        f = 0.0 if s == 0 else self._scalar * (self._fast.value - self._slow.value) / s
        return float(max(-FORECAST_CAP, min(FORECAST_CAP, f)))

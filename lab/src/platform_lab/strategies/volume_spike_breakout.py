from collections.abc import Mapping
from typing import Any

from platform_lab.indicators import mean
from platform_lab.market import Market
from platform_lab.params import Number, integer
from platform_lab.strategies.base import Strategy, Verdict


class VolumeSpikeBreakout(Strategy):
    name = "volume_spike_breakout"
    fields = {
        "lookback": integer(20, 2, 1000),
        "spike": Number(3.0, 1, 100),
        "hold_bars": integer(12, 1, 1000),
    }

    def __init__(self, market: Market, params: Mapping[str, Any]) -> None:
        super().__init__(market, params)
        self._bars_held = 0

    def declared_warmup_bars(self) -> int:
        return int(self.params["lookback"] + 1)

    def update(self, i: int) -> None:
        """Everything is in the window."""

    def decide(self, i: int, held: int) -> Verdict | None:
        event = self._event(i)
        if held == 0:
            self._bars_held = 0
            if event > 0:
                return Verdict(1, "spike_up")
            if event < 0:
                return Verdict(-1, "spike_down")
            return None
        self._bars_held += 1
        if self._bars_held >= self.params["hold_bars"]:
            return Verdict(0, "hold_expired")
        if event == -held:
            return Verdict(0, "opposite_spike")
        return None

    def _event(self, i: int) -> int:
        bars, n = self.bars, self.params["lookback"]
        if not bars.volume[i] > self.params["spike"] * mean(bars.volume[i - n + 1 : i + 1]):
            return 0
        close = bars.close[i]
        if close > max(bars.high[i - n : i]):
            return 1
        return -1 if close < min(bars.low[i - n : i]) else 0

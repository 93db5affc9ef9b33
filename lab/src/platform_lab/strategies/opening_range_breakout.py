import math
from collections.abc import Mapping
from typing import Any

from platform_lab.market import Market
from platform_lab.params import integer
from platform_lab.strategies.base import Strategy, Verdict
from platform_lab.timeframes import DAY_MS, HOUR_MS, LENGTH_MS, bars_per_day


class OpeningRangeBreakout(Strategy):
    name = "opening_range_breakout"
    fields = {
        "range_bars": integer(4, 1, 720),
        "session_start_utc": integer(0, 0, 23),
        "max_hold_bars": integer(0, 0, 1440),
    }

    def __init__(self, market: Market, params: Mapping[str, Any]) -> None:
        super().__init__(market, params)
        self._length_ms = LENGTH_MS[market.timeframe]
        self._session: int | None = None
        self._new_session = False
        self._clear_session()
        self._bars_held = 0

    def _clear_session(self) -> None:
        self._range_high = -math.inf
        self._range_low = math.inf
        self._range_bars_seen = 0
        self._entered: set[int] = set()

    def declared_warmup_bars(self) -> int:
        return bars_per_day(self.market.timeframe)

    def update(self, i: int) -> None:
        start_ms = self.params["session_start_utc"] * HOUR_MS
        open_time_ms = self.bars.open_time_ms[i]
        session = (open_time_ms - start_ms) // DAY_MS
        self._new_session = session != self._session
        if self._new_session:
            self._session = session
            self._clear_session()
        session_open_ms = session * DAY_MS + start_ms
        self._is_range_bar = open_time_ms < session_open_ms + self.params["range_bars"] * self._length_ms
        self._is_last_bar = open_time_ms + self._length_ms >= session_open_ms + DAY_MS
        if self._is_range_bar:
            self._range_high = max(self._range_high, self.bars.high[i])
            self._range_low = min(self._range_low, self.bars.low[i])
            self._range_bars_seen += 1

    def decide(self, i: int, held: int) -> Verdict | None:
        left_over = self._new_session and held != 0
        if left_over:
            held = 0
        self._bars_held = self._bars_held + 1 if held != 0 else 0
        verdict = self._verdict(self.bars.close[i], held)
        if verdict is None and left_over:
            return Verdict(0, "session_end")
        if verdict is not None and verdict.target != 0:
            self._entered.add(verdict.target)
            self._bars_held = 0
        return verdict

    def _verdict(self, close: float, held: int) -> Verdict | None:
        if self._is_last_bar:
            return Verdict(0, "session_end")
        max_hold_bars = self.params["max_hold_bars"]
        if held != 0 and 0 < max_hold_bars <= self._bars_held:
            return Verdict(0, "hold_expired")
        if self._is_range_bar or self._range_bars_seen < self.params["range_bars"]:
            return None
        if close > self._range_high and held <= 0 and 1 not in self._entered:
            return Verdict(1, "break_above_range")
        if close < self._range_low and held >= 0 and -1 not in self._entered:
            return Verdict(-1, "break_below_range")
        return None

import math
from collections import deque
from collections.abc import Mapping
from typing import Any

from platform_lab.indicators import ordered_sum
from platform_lab.market import Market
from platform_lab.params import Number, integer
from platform_lab.strategies.base import Strategy, Verdict
from platform_lab.timeframes import DAY_MS, bars_per_day

FULL_DAYS = 30
BUCKETS_PER_DAY = 50


class VpinImpulse(Strategy):
    name = "vpin_impulse"
    fields = {
        "bucket_volume": Number(0, 0, 1e12),
        "buckets": integer(50, 5, 100),
        "threshold": Number(0.4, 0.05, 1),
        "impulse_bars": integer(3, 1, 500),
    }

    def __init__(self, market: Market, params: Mapping[str, Any]) -> None:
        super().__init__(market, params)
        self._bars_per_day = bars_per_day(market.timeframe)
        self._day: int | None = None
        self._day_volume = 0.0
        self._day_bars = 0
        self._full_days: deque[float] = deque(maxlen=FULL_DAYS)
        self._bucket_volume = 0.0
        self._filled = 0.0
        self._buy = 0.0
        self._records: deque[float] = deque(maxlen=self.params["buckets"])

    def declared_warmup_bars(self) -> int:
        p = self.params
        return int(self._bars_per_day * (31 + math.ceil(p["buckets"] / 25)) + p["impulse_bars"])

    def update(self, i: int) -> None:
        day = self.bars.open_time_ms[i] // DAY_MS
        if day != self._day:
            self._begin_day(day)
        volume = self.bars.volume[i]
        self._day_volume = self._day_volume + volume
        self._day_bars += 1
        if volume > 0 and self._bucket_volume > 0:
            self._fill(volume, self.bars.taker_buy_volume[i] / volume)

    def _begin_day(self, day: int) -> None:
        if self._day_bars == self._bars_per_day:
            self._full_days.append(self._day_volume)
        self._day, self._day_volume, self._day_bars = day, 0.0, 0
        self._filled = self._buy = 0.0
        if self.params["bucket_volume"] > 0:
            self._bucket_volume = self.params["bucket_volume"]
        elif len(self._full_days) == FULL_DAYS:
            self._bucket_volume = ordered_sum(self._full_days) / FULL_DAYS / BUCKETS_PER_DAY

    def _fill(self, volume: float, rate: float) -> None:
        size, buckets = self._bucket_volume, self.params["buckets"]
        left = volume
        whole = math.floor(left / size)
        if whole > buckets:
            left = left - (whole - buckets) * size
        while left > 0:
            room = size - self._filled
            if left >= room:
                buy = self._buy + room * rate
                self._records.append(abs(buy - (size - buy)) / size)
                left = left - room
                self._filled = self._buy = 0.0
            else:
                self._buy = self._buy + left * rate
                self._filled = self._filled + left
                left = 0.0

    def decide(self, i: int, held: int) -> Verdict | None:
        p = self.params
        if len(self._records) < p["buckets"]:
            return None
        vpin = ordered_sum(self._records) / p["buckets"]
        close, earlier = self.bars.close[i], self.bars.close[i - p["impulse_bars"]]
        if vpin > p["threshold"] and close > earlier:
            return Verdict(1, "impulse_up")
        if vpin > p["threshold"] and close < earlier:
            return Verdict(-1, "impulse_down")
        if vpin < p["threshold"] / 2:
            return Verdict(0, "vpin_calm")
        return None

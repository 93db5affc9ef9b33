"""What a strategy is to the lab: parameters, a warm-up count, an update on every bar, a verdict once it is warm."""

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

from platform_lab.market import Bars, Market
from platform_lab.params import Field, Rule, complete


class Verdict(NamedTuple):
    """The target a rule asks for: 1 long, 0 flat, -1 short."""

    target: int
    reason: str
    stop: float | None = None
    scale: float = 1.0


class Strategy(ABC):
    name: ClassVar[str]
    fields: ClassVar[Mapping[str, Field]]
    rules: ClassVar[tuple[Rule, ...]] = ()

    def __init__(self, market: Market, params: Mapping[str, Any]) -> None:
        self.market = market
        self.bars = market.bars
        self.params = complete(self.fields, self.rules, params)

    def warmup_bars(self) -> int:
        """Never below the 36 returns that sizing needs."""
        return max(37, self.declared_warmup_bars())

    @abstractmethod
    def declared_warmup_bars(self) -> int: ...

    @abstractmethod
    def update(self, i: int) -> None:
        """Called for every bar in order, from bar 0."""

    @abstractmethod
    def decide(self, i: int, held: int) -> Verdict | None:
        """Called after update from the end of the warm-up on. None keeps the held target."""


class AlignedBars:
    """Finds the auxiliary bar of the same open time, moving forward only."""

    def __init__(self, bars: Bars | None) -> None:
        self._bars = bars or Bars()
        self._next = 0

    def close_at(self, open_time_ms: int) -> float:
        """NaN when there is no such bar."""
        times = self._bars.open_time_ms
        while self._next < len(times) and times[self._next] < open_time_ms:
            self._next += 1
        found = self._next < len(times) and times[self._next] == open_time_ms
        return self._bars.close[self._next] if found else math.nan


def ema_warmup_bars(span: int) -> int:
    return math.ceil(18.5 * (span + 1))

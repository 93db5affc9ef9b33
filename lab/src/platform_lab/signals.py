"""From verdicts to signals: warm-up, allow_short, emission on change only, and the bytes that parity compares."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass

from platform_lab.decimals import fixed8
from platform_lab.market import Market
from platform_lab.strategies.base import Strategy, Verdict

SIDES = {1: "long", 0: "flat", -1: "short"}


@dataclass(frozen=True)
class Signal:
    """Numbers are already rounded; they are the doubles nearest to their 8-decimal text."""

    index: int
    open_time_ms: int
    side: str
    size_kind: str
    size_value: float
    sl: float | None
    tp: float | None
    reason: str


def run_strategy(strategy: Strategy, market: Market) -> list[Signal]:
    warmup_bars = strategy.warmup_bars()
    allow_short = strategy.params["allow_short"]
    held = outcome = 0
    signals: list[Signal] = []
    for i in range(len(market.bars)):
        strategy.update(i)
        if i < warmup_bars - 1:
            continue
        verdict = strategy.decide(i, held)
        if verdict is None:
            continue
        held = verdict.target
        next_outcome = 0 if held < 0 and not allow_short else held
        if next_outcome != outcome:
            outcome = next_outcome
            signals.append(_signal(strategy, market, i, outcome, verdict))
    return signals


def _signal(strategy: Strategy, market: Market, i: int, outcome: int, verdict: Verdict) -> Signal:
    hint = strategy.params["size_hint"]
    size = hint["value"] * verdict.scale if outcome != 0 else 0.0
    return Signal(
        index=i,
        open_time_ms=market.bars.open_time_ms[i],
        side=SIDES[outcome],
        size_kind=hint["kind"],
        size_value=float(fixed8(size)),
        sl=_stop(verdict.stop) if outcome != 0 else None,
        tp=None,
        reason=verdict.reason,
    )


def _stop(stop: float | None) -> float | None:
    if stop is None:
        return None
    rounded = float(fixed8(stop))
    return rounded if rounded > 0 else None


def canonical_object(signal: Signal) -> dict[str, object]:
    return {
        "open_time_ms": signal.open_time_ms,
        "reason": signal.reason,
        "side": signal.side,
        "size_hint": {"kind": signal.size_kind, "value": fixed8(signal.size_value)},
        "sl": None if signal.sl is None else fixed8(signal.sl),
        "tp": None if signal.tp is None else fixed8(signal.tp),
    }


def canonical_lines(signals: Iterable[Signal]) -> str:
    return "".join(
        json.dumps(canonical_object(signal), sort_keys=True, separators=(",", ":")) + "\n" for signal in signals
    )


def signals_sha256(signals: Iterable[Signal]) -> str:
    return hashlib.sha256(canonical_lines(signals).encode()).hexdigest()

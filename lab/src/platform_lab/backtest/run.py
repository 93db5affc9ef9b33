"""One run: strategy, execution, figures, warnings; and its JSON object."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from platform_lab.backtest.execution import Execution
from platform_lab.backtest.performance import performance
from platform_lab.backtest.records import Equity, Fill, Roundtrip
from platform_lab.backtest.settings import Settings
from platform_lab.market import Bars, Market
from platform_lab.params import Params
from platform_lab.signals import Signal, canonical_object, run_strategy, signals_sha256
from platform_lab.strategies import REGISTRY
from platform_lab.strategies.base import Strategy
from platform_lab.timeframes import LENGTH_MS

FEW_TRADES = 30


@dataclass(frozen=True)
class BacktestResult:
    strategy: str
    market: Market
    params: Params
    settings: Settings
    warmup_bars: int
    signals: list[Signal]
    fills: list[Fill]
    roundtrips: list[Roundtrip]
    equity: Equity
    performance: dict[str, Any]
    warnings: list[dict[str, Any]]


def backtest(
    named: str | type[Strategy],
    market: Market,
    params: Mapping[str, Any],
    settings: Settings,
    last_bar_open: bool = False,
) -> BacktestResult:
    kind = REGISTRY[named] if isinstance(named, str) else named
    strategy = kind(market, params)
    warmup_bars = strategy.warmup_bars()
    signals = run_strategy(strategy, market)
    execution = Execution(market, signals, warmup_bars, settings)
    execution.run()
    figures = performance(execution, settings.initial_equity)
    return BacktestResult(
        strategy=kind.name,
        market=market,
        params=strategy.params,
        settings=settings,
        warmup_bars=warmup_bars,
        signals=signals,
        fills=execution.account.fills,
        roundtrips=execution.account.roundtrips,
        equity=execution.equity,
        performance=figures,
        warnings=_warnings(market, warmup_bars, last_bar_open, figures["trades"], execution),
    )


def _warnings(
    market: Market, warmup_bars: int, last_bar_open: bool, trades: int, execution: Execution
) -> list[dict[str, Any]]:
    bar_count = len(market.bars)
    counts = {
        "not_enough_bars": bar_count if bar_count < warmup_bars else None,
        "gaps_in_data": _gaps(market.bars, LENGTH_MS[market.timeframe]) or None,
        "last_bar_open": 1 if last_bar_open else None,
        "no_funding_data": None if len(market.funding) else 1,
        "too_few_trades": trades if trades < FEW_TRADES else None,
        "stop_crossed_entries": execution.stop_crossed_entries or None,
        "equity_exhausted": 1 if execution.exhausted else None,
    }
    return [{"code": code, "count": count} for code, count in counts.items() if count is not None]


def _gaps(bars: Bars, length_ms: int) -> int:
    times = bars.open_time_ms
    return sum(later - earlier != length_ms for earlier, later in pairwise(times))


def result_object(result: BacktestResult) -> dict[str, Any]:
    times = result.market.bars.open_time_ms
    return {
        "strategy": result.strategy,
        "symbol": result.market.symbol,
        "timeframe": result.market.timeframe,
        "params": result.params,
        "settings": vars(result.settings),
        "bars": {
            "count": len(times),
            "first_open_time_ms": times[0] if times else None,
            "last_open_time_ms": times[-1] if times else None,
            "warmup_bars": result.warmup_bars,
        },
        "signals": [canonical_object(signal) for signal in result.signals],
        "signals_sha256": signals_sha256(result.signals),
        "fills": [vars(fill) for fill in result.fills],
        "roundtrips": [roundtrip_object(trip) for trip in result.roundtrips],
        "equity": {"time_ms": result.equity.time_ms, "equity": result.equity.equity},
        "performance": result.performance,
        "warnings": result.warnings,
    }


def roundtrip_object(trip: Roundtrip) -> dict[str, Any]:
    return {name.rstrip("_"): value for name, value in vars(trip).items()}

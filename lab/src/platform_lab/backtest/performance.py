"""The figures of a run, from its equity points, roundtrips and totals. An undefined figure has the value None."""

import math
from dataclasses import dataclass
from typing import Any

from platform_lab.backtest.execution import Execution
from platform_lab.backtest.records import Equity, Roundtrip
from platform_lab.timeframes import DAY_MS

YEAR_MS = 365.25 * DAY_MS
ANNUAL = math.sqrt(365)


@dataclass
class Drawdown:
    fraction: float = 0.0
    from_ms: int | None = None
    to_ms: int | None = None
    recovered_ms: int | None = None


def performance(execution: Execution, initial_equity: float) -> dict[str, Any]:
    points = execution.equity
    account = execution.account
    final = points.equity[-1] if points.equity else initial_equity
    years = (points.time_ms[-1] - points.time_ms[0]) / YEAR_MS if points.equity else None
    cagr = _cagr(initial_equity, final, years)
    sharpe, sortino = _ratios(daily_returns(points, initial_equity))
    drawdown = max_drawdown(points)
    turnover = math.fsum(fill.notional for fill in account.fills)
    net_pnl = final - initial_equity
    has_points = bool(points.equity)
    return {
        "initial_equity": initial_equity,
        "final_equity": final,
        "net_pnl": net_pnl if has_points else None,
        "total_return": final / initial_equity - 1 if has_points else None,
        "years": years,
        "cagr": cagr,
        "sharpe": sharpe,
        "sortino": sortino,
        "max_drawdown_pct": 100 * drawdown.fraction,
        "max_drawdown_from_ms": drawdown.from_ms,
        "max_drawdown_to_ms": drawdown.to_ms,
        "max_drawdown_recovered_ms": drawdown.recovered_ms,
        "calmar": None if cagr is None or drawdown.fraction == 0 else cagr / drawdown.fraction,
        **_trade_figures(account.roundtrips),
        "exposure": points.exposed_points / len(points.equity) if has_points else 0.0,
        "turnover": turnover / (math.fsum(points.equity) / len(points.equity)) if has_points else 0.0,
        "fees": account.fees,
        "slippage": account.slippage,
        "funding": account.funding,
        "gross_pnl": net_pnl + account.fees + account.slippage + account.funding if has_points else None,
    }


def _cagr(initial: float, final: float, years: float | None) -> float | None:
    if not years:
        return None
    return -1.0 if final <= 0 else float((final / initial) ** (1 / years) - 1)


def daily_returns(points: Equity, initial_equity: float) -> list[float]:
    """One per UTC day from the first point's day to the last one's; a day without a point returns 0."""
    if not points.equity:
        return []
    end_of_day: dict[int, float] = {}
    for time_ms, equity in zip(points.time_ms, points.equity, strict=True):
        end_of_day[(time_ms - 1) // DAY_MS] = equity
    returns: list[float] = []
    previous = initial_equity
    for day in range(min(end_of_day), max(end_of_day) + 1):
        equity = end_of_day.get(day, previous)
        returns.append(equity / previous - 1 if previous > 0 else 0.0)
        previous = equity
    return returns


def _ratios(returns: list[float]) -> tuple[float | None, float | None]:
    """Sharpe and Sortino, annualised."""
    days = len(returns)
    if days < 2:
        return None, None
    mean = math.fsum(returns) / days
    std = math.sqrt(math.fsum((r - mean) ** 2 for r in returns) / (days - 1))
    downside = math.sqrt(math.fsum(min(r, 0.0) ** 2 for r in returns) / days)
    return (
        None if std == 0 else mean / std * ANNUAL,
        None if downside == 0 else mean / downside * ANNUAL,
    )


def max_drawdown(points: Equity) -> Drawdown:
    worst = Drawdown()
    worst_peak = peak = -math.inf
    peak_ms = 0
    for time_ms, equity in zip(points.time_ms, points.equity, strict=True):
        if equity > peak:
            peak, peak_ms = equity, time_ms
        if worst.to_ms is not None and worst.recovered_ms is None and equity >= worst_peak:
            worst.recovered_ms = time_ms
        fraction = (peak - equity) / peak
        if fraction > worst.fraction:
            worst, worst_peak = Drawdown(fraction, peak_ms, time_ms), peak
    return worst


def _trade_figures(roundtrips: list[Roundtrip]) -> dict[str, Any]:
    pnls = [trip.net_pnl for trip in roundtrips if trip.exit_time_ms is not None]
    won = [pnl for pnl in pnls if pnl > 0]
    lost = [pnl for pnl in pnls if pnl < 0]
    return {
        "trades": len(pnls),
        "wins": len(won),
        "win_rate": len(won) / len(pnls) if pnls else None,
        "profit_factor": math.fsum(won) / -math.fsum(lost) if lost else None,
    }

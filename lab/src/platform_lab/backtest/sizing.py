"""How much to hold, decided at the close of the signal's bar from finite windows only."""

import math

from platform_lab.backtest.settings import Settings
from platform_lab.decimals import round8
from platform_lab.indicators import mean, mean_and_std, true_range
from platform_lab.market import Bars, Market
from platform_lab.signals import Signal
from platform_lab.timeframes import bars_per_year

RETURNS = 36
TRUE_RANGES = 14


def mean_true_range(bars: Bars, i: int) -> float:
    return mean([true_range(bars, k) for k in range(i - TRUE_RANGES + 1, i + 1)])


def realised_volatility(market: Market, i: int) -> float:
    close = market.bars.close
    returns = [close[k] / close[k - 1] - 1 for k in range(i - RETURNS + 1, i + 1)]
    return mean_and_std(returns)[1] * math.sqrt(bars_per_year(market.timeframe))


def quantity_for(signal: Signal, market: Market, equity: float, settings: Settings) -> float:
    """Signed."""
    if signal.side == "flat":
        return 0.0
    close = market.bars.close[signal.index]
    quantity = round8(equity * _fraction(signal, market, settings) / close)
    return quantity if signal.side == "long" else -quantity


def _fraction(signal: Signal, market: Market, settings: Settings) -> float:
    i = signal.index
    if settings.sizing == "full":
        return 1.0
    if settings.sizing == "atr":
        m = mean_true_range(market.bars, i)
        if m == 0:
            return settings.max_leverage
        at_risk = (settings.sl_atr * m) / market.bars.close[i]
        return min(settings.max_leverage, settings.risk_per_trade / at_risk)
    if signal.size_kind == "fixed":
        return signal.size_value
    realised = realised_volatility(market, i)
    return settings.max_leverage if realised == 0 else min(settings.max_leverage, signal.size_value / realised)

"""What parity runs over a market: the listed parameter sets, or random ones from the ranges of the schemas."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from platform_lab.generator import Lcg
from platform_lab.market import Market
from platform_lab.params import Flag, Number, ParamError, complete
from platform_lab.parity.param_sets import PARAM_SETS, SETTINGS
from platform_lab.strategies import REGISTRY
from platform_lab.strategies.base import Strategy
from platform_lab.timeframes import DAY_MS, LENGTH_MS

LONG_HISTORY_BARS = 20_000
FULLY_COVERED = "BTCUSDT"


class Case(NamedTuple):
    strategy: str
    position: int
    params: dict[str, Any]
    settings: dict[str, Any]


def listed_cases(market: Market) -> Iterator[Case]:
    """A long history runs in full for one symbol and with default parameters elsewhere."""
    for strategy in strategies_on(market.timeframe):
        only_default = len(market.bars) > LONG_HISTORY_BARS and (
            market.symbol != FULLY_COVERED or strategy == "hurst_regime_switcher"
        )
        for position in range(1 if only_default else len(SETTINGS)):
            yield Case(strategy, position, PARAM_SETS[strategy][position], SETTINGS[position])


def random_cases(market: Market, seed: int, sets: int) -> Iterator[Case]:
    random = Lcg(seed)
    for strategy in strategies_on(market.timeframe):
        for position in range(sets):
            params = random_params(REGISTRY[strategy], random)
            yield Case(strategy, position, params, SETTINGS[int(random.uniform() * len(SETTINGS))])


def random_params(strategy: type[Strategy], random: Lcg) -> dict[str, Any]:
    """Within the ranges, more often near their lower ends, where warm-ups are short and signals many."""
    while True:
        params: dict[str, Any] = {"allow_short": random.uniform() < 0.7}
        for name, field in strategy.fields.items():
            if isinstance(field, Number):
                params[name] = _random_number(field, random)
            elif isinstance(field, Flag):
                params[name] = random.uniform() < 0.5
        try:
            return complete(strategy.fields, strategy.rules, params)
        except ParamError:
            continue


def _random_number(field: Number, random: Lcg) -> float:
    if random.uniform() < 0.3:
        return field.default
    value = field.low + (field.high - field.low) * random.uniform() ** 5
    if not field.integer:
        return round(value, 6) if field.low <= round(value, 6) <= field.high else field.low
    return field.multiple_of * (int(value) // field.multiple_of)


def strategies_on(timeframe: str) -> Iterator[str]:
    for strategy in PARAM_SETS:
        if strategy == "opening_range_breakout" and LENGTH_MS[timeframe] >= DAY_MS:
            continue
        if strategy == "vpin_impulse" and not LENGTH_MS["15m"] <= LENGTH_MS[timeframe] <= DAY_MS:
            continue
        yield strategy

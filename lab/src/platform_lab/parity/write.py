"""One JSON line per market (its columns) and per case (inputs and the reference's result), for the other side."""

import json
from array import array
from base64 import b64encode
from collections.abc import Iterable, Iterator
from typing import Any, TextIO

from platform_lab.backtest import backtest, result_object, settings_for
from platform_lab.market import Bars, Funding, Market
from platform_lab.parity.param_sets import PARAM_SETS, SETTINGS
from platform_lab.signals import canonical_lines
from platform_lab.timeframes import DAY_MS, LENGTH_MS

LONG_HISTORY_BARS = 20_000
FULLY_COVERED = "BTCUSDT"


def cases(market: Market) -> Iterator[tuple[str, int]]:
    """Strategy and position of its parameter set. A long history runs in full for one symbol, by default elsewhere."""
    for strategy in PARAM_SETS:
        if not _makes_sense(strategy, market.timeframe):
            continue
        only_default = len(market.bars) > LONG_HISTORY_BARS and (
            market.symbol != FULLY_COVERED or strategy == "hurst_regime_switcher"
        )
        for position in range(1 if only_default else len(SETTINGS)):
            yield strategy, position


def _makes_sense(strategy: str, timeframe: str) -> bool:
    if strategy == "opening_range_breakout":
        return LENGTH_MS[timeframe] < DAY_MS
    return strategy != "vpin_impulse" or LENGTH_MS[timeframe] <= DAY_MS


def write_parity(markets: Iterable[Market], out: TextIO, shard: int, shards: int) -> None:
    """Every `shards`-th case, beginning with case number `shard`; a last line says how many there were."""
    written = 0
    for market in markets:
        _line(out, {"type": "market", **market_object(market)})
        for number, (strategy, position) in enumerate(cases(market)):
            if number % shards == shard:
                _line(out, case_object(market, strategy, position))
                written += 1
    _line(out, {"type": "end", "cases": written})


def case_object(market: Market, strategy: str, position: int) -> dict[str, Any]:
    params, settings = PARAM_SETS[strategy][position], SETTINGS[position]
    result = backtest(strategy, market, params, settings_for(market.symbol, settings))
    expected = result_object(result)
    expected["equity"] = floats(expected["equity"]["equity"])
    expected["signals"] = canonical_lines(result.signals)
    return {
        "type": "case",
        "strategy": strategy,
        "position": position,
        "params": params,
        "settings": settings,
        "expected": expected,
    }


def market_object(market: Market) -> dict[str, Any]:
    return {
        "symbol": market.symbol,
        "timeframe": market.timeframe,
        "bars": _bars_object(market.bars),
        "spot": _bars_object(market.spot),
        "pair": _bars_object(market.pair),
        "funding": _funding_object(market.funding),
    }


def _bars_object(bars: Bars | None) -> dict[str, str] | None:
    return None if bars is None else {name: floats(column) for name, column in vars(bars).items()}


def _funding_object(funding: Funding) -> dict[str, str]:
    return {"time_ms": floats(funding.time_ms), "rate": floats(funding.rate)}


def floats(values: Iterable[float]) -> str:
    """Base64 of doubles in the machine's byte order."""
    return b64encode(array("d", values).tobytes()).decode()


def _line(out: TextIO, value: dict[str, Any]) -> None:
    out.write(json.dumps(value, separators=(",", ":")) + "\n")
    out.flush()

"""One JSON line per market (its columns) and per case (inputs and the reference's result), for the other side."""

import json
from array import array
from base64 import b64encode
from collections.abc import Callable, Iterable
from typing import Any, TextIO

from platform_lab.backtest import backtest, result_object, settings_for
from platform_lab.market import Bars, Funding, Market
from platform_lab.parity.cases import Case
from platform_lab.signals import canonical_lines

CasesOf = Callable[[Market], Iterable[Case]]


def write_parity(markets: Iterable[Market], cases_of: CasesOf, out: TextIO, shard: int, shards: int) -> None:
    """Every `shards`-th case, beginning with case number `shard`; a last line says how many there were."""
    written = 0
    for market in markets:
        _line(out, {"type": "market", **market_object(market)})
        for number, case in enumerate(cases_of(market)):
            if number % shards == shard:
                _line(out, case_object(market, case))
                written += 1
    _line(out, {"type": "end", "cases": written})


def case_object(market: Market, case: Case) -> dict[str, Any]:
    result = backtest(case.strategy, market, case.params, settings_for(market.symbol, case.settings))
    expected = result_object(result)
    expected["equity"] = floats(expected["equity"]["equity"])
    expected["signals"] = canonical_lines(result.signals)
    return {"type": "case", **case._asdict(), "expected": expected}


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

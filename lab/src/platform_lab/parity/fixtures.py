"""Generated bars and the reference's results over them, checked in: parity that needs neither Python nor history."""

import gzip
import json
from pathlib import Path
from typing import Any

from platform_lab.backtest import backtest, settings_for
from platform_lab.market import Bars, Funding, Market, read_bars, read_funding
from platform_lab.parity.cases import Case, listed_cases
from platform_lab.parity.markets import generated_market
from platform_lab.signals import signals_sha256

FOLDER = Path(__file__).resolve().parents[3] / "fixtures"
BAR_COLUMNS = ("open_time", "open", "high", "low", "close", "volume", "taker_buy_volume")


def bars_csv(bars: Bars) -> str:
    rows = zip(*vars(bars).values(), strict=True)
    return "\n".join([",".join(BAR_COLUMNS), *(",".join(map(str, row)) for row in rows)]) + "\n"


def funding_csv(funding: Funding) -> str:
    rows = (f"{time_ms},{rate:.8f}" for time_ms, rate in zip(funding.time_ms, funding.rate, strict=True))
    return "\n".join(["funding_time,funding_rate", *rows]) + "\n"


def fixture_texts(market: Market) -> dict[str, str]:
    assert market.spot is not None and market.pair is not None
    return {
        "bars.csv.gz": bars_csv(market.bars),
        "spot.csv.gz": bars_csv(market.spot),
        "pair.csv.gz": bars_csv(market.pair),
        "funding.csv.gz": funding_csv(market.funding),
    }


def fixture_market(folder: Path = FOLDER) -> Market:
    generated = generated_market()
    return Market(
        symbol=generated.symbol,
        timeframe=generated.timeframe,
        bars=read_bars(folder / "bars.csv.gz"),
        spot=read_bars(folder / "spot.csv.gz"),
        pair=read_bars(folder / "pair.csv.gz"),
        funding=read_funding(folder / "funding.csv.gz"),
    )


def golden_results(market: Market) -> dict[str, Any]:
    return {
        "symbol": market.symbol,
        "timeframe": market.timeframe,
        "cases": [_golden_case(market, case) for case in listed_cases(market)],
    }


def _golden_case(market: Market, case: Case) -> dict[str, Any]:
    result = backtest(case.strategy, market, case.params, settings_for(market.symbol, case.settings))
    return {
        "strategy": case.strategy,
        "params": case.params,
        "settings": case.settings,
        "warmup_bars": result.warmup_bars,
        "signals": len(result.signals),
        "signals_sha256": signals_sha256(result.signals),
        "fills": len(result.fills),
        "final_equity": result.performance["final_equity"],
    }


def write_fixtures(folder: Path = FOLDER) -> None:
    folder.mkdir(exist_ok=True)
    market = generated_market()
    for name, text in fixture_texts(market).items():
        (folder / name).write_bytes(gzip.compress(text.encode(), mtime=0))
    golden = golden_results(fixture_market(folder))
    (folder / "golden.json").write_text(json.dumps(golden, indent=1) + "\n", encoding="utf-8")

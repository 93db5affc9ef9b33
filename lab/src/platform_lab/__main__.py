"""python -m platform_lab: backtest · signals · strategies · parity · fixtures. Bad input: one line, exit code 2."""

import argparse
import json
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from platform_lab.backtest import LEVELS, backtest, result_object, settings_for
from platform_lab.market import Bars, Funding, Market, read_bars, read_funding
from platform_lab.parity.cases import listed_cases, random_cases
from platform_lab.parity.fixtures import write_fixtures
from platform_lab.parity.markets import generated_market, history_markets, random_markets
from platform_lab.parity.write import CasesOf, write_parity
from platform_lab.signals import canonical_lines, run_strategy
from platform_lab.strategies import REGISTRY
from platform_lab.strategies.own import load_strategy
from platform_lab.timeframes import LENGTH_MS


def main(arguments: list[str]) -> int:
    options = _parser().parse_args(arguments)
    try:
        options.run(options)
    except (ValueError, KeyError, OSError) as error:
        print(f"platform_lab: {error}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="platform_lab", description="The reference strategies and backtest.")
    commands = parser.add_subparsers(required=True)

    run = commands.add_parser("backtest", help="print the result of a backtest as JSON")
    run.set_defaults(run=_backtest)
    which = run.add_mutually_exclusive_group(required=True)
    which.add_argument("--strategy", choices=REGISTRY)
    which.add_argument("--file", type=Path, help="a module with one subclass of Strategy")
    run.add_argument("--symbol", required=True)
    run.add_argument("--timeframe", required=True, choices=LENGTH_MS)
    run.add_argument("--csv", required=True, type=Path, help="bars, .csv or .csv.gz")
    run.add_argument("--spot-csv", type=Path)
    run.add_argument("--pair-csv", type=Path)
    run.add_argument("--funding", type=Path)
    run.add_argument("--params", type=json.loads, default={}, metavar="JSON")
    run.add_argument("--settings", type=json.loads, default={}, metavar="JSON")
    run.add_argument("--level", type=int, choices=LEVELS)
    run.add_argument("--from", dest="from_ms", type=int, metavar="MS")
    run.add_argument("--to", dest="to_ms", type=int, metavar="MS")

    signals = commands.add_parser("signals", help="print what a strategy in a file of its own signals, one line each")
    signals.set_defaults(run=_signals)
    signals.add_argument("--file", required=True, type=Path, help="a module with one subclass of Strategy")
    signals.add_argument("--symbol", required=True)
    signals.add_argument("--timeframe", required=True, choices=LENGTH_MS)
    signals.add_argument("--csv", required=True, type=Path)
    signals.add_argument("--params", type=json.loads, default={}, metavar="JSON")

    listing = commands.add_parser("strategies", help="list the strategies")
    listing.set_defaults(run=lambda _: print("\n".join(REGISTRY)))

    parity = commands.add_parser("parity", help="write markets and reference results as JSON lines")
    parity.set_defaults(run=_parity)
    parity.add_argument("--data", type=Path, help="folder of the exchange's history; without it, generated bars")
    parity.add_argument("--span", choices=("2020_2024", "2024_2026"), default="2020_2024")
    parity.add_argument("--timeframe", choices=LENGTH_MS, default="1d")
    parity.add_argument("--random", type=int, metavar="SEED", help="random parameters over random markets")
    parity.add_argument("--sets", type=int, default=4, help="random parameter sets for each strategy")
    parity.add_argument("--shard", type=int, default=0)
    parity.add_argument("--shards", type=int, default=1)

    fixtures = commands.add_parser("fixtures", help="write the checked-in fixtures again")
    fixtures.set_defaults(run=lambda _: write_fixtures())
    return parser


def _backtest(options: argparse.Namespace) -> None:
    market = Market(
        symbol=options.symbol,
        timeframe=options.timeframe,
        bars=read_bars(options.csv),
        spot=_optional_bars(options.spot_csv),
        pair=_optional_bars(options.pair_csv),
        funding=read_funding(options.funding) if options.funding else Funding(),
    )
    overrides: dict[str, Any] = {**(LEVELS[options.level] if options.level else {}), **options.settings}
    settings = settings_for(market.symbol, overrides)
    strategy = load_strategy(options.file) if options.file else REGISTRY[options.strategy]
    warmup_bars = strategy(market, options.params).warmup_bars()
    span = _span(market.bars, options.from_ms, options.to_ms, warmup_bars)
    result = backtest(strategy, replace(market, bars=span), options.params, settings)
    print(json.dumps(result_object(result)))


def _signals(options: argparse.Namespace) -> None:
    market = Market(symbol=options.symbol, timeframe=options.timeframe, bars=read_bars(options.csv))
    strategy = load_strategy(options.file)(market, options.params)
    sys.stdout.write(canonical_lines(run_strategy(strategy, market)))


def _optional_bars(path: Path | None) -> Bars | None:
    return read_bars(path) if path else None


def _span(bars: Bars, from_ms: int | None, to_ms: int | None, warmup_bars: int) -> Bars:
    """The bars of [from, to), after up to W - 1 earlier ones."""
    times = bars.open_time_ms
    first = sum(time_ms < from_ms for time_ms in times) if from_ms is not None else 0
    end = sum(time_ms < to_ms for time_ms in times) if to_ms is not None else len(times)
    if first >= end:
        raise ValueError("no bars between --from and --to")
    return bars.slice(max(0, first - (warmup_bars - 1)), end)


def _parity(options: argparse.Namespace) -> None:
    cases_of: CasesOf = listed_cases
    if options.data:
        markets = history_markets(options.data, options.span, options.timeframe)
    elif options.random is not None:
        markets = random_markets(options.random)
        cases_of = partial(random_cases, seed=options.random, sets=options.sets)
    else:
        markets = iter([generated_market()])
    write_parity(markets, cases_of, sys.stdout, options.shard, options.shards)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

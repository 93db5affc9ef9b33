"""Writes src/<strategy>/fixtures.json: what the Python reference signals over the lab's generated bars, for five parameter sets.

Run as `PYTHONPATH=lab/src python3 packages/strategies/test/write-fixtures.py`, then format with biome.
"""

import json
from pathlib import Path

from platform_lab.backtest import backtest, settings_for
from platform_lab.parity.fixtures import fixture_market
from platform_lab.parity.param_sets import PARAM_SETS
from platform_lab.signals import canonical_lines, signals_sha256

SOURCES = Path(__file__).resolve().parents[1] / "src"
SHOWN = 4

market = fixture_market()
for strategy, param_sets in PARAM_SETS.items():
    cases = []
    for params in param_sets:
        result = backtest(strategy, market, params, settings_for(market.symbol, {}))
        lines = canonical_lines(result.signals).splitlines()
        cases.append(
            {
                "params": params,
                "warmupBars": result.warmup_bars,
                "signals": len(lines),
                "sha256": signals_sha256(result.signals),
                "first": lines[:SHOWN],
            }
        )
    text = json.dumps({"timeframe": market.timeframe, "cases": cases}, indent=2)
    (SOURCES / strategy / "fixtures.json").write_text(text + "\n")

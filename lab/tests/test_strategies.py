"""Guarantees that hold for every strategy of the registry, over generated bars."""

from dataclasses import replace
from itertools import pairwise

import pytest

from platform_lab.generator import generate_bars
from platform_lab.market import Bars, Market
from platform_lab.params import ParamError
from platform_lab.parity.markets import START_MS, generated_market
from platform_lab.parity.param_sets import PARAM_SETS
from platform_lab.signals import Signal, canonical_lines, run_strategy
from platform_lab.strategies import REGISTRY

MARKET = generated_market()
QUICK_SETS = {name: sets[1] for name, sets in PARAM_SETS.items()}


def signals_of(name: str, market: Market = MARKET, **params: object) -> list[Signal]:
    return run_strategy(REGISTRY[name](market, {**QUICK_SETS[name], **params}), market)


def test_the_registry_holds_the_fourteen_strategies() -> None:
    assert len(REGISTRY) == 14
    assert set(PARAM_SETS) == set(REGISTRY)


@pytest.mark.parametrize("name", REGISTRY)
def test_every_signal_changes_the_side_and_none_comes_before_the_warm_up(name: str) -> None:
    signals = signals_of(name)
    sides = ["flat", *(signal.side for signal in signals)]
    assert len(signals) > 10
    assert all(before != after for before, after in pairwise(sides))
    assert signals[0].index >= REGISTRY[name](MARKET, QUICK_SETS[name]).warmup_bars() - 1


@pytest.mark.parametrize("name", REGISTRY)
def test_nothing_looks_ahead(name: str) -> None:
    cut = 3000
    full = signals_of(name)
    truncated = signals_of(name, replace(MARKET, bars=MARKET.bars.slice(0, cut)))
    assert canonical_lines(truncated) == canonical_lines(s for s in full if s.index < cut)


@pytest.mark.parametrize("name", REGISTRY)
def test_without_shorts_exactly_the_long_legs_remain(name: str) -> None:
    both, long_only = signals_of(name), signals_of(name, allow_short=False)
    assert all(signal.side != "short" for signal in long_only)
    assert [s.index for s in long_only if s.side == "long"] == [s.index for s in both if s.side == "long"]


@pytest.mark.parametrize("name", REGISTRY)
@pytest.mark.parametrize("sets", range(5))
def test_the_warm_up_stays_within_what_a_bot_can_load(name: str, sets: int) -> None:
    assert 37 <= REGISTRY[name](MARKET, PARAM_SETS[name][sets]).warmup_bars() <= 5000


@pytest.mark.parametrize("name", REGISTRY)
def test_unknown_and_impossible_parameters_are_refused_by_name(name: str) -> None:
    with pytest.raises(ParamError, match=r"^no_such_field: unknown"):
        REGISTRY[name](MARKET, {"no_such_field": 1})
    with pytest.raises(ParamError, match=r"^size_hint: "):
        REGISTRY[name](MARKET, {"size_hint": {"kind": "fixed", "value": 6}})


@pytest.mark.parametrize("name", ["ewmac", "bollinger_breakout", "rsi_mean_reversion", "tsmom", "vwap_stretch_mr"])
def test_constant_prices_give_no_signal(name: str) -> None:
    bars = Bars()
    for i in range(2500):
        bars.append(START_MS + i * 3_600_000, 0.3, 0.3, 0.3, 0.3, 1.0, 0.5)
    assert signals_of(name, Market("X", "1h", bars)) == []


def test_supertrend_carries_its_stop_on_the_losing_side() -> None:
    for signal in signals_of("supertrend"):
        assert signal.sl is not None
        assert (signal.sl < MARKET.bars.close[signal.index]) == (signal.side == "long")


def test_a_missing_auxiliary_bar_decides_nothing() -> None:
    spot_times = set(MARKET.spot.open_time_ms) if MARKET.spot else set()
    assert len(spot_times) < len(MARKET.bars)
    assert all(signal.open_time_ms in spot_times for signal in signals_of("basis_revert"))


def test_a_settlement_stamped_at_the_close_is_known_at_the_next_bar() -> None:
    bars = generate_bars(seed=3, timeframe="1h", count=60, start_ms=START_MS)
    close_time_ms = bars.open_time_ms[40] + 3_600_000
    market = Market("X", "1h", bars)
    market.funding.time_ms.append(close_time_ms)
    market.funding.rate.append(0.001)
    signals = run_strategy(REGISTRY["funding_arb"](market, {"settlements": 1}), market)
    assert [(signal.index, signal.side) for signal in signals] == [(41, "short")]

"""The rules of docs/backtest.md on bars small enough to follow by hand."""

import math
from typing import Any

import pytest

from platform_lab.backtest import backtest, settings_for
from platform_lab.backtest.execution import Execution
from platform_lab.backtest.performance import daily_returns, max_drawdown
from platform_lab.backtest.records import Equity
from platform_lab.backtest.settings import Settings
from platform_lab.market import Bars, Funding, Market
from platform_lab.parity.markets import generated_market
from platform_lab.parity.param_sets import PARAM_SETS, SETTINGS
from platform_lab.signals import Signal

HOUR = 3_600_000
WARMUP = 37
FREE: dict[str, Any] = {"taker_fee_bps": 0, "slippage_bps": 0}


def market_of(*candles: tuple[float, float, float, float], funding: Funding | None = None) -> Market:
    """36 quiet bars around 100, then the given open, high, low, close."""
    bars = Bars()
    for i, (o, high, low, close) in enumerate([(100.0, 101.0, 99.0, 100.0)] * 36 + list(candles)):
        bars.append(i * HOUR, o, high, low, close, 1.0, 0.5)
    return Market("XUSDT", "1h", bars, funding=funding or Funding())


def signal(index: int, side: str, sl: float | None = None, tp: float | None = None) -> Signal:
    return Signal(index, index * HOUR, side, "fixed", 0.0 if side == "flat" else 1.0, sl, tp, "test")


def run(market: Market, signals: list[Signal], **settings: Any) -> Execution:
    execution = Execution(market, signals, WARMUP, Settings(**settings))
    execution.run()
    return execution


QUIET = (100.0, 101.0, 99.0, 100.0)


def test_a_signal_fills_at_the_next_open_with_slippage_and_fee() -> None:
    execution = run(market_of(QUIET, (110, 120, 109, 115)), [signal(36, "long")], stops=False)
    (fill,) = execution.account.fills
    assert (fill.time_ms, fill.side, fill.price, fill.quantity) == (37 * HOUR, "buy", 110.055, 100.0)
    assert (fill.notional, fill.fee, fill.slippage) == (11005.5, 4.4022, 5.5)
    assert execution.equity.equity == [10_000.0, pytest.approx(10_000 - 4.4022 + 100 * (115 - 110.055), abs=1e-9)]


def test_a_signal_on_the_last_bar_is_never_filled() -> None:
    assert run(market_of(QUIET), [signal(36, "long")]).account.fills == []


def test_a_flip_is_an_exit_and_an_entry_at_the_same_open() -> None:
    execution = run(market_of(QUIET, QUIET, QUIET), [signal(36, "long"), signal(37, "short")], stops=False)
    kinds = [(fill.kind, fill.side, fill.time_ms) for fill in execution.account.fills]
    assert kinds == [("entry", "buy", 37 * HOUR), ("exit", "sell", 38 * HOUR), ("entry", "sell", 38 * HOUR)]


@pytest.mark.parametrize(
    ("side", "sl", "tp", "candle", "reason", "price"),
    [
        ("long", 95.0, 110.0, (100, 104, 94, 100), "stop_loss", 95.0),
        ("long", 95.0, 110.0, (92, 120, 90, 100), "stop_loss", 92.0),
        ("long", 95.0, 110.0, (100, 112, 94, 100), "stop_loss", 95.0),
        ("long", 95.0, 110.0, (100, 112, 96, 100), "take_profit", 110.0),
        ("long", 95.0, 110.0, (115, 116, 90, 100), "take_profit", 115.0),
        ("short", 105.0, 90.0, (100, 106, 99, 100), "stop_loss", 105.0),
        ("short", 105.0, 90.0, (107, 108, 80, 100), "stop_loss", 107.0),
        ("short", 105.0, 90.0, (100, 106, 89, 100), "stop_loss", 105.0),
        ("short", 105.0, 90.0, (100, 101, 89, 100), "take_profit", 90.0),
        ("short", 105.0, 90.0, (85, 110, 84, 100), "take_profit", 85.0),
    ],
)
def test_inside_a_bar_gaps_fill_at_the_open_and_the_worse_comes_first(
    side: str, sl: float, tp: float, candle: tuple[float, float, float, float], reason: str, price: float
) -> None:
    execution = run(market_of(QUIET, QUIET, candle), [signal(36, side, sl, tp)], **FREE)
    last = execution.account.fills[-1]
    assert (last.reason, last.price, last.time_ms) == (reason, price, 38 * HOUR)


def test_a_stop_can_trigger_on_the_bar_of_the_entry_and_there_is_no_re_entry() -> None:
    execution = run(market_of(QUIET, (100, 101, 90, 100), QUIET, QUIET), [signal(36, "long", sl=95.0)], **FREE)
    assert [fill.reason for fill in execution.account.fills] == ["test", "stop_loss"]
    assert execution.equity.exposed_points == 0


def test_an_entry_beyond_its_own_stop_is_not_taken() -> None:
    execution = run(market_of(QUIET, (94, 95, 93, 94)), [signal(36, "long", sl=95.0)])
    assert execution.account.fills == []
    assert execution.stop_crossed_entries == 1


def test_the_default_stop_is_three_mean_true_ranges_away() -> None:
    execution = run(market_of(QUIET, QUIET, (100, 100, 93, 95)), [signal(36, "long")], **FREE)
    assert execution.account.fills[-1].price == 94.0


def test_long_pays_positive_funding_and_stamps_are_floored_to_the_minute() -> None:
    late_for_the_entry = 37 * HOUR + 7
    funding = Funding([late_for_the_entry, 37 * HOUR + HOUR // 2, 38 * HOUR + 3], [0.5, 0.01, 0.02])
    execution = run(market_of(QUIET, QUIET, QUIET, funding=funding), [signal(36, "long")], stops=False, **FREE)
    assert execution.account.funding == 100 * 100 * 0.03
    (trip,) = execution.account.roundtrips
    assert (trip.funding, trip.net_pnl, trip.exit_time_ms) == (300.0, -300.0, None)


def test_an_exhausted_account_is_closed_and_never_trades_again() -> None:
    crash = (100.0, 100.0, 1.0, 1.0)
    leveraged = Signal(36, 36 * HOUR, "long", "fixed", 2.0, None, None, "test")
    execution = run(market_of(QUIET, crash, QUIET, QUIET), [leveraged, signal(37, "long")], stops=False)
    assert [fill.reason for fill in execution.account.fills] == ["test", "bankrupt"]
    assert execution.exhausted
    assert len(set(execution.equity.equity[1:])) == 1


def test_excursions_are_fractions_of_the_entry_price() -> None:
    candles = (QUIET, (100, 130, 98, 120), (120, 121, 80, 90), (90, 200, 10, 90))
    execution = run(market_of(*candles), [signal(36, "long"), signal(38, "flat")], stops=False, **FREE)
    (trip,) = execution.account.roundtrips
    assert [trip.mae, trip.mfe] == pytest.approx([-0.2, 0.3])
    assert (trip.bars, trip.duration_ms) == (2, 2 * HOUR)


@pytest.mark.parametrize("name", PARAM_SETS)
def test_equity_changes_by_exactly_what_the_roundtrips_made(name: str) -> None:
    market = generated_market()
    for position, params in enumerate(PARAM_SETS[name][1:4], start=1):
        result = backtest(name, market, params, settings_for("XUSDT", SETTINGS[position]))
        made = math.fsum(trip.net_pnl for trip in result.roundtrips)
        assert result.performance["net_pnl"] == pytest.approx(made, abs=1e-5)


def test_a_midnight_close_ends_its_day_and_days_without_points_return_nothing() -> None:
    day = 24 * HOUR
    points = Equity([day, 2 * day, 5 * day], [100.0, 110.0, 99.0])
    assert daily_returns(points, 100.0) == [0.0, pytest.approx(0.1), 0.0, 0.0, pytest.approx(-0.1)]


def test_the_span_of_the_largest_drawdown_runs_from_peak_to_trough_to_recovery() -> None:
    drawdown = max_drawdown(Equity([1, 2, 3, 4, 5, 6], [100.0, 120.0, 90.0, 110.0, 120.0, 119.0]))
    assert (drawdown.fraction, drawdown.from_ms, drawdown.to_ms, drawdown.recovered_ms) == (0.25, 2, 3, 5)
    assert max_drawdown(Equity([1, 2], [1.0, 2.0])).from_ms is None

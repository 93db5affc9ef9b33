"""Results as data frames and pictures, for notebooks. The reference itself uses none of this."""

from pathlib import Path

import matplotlib.pyplot as plt
import pandas as pd

from platform_lab.backtest import BacktestResult
from platform_lab.backtest.run import roundtrip_object


def equity_frame(result: BacktestResult) -> pd.DataFrame:
    """Equity and drawdown (a fraction, 0 or below), indexed by the close time of each bar."""
    times = pd.to_datetime(result.equity.time_ms, unit="ms", utc=True)
    equity = pd.Series(result.equity.equity, index=times, name="equity")
    return pd.DataFrame({"equity": equity, "drawdown": equity / equity.cummax() - 1})


def roundtrips_frame(result: BacktestResult) -> pd.DataFrame:
    frame = pd.DataFrame([roundtrip_object(trip) for trip in result.roundtrips])
    for column in ("entry_time_ms", "exit_time_ms"):
        if column in frame:
            frame[column.removesuffix("_ms")] = pd.to_datetime(frame[column], unit="ms", utc=True)
    return frame


def plot_equity(result: BacktestResult, path: Path) -> None:
    """Equity above, drawdown below, as an image file."""
    frame = equity_frame(result)
    figure, (top, bottom) = plt.subplots(2, 1, sharex=True, height_ratios=[3, 1], figsize=(11, 6))
    top.plot(frame.index, frame["equity"], linewidth=1)
    top.set_ylabel("equity")
    top.set_title(f"{result.strategy} · {result.market.symbol} · {result.market.timeframe}")
    bottom.fill_between(frame.index, 100 * frame["drawdown"], 0, alpha=0.4)
    bottom.set_ylabel("drawdown, %")
    figure.savefig(path, dpi=120, bbox_inches="tight")
    plt.close(figure)

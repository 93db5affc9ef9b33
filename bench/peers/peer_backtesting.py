"""backtesting.py: indicator computed up front, then bar by bar in Python."""

import warnings

import numpy as np
import pandas as pd
from common import COST_RATE, Supertrend, answer, flips_of, load_bars

warnings.filterwarnings("ignore")
from backtesting import Backtest, Strategy  # noqa: E402

bars = load_bars()
index = pd.to_datetime(bars["open_time"], unit="ms")
columns = {name.capitalize(): bars[name] for name in ("open", "high", "low", "close", "volume")}
frame = pd.DataFrame(columns, index=index)


def directions(high: np.ndarray, low: np.ndarray, close: np.ndarray) -> np.ndarray:
    trend = Supertrend()
    return np.array([trend.update(*bar) for bar in zip(high, low, close, strict=True)], dtype=float)


class Flip(Strategy):
    def init(self) -> None:
        self.direction = self.I(directions, self.data.High, self.data.Low, self.data.Close, plot=False)
        self.held = 0

    def next(self) -> None:
        direction = self.direction[-1]
        if direction == self.held:
            return
        self.held = direction
        self.position.close()
        if direction > 0:
            self.buy(size=0.5)
        elif direction < 0:
            self.sell(size=0.5)


def run() -> int:
    test = Backtest(frame, Flip, cash=1e9, commission=COST_RATE, finalize_trades=True)
    stats = test.run()
    return flips_of(stats["_strategy"].direction)


answer(run, len(frame))

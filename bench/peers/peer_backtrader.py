"""backtrader: bar by bar in Python, target-percent orders, 4 bps commission and 1 bps slippage."""

import backtrader as bt
import pandas as pd
from common import Supertrend, answer, load_bars


class Flip(bt.Strategy):
    def __init__(self) -> None:
        self.trend = Supertrend()
        self.held = 0
        self.flips = 0

    def next(self) -> None:
        direction = self.trend.update(self.data.high[0], self.data.low[0], self.data.close[0])
        if direction != self.held:
            self.held = direction
            self.flips += 1
            self.order_target_percent(target=0.5 * direction)


bars = load_bars()
index = pd.to_datetime(bars["open_time"], unit="ms")
frame = pd.DataFrame({name: bars[name] for name in ("open", "high", "low", "close", "volume")}, index=index)


def run() -> int:
    cerebro = bt.Cerebro(stdstats=False)
    cerebro.adddata(bt.feeds.PandasData(dataname=frame))
    cerebro.addstrategy(Flip)
    cerebro.broker.setcash(1e9)
    cerebro.broker.setcommission(commission=0.0004)
    cerebro.broker.set_slippage_perc(0.0001)
    return cerebro.run()[0].flips


answer(run, len(frame))

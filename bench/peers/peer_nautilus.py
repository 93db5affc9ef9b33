"""nautilus_trader: its backtest engine in Rust and Cython, the strategy's on_bar in Python."""

from decimal import Decimal

import pandas as pd
from common import Supertrend, answer, load_bars
from nautilus_trader.backtest.engine import BacktestEngine, BacktestEngineConfig
from nautilus_trader.config import LoggingConfig, StrategyConfig
from nautilus_trader.model.currencies import USDT
from nautilus_trader.model.data import Bar, BarType
from nautilus_trader.model.enums import AccountType, OmsType, OrderSide
from nautilus_trader.model.identifiers import Venue
from nautilus_trader.model.objects import Money
from nautilus_trader.persistence.wranglers import BarDataWrangler
from nautilus_trader.test_kit.providers import TestInstrumentProvider
from nautilus_trader.trading.strategy import Strategy

instrument = TestInstrumentProvider.btcusdt_perp_binance()
bar_type = BarType.from_str(f"{instrument.id}-1-HOUR-LAST-EXTERNAL")


class Flip(Strategy):
    def __init__(self) -> None:
        super().__init__(StrategyConfig())
        self.trend = Supertrend()
        self.held = 0
        self.flips = 0

    def on_start(self) -> None:
        self.subscribe_bars(bar_type)

    def on_bar(self, bar: Bar) -> None:
        direction = self.trend.update(bar.high.as_double(), bar.low.as_double(), bar.close.as_double())
        if direction == self.held:
            return
        lots = 1 if self.held == 0 else 2
        self.held = direction
        self.flips += 1
        side = OrderSide.BUY if direction > 0 else OrderSide.SELL
        order = self.order_factory.market(instrument.id, side, instrument.make_qty(Decimal(lots) / 10))
        self.submit_order(order)


columns = load_bars()
index = pd.to_datetime(columns["open_time"], unit="ms", utc=True)
# The engine quantises prices to the instrument's tick, so the bars it sees are the rounded ones.
frame = pd.DataFrame({k: columns[k] for k in ("open", "high", "low", "close", "volume")}, index=index)
data = BarDataWrangler(bar_type, instrument).process(frame)


def run() -> int:
    engine = BacktestEngine(BacktestEngineConfig(logging=LoggingConfig(bypass_logging=True)))
    engine.add_venue(
        venue=Venue("BINANCE"),
        oms_type=OmsType.NETTING,
        account_type=AccountType.MARGIN,
        base_currency=None,
        starting_balances=[Money(1_000_000, USDT)],
    )
    engine.add_instrument(instrument)
    engine.add_data(data)
    strategy = Flip()
    engine.add_strategy(strategy)
    engine.run()
    flips = strategy.flips
    engine.dispose()
    return flips


answer(run, len(data))

"""Signals in, fills out: the six steps of docs/backtest.md for each bar, in their order."""

from dataclasses import dataclass

from platform_lab.backtest.account import Account
from platform_lab.backtest.records import Equity
from platform_lab.backtest.settings import Settings
from platform_lab.backtest.sizing import mean_true_range, quantity_for
from platform_lab.decimals import round8
from platform_lab.market import Market
from platform_lab.signals import Signal
from platform_lab.timeframes import LENGTH_MS, MINUTE_MS


@dataclass
class PendingOrder:
    signal: Signal
    quantity: float


class Execution:
    def __init__(self, market: Market, signals: list[Signal], warmup_bars: int, settings: Settings) -> None:
        self._market = market
        self._bars = market.bars
        self._settings = settings
        self._length_ms = LENGTH_MS[market.timeframe]
        self._warmup_bars = warmup_bars
        self._signals = {signal.index: signal for signal in signals}
        self._pending: PendingOrder | None = None
        self._next_settlement = 0
        self._sl: float | None = None
        self._tp: float | None = None
        self.account = Account(settings)
        self.equity = Equity()
        self.stop_crossed_entries = 0
        self.exhausted = False

    def run(self) -> None:
        last = len(self._bars) - 1
        for i in range(self._warmup_bars - 1, last + 1):
            open_time_ms = self._bars.open_time_ms[i]
            self._settle_funding(i, open_time_ms)
            self._fill_pending(i)
            self._settle_funding(i, open_time_ms + self._length_ms - 1)
            self._check_stops(i)
            self._mark(i)
            self._decide(i)
        if self.equity.equity:
            self.account.mark_open_roundtrip(last, self._bars.open_time_ms[last], self._bars.close[last])

    def _settle_funding(self, i: int, until_ms: int) -> None:
        """Stamps carry milliseconds of jitter and are floored to the minute."""
        funding = self._market.funding
        while self._next_settlement < len(funding):
            k = self._next_settlement
            if funding.time_ms[k] // MINUTE_MS * MINUTE_MS > until_ms:
                return
            self.account.settle_funding(self._bars.open[i], funding.rate[k])
            self._next_settlement += 1

    def _fill_pending(self, i: int) -> None:
        order, self._pending = self._pending, None
        if order is None:
            return
        account, base, time_ms = self.account, self._bars.open[i], self._bars.open_time_ms[i]
        if account.quantity != 0:
            account.exit(i, time_ms, base, "signal")
        if order.quantity == 0:
            return
        price = account.fill_price(base, buys=order.quantity > 0)
        if self._settings.stops and self._stop_is_crossed(order, price):
            self.stop_crossed_entries += 1
            return
        account.enter(i, time_ms, base, order.quantity, order.signal.reason)
        self._place_stops(order, price)

    def _stop_is_crossed(self, order: PendingOrder, price: float) -> bool:
        sl = order.signal.sl
        if sl is None:
            return False
        return sl >= price if order.quantity > 0 else sl <= price

    def _place_stops(self, order: PendingOrder, price: float) -> None:
        self._sl = self._tp = None
        if not self._settings.stops:
            return
        self._tp = order.signal.tp
        self._sl = order.signal.sl
        if self._sl is None:
            distance = self._settings.sl_atr * mean_true_range(self._bars, order.signal.index)
            sl = round8(price - distance) if order.quantity > 0 else round8(price + distance)
            self._sl = sl if distance > 0 and sl > 0 else None

    def _check_stops(self, i: int) -> None:
        quantity, sl, tp = self.account.quantity, self._sl, self._tp
        if quantity == 0:
            return
        o, high, low = self._bars.open[i], self._bars.high[i], self._bars.low[i]
        is_long = quantity > 0
        if sl is not None and (o <= sl if is_long else o >= sl):
            self._exit_inside(i, o, "stop_loss")
        elif tp is not None and (o >= tp if is_long else o <= tp):
            self._exit_inside(i, o, "take_profit")
        elif sl is not None and (low <= sl if is_long else high >= sl):
            self._exit_inside(i, sl, "stop_loss")
        elif tp is not None and (high >= tp if is_long else low <= tp):
            self._exit_inside(i, tp, "take_profit")
        else:
            self.account.see(low, high)

    def _exit_inside(self, i: int, base: float, reason: str) -> None:
        self.account.exit(i, self._bars.open_time_ms[i], base, reason)

    def _mark(self, i: int) -> None:
        account, close = self.account, self._bars.close[i]
        close_time_ms = self._bars.open_time_ms[i] + self._length_ms
        equity = account.equity(close)
        if equity <= 0 and not self.exhausted:
            self.exhausted = True
            if account.quantity != 0:
                account.exit(i, close_time_ms, close, "bankrupt")
            equity = account.balance
        self.equity.time_ms.append(close_time_ms)
        self.equity.equity.append(equity)
        self.equity.exposed_points += account.quantity != 0

    def _decide(self, i: int) -> None:
        signal = self._signals.get(i)
        if signal is not None and not self.exhausted:
            quantity = quantity_for(signal, self._market, self.equity.equity[-1], self._settings)
            self._pending = PendingOrder(signal, quantity)

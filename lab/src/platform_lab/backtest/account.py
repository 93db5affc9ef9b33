"""The ledger: one position, its fills and roundtrips. Money is rounded to 8 decimals wherever it moves."""

import math

from platform_lab.backtest.records import Fill, Roundtrip
from platform_lab.backtest.settings import Settings
from platform_lab.decimals import round8


class Account:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.balance = settings.initial_equity
        self.quantity = 0.0
        self.entry_price = 0.0
        self.fills: list[Fill] = []
        self.roundtrips: list[Roundtrip] = []
        self.fees = 0.0
        self.slippage = 0.0
        self.funding = 0.0
        self._open: Roundtrip | None = None
        self._entry_index = 0
        self._lowest = math.inf
        self._highest = -math.inf

    def equity(self, price: float) -> float:
        return self.balance + self.quantity * (price - self.entry_price)

    def fill_price(self, base: float, buys: bool) -> float:
        slip = self._settings.slippage_bps / 10_000
        return round8(base * (1 + slip)) if buys else round8(base * (1 - slip))

    def enter(self, index: int, time_ms: int, base: float, quantity: float, reason: str) -> None:
        price = self.fill_price(base, buys=quantity > 0)
        fill = self._record_fill(time_ms, base, price, quantity, "entry", reason)
        self.balance = round8(self.balance - fill.fee)
        self.quantity = quantity
        self.entry_price = price
        self._entry_index = index
        self._lowest, self._highest = math.inf, -math.inf
        self._open = Roundtrip(
            side="long" if quantity > 0 else "short",
            entry_time_ms=time_ms,
            entry_price=price,
            exit_time_ms=None,
            exit_price=None,
            quantity=abs(quantity),
            gross_pnl=0.0,
            fees=fill.fee,
            slippage=fill.slippage,
            funding=0.0,
            net_pnl=0.0,
            return_=0.0,
            duration_ms=0,
            bars=0,
            mae=0.0,
            mfe=0.0,
            entry_reason=reason,
            exit_reason=None,
        )

    def exit(self, index: int, time_ms: int, base: float, reason: str) -> None:
        assert self._open is not None
        price = self.fill_price(base, buys=self.quantity < 0)
        fill = self._record_fill(time_ms, base, price, -self.quantity, "exit", reason)
        pnl = round8(self.quantity * (price - self.entry_price))
        self.balance = round8(self.balance + pnl)
        self.balance = round8(self.balance - fill.fee)
        self.see(price, price)
        trip = self._open
        trip.exit_time_ms, trip.exit_price, trip.exit_reason = time_ms, price, reason
        trip.fees = round8(trip.fees + fill.fee)
        trip.slippage = round8(trip.slippage + fill.slippage)
        self._finish(trip, pnl, index, time_ms)
        self.quantity = 0.0
        self._open = None

    def settle_funding(self, price: float, rate: float) -> None:
        """Long pays when the rate is positive."""
        if self._open is None:
            return
        payment = round8(self.quantity * price * rate)
        self.balance = round8(self.balance - payment)
        self.funding = round8(self.funding + payment)
        self._open.funding = round8(self._open.funding + payment)

    def see(self, low: float, high: float) -> None:
        """The prices that the open roundtrip has lived through."""
        self._lowest = min(self._lowest, low)
        self._highest = max(self._highest, high)

    def mark_open_roundtrip(self, index: int, time_ms: int, close: float) -> None:
        """A position open at the end of the data is marked, not closed."""
        if self._open is not None:
            pnl = round8(self.quantity * (close - self.entry_price))
            self._finish(self._open, pnl, index, time_ms)

    def _finish(self, trip: Roundtrip, gross_pnl: float, index: int, time_ms: int) -> None:
        trip.gross_pnl = gross_pnl
        trip.net_pnl = round8(round8(gross_pnl - trip.fees) - trip.funding)
        trip.return_ = trip.net_pnl / round8(trip.entry_price * trip.quantity)
        trip.duration_ms = time_ms - trip.entry_time_ms
        trip.bars = index - self._entry_index
        lowest, highest = self._lowest / trip.entry_price, self._highest / trip.entry_price
        if trip.side == "long":
            trip.mae, trip.mfe = min(0.0, lowest - 1), max(0.0, highest - 1)
        else:
            trip.mae, trip.mfe = min(0.0, 1 - highest), max(0.0, 1 - lowest)
        self.roundtrips.append(trip)

    def _record_fill(self, time_ms: int, base: float, price: float, quantity: float, kind: str, reason: str) -> Fill:
        size = abs(quantity)
        notional = round8(price * size)
        fill = Fill(
            time_ms=time_ms,
            side="buy" if quantity > 0 else "sell",
            kind=kind,
            reason=reason,
            price=price,
            quantity=size,
            notional=notional,
            fee=round8(notional * (self._settings.taker_fee_bps / 10_000)),
            slippage=round8(abs(price - base) * size),
        )
        self.fees = round8(self.fees + fill.fee)
        self.slippage = round8(self.slippage + fill.slippage)
        self.fills.append(fill)
        return fill

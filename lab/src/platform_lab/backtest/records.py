"""What a backtest leaves behind, with the keys of docs/backtest.md."""

from dataclasses import dataclass, field


@dataclass
class Fill:
    time_ms: int
    side: str
    kind: str
    reason: str
    price: float
    quantity: float
    notional: float
    fee: float
    slippage: float


@dataclass
class Roundtrip:
    side: str
    entry_time_ms: int
    entry_price: float
    exit_time_ms: int | None
    exit_price: float | None
    quantity: float
    gross_pnl: float
    fees: float
    slippage: float
    funding: float
    net_pnl: float
    return_: float
    duration_ms: int
    bars: int
    mae: float
    mfe: float
    entry_reason: str
    exit_reason: str | None


@dataclass
class Equity:
    time_ms: list[int] = field(default_factory=list)
    equity: list[float] = field(default_factory=list)
    exposed_points: int = 0

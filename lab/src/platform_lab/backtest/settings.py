"""Execution settings and their defaults; Level 1 and Level 2 of the promotion flow are two sets of them."""

from dataclasses import dataclass, fields
from typing import Any

SLIPPAGE_BPS = {"BTCUSDT": 1.0, "ETHUSDT": 1.5, "SOLUSDT": 3.0}
OTHER_SLIPPAGE_BPS = 5.0

LEVELS: dict[int, dict[str, Any]] = {
    1: {"sizing": "full", "stops": False},
    2: {"sizing": "atr", "stops": True},
}


@dataclass(frozen=True)
class Settings:
    initial_equity: float = 10_000.0
    taker_fee_bps: float = 4.0
    slippage_bps: float = OTHER_SLIPPAGE_BPS
    sizing: str = "hint"
    stops: bool = True
    sl_atr: float = 3.0
    risk_per_trade: float = 0.02
    max_leverage: float = 2.0


def settings_for(symbol: str, overrides: dict[str, Any] | None = None) -> Settings:
    given = {"slippage_bps": SLIPPAGE_BPS.get(symbol, OTHER_SLIPPAGE_BPS), **(overrides or {})}
    unknown = set(given) - {field.name for field in fields(Settings)}
    if unknown:
        raise ValueError(f"unknown setting: {', '.join(sorted(unknown))}")
    if given.get("sizing", "hint") not in ("hint", "full", "atr"):
        raise ValueError("sizing: must be hint, full or atr")
    return Settings(**given)

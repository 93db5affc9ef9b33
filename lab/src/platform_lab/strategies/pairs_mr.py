from collections.abc import Mapping
from typing import Any

from platform_lab.market import Market
from platform_lab.params import Symbol
from platform_lab.strategies.z_reversion import ZReversion, z_fields


class PairsMr(ZReversion):
    name = "pairs_mr"
    fields = {"pair_symbol": Symbol("ETHUSDT"), **z_fields(lookback=120)}
    reason_short, reason_long, reason_flat = "ratio_high", "ratio_low", "ratio_normal"

    def __init__(self, market: Market, params: Mapping[str, Any]) -> None:
        super().__init__(market, params, other=market.pair)

    def value(self, close: float, other_close: float) -> float:
        return close / other_close

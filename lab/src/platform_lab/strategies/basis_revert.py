from collections.abc import Mapping
from typing import Any

from platform_lab.market import Market
from platform_lab.strategies.z_reversion import ZReversion, z_fields


class BasisRevert(ZReversion):
    name = "basis_revert"
    fields = z_fields(lookback=100)
    reason_short, reason_long, reason_flat = "basis_rich", "basis_cheap", "basis_normal"

    def __init__(self, market: Market, params: Mapping[str, Any]) -> None:
        super().__init__(market, params, other=market.spot)

    def value(self, close: float, other_close: float) -> float:
        return close / other_close - 1

"""The registry. One module per strategy; the definitions are in docs/strategies.md."""

from platform_lab.strategies.base import Strategy
from platform_lab.strategies.basis_revert import BasisRevert
from platform_lab.strategies.bollinger_breakout import BollingerBreakout
from platform_lab.strategies.ewmac import Ewmac
from platform_lab.strategies.funding_arb import FundingArb
from platform_lab.strategies.hurst_regime_switcher import HurstRegimeSwitcher
from platform_lab.strategies.opening_range_breakout import OpeningRangeBreakout
from platform_lab.strategies.pairs_mr import PairsMr
from platform_lab.strategies.psar import Psar
from platform_lab.strategies.rsi_mean_reversion import RsiMeanReversion
from platform_lab.strategies.supertrend import Supertrend
from platform_lab.strategies.tsmom import Tsmom
from platform_lab.strategies.volume_spike_breakout import VolumeSpikeBreakout
from platform_lab.strategies.vpin_impulse import VpinImpulse
from platform_lab.strategies.vwap_stretch_mr import VwapStretchMr

REGISTRY: dict[str, type[Strategy]] = {
    strategy.name: strategy
    for strategy in (
        Supertrend,
        Ewmac,
        Psar,
        BasisRevert,
        BollingerBreakout,
        FundingArb,
        HurstRegimeSwitcher,
        OpeningRangeBreakout,
        PairsMr,
        RsiMeanReversion,
        Tsmom,
        VolumeSpikeBreakout,
        VpinImpulse,
        VwapStretchMr,
    )
}

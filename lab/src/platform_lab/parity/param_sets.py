"""Five parameter sets for each strategy, the default first, and the execution settings that go with each position."""

from typing import Any

LONG_ONLY = {"allow_short": False}
FIXED_HALF = {"size_hint": {"kind": "fixed", "value": 0.5}}
FIXED_FIVE = {"size_hint": {"kind": "fixed", "value": 5}}

PARAM_SETS: dict[str, tuple[dict[str, Any], ...]] = {
    "supertrend": (
        {},
        {"atr_period": 7, "multiplier": 2.0},
        {"atr_period": 5, "multiplier": 1.5, **LONG_ONLY},
        {"atr_period": 14, "multiplier": 4.5, **FIXED_HALF},
        {"atr_period": 2, "multiplier": 0.5, **FIXED_FIVE},
    ),
    "ewmac": (
        {},
        {"fast": 8, "slow": 32},
        {"fast": 4, "slow": 16, "vol_span": 20, "entry": 0, **LONG_ONLY},
        {"fast": 2, "slow": 9, "vol_span": 5, "entry": 5, "scalar": 7.5},
        {"fast": 5, "slow": 21, "vol_span": 10, "entry": 1.5, **FIXED_FIVE},
    ),
    "psar": (
        {},
        {"af_start": 0.05, "af_step": 0.01, "af_max": 0.3},
        {"af_start": 0.03, "af_step": 0.03, "af_max": 0.03, **LONG_ONLY},
        {"af_start": 0.1, "af_step": 0.05, "af_max": 1, **FIXED_HALF},
        {"af_start": 0.2, "af_step": 0.1, "af_max": 0.5, **FIXED_FIVE},
    ),
    "basis_revert": (
        {},
        {"lookback": 30, "entry": 1.5, "exit": 0.2},
        {"lookback": 60, "entry": 1, "exit": 1, **LONG_ONLY},
        {"lookback": 200, "entry": 2.5, "exit": 0, **FIXED_HALF},
        {"lookback": 10, "entry": 1.2, "exit": 0.9, **FIXED_FIVE},
    ),
    "bollinger_breakout": (
        {},
        {"period": 50, "k": 1.5},
        {"period": 10, "k": 1, **LONG_ONLY},
        {"period": 100, "k": 2.5, **FIXED_HALF},
        {"period": 2, "k": 1, **FIXED_FIVE},
    ),
    "funding_arb": (
        {},
        {"settlements": 1, "entry": 0.0002, "exit": 0.00005},
        {"settlements": 9, "entry": 0.00015, "exit": 0.00015, **LONG_ONLY},
        {"settlements": 21, "entry": 0.0001, "exit": 0, **FIXED_HALF},
        {"settlements": 2, "entry": 0, "exit": 0, **FIXED_FIVE},
    ),
    "hurst_regime_switcher": (
        {},
        {"trend_h": 0.6, "revert_h": 0.5, "fast": 5, "slow": 20, "z_lookback": 20, "z_entry": 1},
        {"trend_h": 0.5, "revert_h": 0.4, "fast": 2, "slow": 3, **LONG_ONLY},
        {"window": 192, "fast": 3, "slow": 8, "z_lookback": 100, "z_entry": 2, **FIXED_HALF},
        {"window": 256, "trend_h": 0.52, "fast": 10, "slow": 30, **FIXED_FIVE},
    ),
    "opening_range_breakout": (
        {},
        {"range_bars": 1, "session_start_utc": 13},
        {"range_bars": 2, "session_start_utc": 8, **LONG_ONLY},
        {"range_bars": 3, "max_hold_bars": 2, **FIXED_HALF},
        {"range_bars": 1, "session_start_utc": 20, "max_hold_bars": 1, **FIXED_FIVE},
    ),
    "pairs_mr": (
        {},
        {"lookback": 40, "entry": 1.5, "exit": 0.1},
        {"lookback": 60, "entry": 1, "exit": 1, **LONG_ONLY},
        {"lookback": 250, "entry": 2.2, "exit": 0.75, **FIXED_HALF},
        {"lookback": 10, "entry": 1.1, "exit": 0, **FIXED_FIVE},
    ),
    "rsi_mean_reversion": (
        {},
        {"period": 5, "lower": 20, "upper": 80},
        {"period": 3, "lower": 40, "upper": 60, "exit": 50, **LONG_ONLY},
        {"period": 9, "lower": 25, "upper": 75, "exit": 60, **FIXED_HALF},
        {"period": 2, "lower": 50, "upper": 50, "exit": 50, **FIXED_FIVE},
    ),
    "tsmom": (
        {},
        {"lookback": 30, "threshold": 0.02},
        {"lookback": 10, "threshold": 0.05, **LONG_ONLY},
        {"lookback": 150, "threshold": 0.1, **FIXED_HALF},
        {"lookback": 1, **FIXED_FIVE},
    ),
    "volume_spike_breakout": (
        {},
        {"lookback": 10, "spike": 2, "hold_bars": 6},
        {"lookback": 5, "spike": 1.2, "hold_bars": 3, **LONG_ONLY},
        {"lookback": 50, "spike": 1.5, "hold_bars": 40, **FIXED_HALF},
        {"lookback": 2, "spike": 1, "hold_bars": 1, **FIXED_FIVE},
    ),
    "vpin_impulse": (
        {},
        {"buckets": 10, "threshold": 0.3, "impulse_bars": 1},
        {"buckets": 20, "threshold": 0.25, "impulse_bars": 6, **LONG_ONLY},
        {"bucket_volume": 2000, "buckets": 30, "threshold": 0.35, **FIXED_HALF},
        {"bucket_volume": 150.5, "buckets": 5, "threshold": 0.5, "impulse_bars": 2, **FIXED_FIVE},
    ),
    "vwap_stretch_mr": (
        {},
        {"lookback": 24, "stretch": 1.5, "atr_period": 7},
        {"lookback": 48, "stretch": 1, "atr_period": 5, **LONG_ONLY},
        {"lookback": 120, "stretch": 4, "atr_period": 3, **FIXED_HALF},
        {"lookback": 2, "stretch": 0.1, "atr_period": 2, **FIXED_FIVE},
    ),
}

SETTINGS: tuple[dict[str, Any], ...] = (
    {},
    {"sizing": "full", "stops": False},
    {"sizing": "atr", "stops": True},
    {"taker_fee_bps": 2, "slippage_bps": 7.5, "sl_atr": 1.25, "max_leverage": 1, "initial_equity": 2500},
    {"stops": False},
)

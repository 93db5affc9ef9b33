"""The reference backtest of docs/backtest.md."""

from platform_lab.backtest.run import BacktestResult, backtest, result_object
from platform_lab.backtest.settings import LEVELS, Settings, settings_for

__all__ = ["LEVELS", "BacktestResult", "Settings", "backtest", "result_object", "settings_for"]

"""The reference: strategies and backtest written from docs/strategies.md and docs/backtest.md, in plain loops."""

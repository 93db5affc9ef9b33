-- What a backtest stood on (docs/backtest.md), and its digest in the certificate. Runs from before have neither.
ALTER TABLE trading.runs ADD COLUMN coverage jsonb, ADD COLUMN coverage_digest text;

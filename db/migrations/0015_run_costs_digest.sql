-- The costs and other settings of execution are part of what a certificate certifies.
ALTER TABLE trading.runs ADD COLUMN costs_digest text;
ALTER TABLE trading.runs DROP CONSTRAINT runs_backtest_is_certified;
ALTER TABLE trading.runs ADD CONSTRAINT runs_backtest_is_certified CHECK (kind <> 'backtest' OR status <> 'completed' OR
  num_nulls(code_version, code_digest, data_digest, params_digest, costs_digest, decisions_digest) = 0);

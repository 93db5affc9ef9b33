-- Runs and their results, one set of tables for live, paper and backtest so that they can be laid side by side.
-- Every completed backtest carries its certificate: the digests that a verification recomputes.

CREATE TYPE trading.run_kind AS ENUM ('live', 'paper', 'backtest');
CREATE TYPE trading.run_status AS ENUM ('queued', 'running', 'completed', 'failed');

CREATE TABLE trading.runs (
  id uuid PRIMARY KEY,
  kind trading.run_kind NOT NULL,
  status trading.run_status NOT NULL DEFAULT 'queued',
  bot_id uuid,
  network trading.network,
  strategy text NOT NULL,
  symbol text NOT NULL,
  timeframe market.timeframe NOT NULL,
  params jsonb NOT NULL DEFAULT '{}',
  costs jsonb NOT NULL DEFAULT '{}',
  initial_equity trading.positive_amount NOT NULL,
  from_ts bigint,
  to_ts bigint,
  progress double precision NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 1),
  bar_count integer CHECK (bar_count >= 0),
  sharpe double precision,
  max_drawdown_pct double precision,
  error text,
  requested_by text,
  code_version text,
  code_digest text,
  data_digest text,
  params_digest text,
  decisions_digest text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  CONSTRAINT runs_backtest_has_window CHECK (kind <> 'backtest' OR (from_ts IS NOT NULL AND to_ts > from_ts)),
  CONSTRAINT runs_live_has_bot CHECK (kind <> 'live' OR (bot_id IS NOT NULL AND network IS NOT NULL)),
  CONSTRAINT runs_failure_is_explained CHECK ((status = 'failed') = (error IS NOT NULL)),
  CONSTRAINT runs_backtest_is_certified CHECK (kind <> 'backtest' OR status <> 'completed' OR
    num_nulls(code_version, code_digest, data_digest, params_digest, decisions_digest) = 0)
);
CREATE INDEX runs_page ON trading.runs (created_at, id);
CREATE INDEX runs_kind_page ON trading.runs (kind, created_at, id);
CREATE INDEX runs_bot_page ON trading.runs (bot_id, created_at, id);
CREATE UNIQUE INDEX runs_one_live_per_bot ON trading.runs (bot_id) WHERE kind = 'live' AND status = 'running';

CREATE FUNCTION trading.guard_run_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status < OLD.status OR (OLD.status >= 'completed' AND NEW.status <> OLD.status) THEN
    RAISE EXCEPTION 'run % is % and cannot become %', OLD.id, OLD.status, NEW.status
      USING ERRCODE = 'check_violation', CONSTRAINT = 'runs_status_forward';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER runs_status_forward BEFORE UPDATE OF status ON trading.runs
  FOR EACH ROW EXECUTE FUNCTION trading.guard_run_status();

CREATE TYPE trading.trade_action AS ENUM ('entry', 'exit');
CREATE TYPE trading.position_side AS ENUM ('long', 'short');

CREATE TABLE trading.trades (
  run_id uuid NOT NULL REFERENCES trading.runs,
  seq integer NOT NULL CHECK (seq >= 0),
  ts bigint NOT NULL,
  action trading.trade_action NOT NULL,
  side market.order_side NOT NULL,
  qty trading.positive_amount NOT NULL,
  price trading.positive_amount NOT NULL,
  fee trading.amount NOT NULL,
  slippage trading.amount NOT NULL DEFAULT 0,
  reason text NOT NULL,
  -- The venue's fill behind a live trade; each is booked to one run only.
  fill_id bigint UNIQUE REFERENCES trading.fills,
  PRIMARY KEY (run_id, seq)
);

CREATE TABLE trading.roundtrips (
  run_id uuid NOT NULL REFERENCES trading.runs,
  seq integer NOT NULL CHECK (seq >= 0),
  side trading.position_side NOT NULL,
  qty trading.positive_amount NOT NULL,
  entry_ts bigint NOT NULL,
  exit_ts bigint NOT NULL,
  duration_ms bigint GENERATED ALWAYS AS (exit_ts - entry_ts) STORED,
  entry_price trading.positive_amount NOT NULL,
  exit_price trading.positive_amount NOT NULL,
  -- Net of the three costs beside it.
  pnl trading.amount NOT NULL,
  pnl_pct double precision NOT NULL,
  fees trading.amount NOT NULL,
  slippage trading.amount NOT NULL DEFAULT 0,
  funding trading.amount NOT NULL DEFAULT 0,
  exit_reason text NOT NULL,
  PRIMARY KEY (run_id, seq),
  CONSTRAINT roundtrips_exit_follows_entry CHECK (exit_ts >= entry_ts)
);

CREATE TABLE trading.equity_points (
  run_id uuid NOT NULL REFERENCES trading.runs,
  ts bigint NOT NULL,
  equity trading.amount NOT NULL,
  drawdown_pct double precision NOT NULL CHECK (drawdown_pct >= 0),
  PRIMARY KEY (run_id, ts)
);

CREATE TABLE trading.performance_snapshots (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id uuid NOT NULL REFERENCES trading.runs,
  ts bigint NOT NULL,
  sharpe double precision,
  sortino double precision,
  max_drawdown_pct double precision NOT NULL,
  cagr_pct double precision,
  total_return_pct double precision NOT NULL,
  win_rate_pct double precision,
  profit_factor double precision,
  roundtrip_count integer NOT NULL CHECK (roundtrip_count >= 0),
  fees trading.amount NOT NULL,
  slippage trading.amount NOT NULL DEFAULT 0,
  funding trading.amount NOT NULL DEFAULT 0,
  metrics jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (run_id, ts)
);

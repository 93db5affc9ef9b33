-- Experiments: a plan, the rows of its trials in chunks as workers send them, and what was ever tried.

CREATE TYPE trading.experiment_kind AS ENUM ('sweep', 'walk_forward', 'ablation', 'multi_asset', 'monte_carlo');
CREATE TYPE trading.experiment_status AS ENUM ('running', 'completed', 'failed', 'cancelled');

CREATE TABLE trading.experiments (
  id uuid PRIMARY KEY,
  kind trading.experiment_kind NOT NULL,
  status trading.experiment_status NOT NULL DEFAULT 'running',
  strategy text NOT NULL,
  plan jsonb NOT NULL CHECK (jsonb_typeof(plan) = 'object'),
  plan_digest text NOT NULL,
  -- Of the bars it is made on, and of the program that tries.
  data_digest text NOT NULL,
  code_digest text NOT NULL,
  trial_count integer NOT NULL CHECK (trial_count > 0),
  chunk_size integer NOT NULL CHECK (chunk_size > 0),
  row_length integer NOT NULL CHECK (row_length > 0),
  done_count integer NOT NULL DEFAULT 0 CHECK (done_count BETWEEN 0 AND trial_count),
  failed_count integer NOT NULL DEFAULT 0,
  result jsonb CHECK (jsonb_typeof(result) = 'object'),
  result_digest text,
  error text,
  requested_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  CONSTRAINT experiments_result CHECK ((status = 'completed') = (result IS NOT NULL)),
  CONSTRAINT experiments_error CHECK ((status = 'failed') = (error IS NOT NULL))
);
CREATE INDEX experiments_newest ON trading.experiments (created_at DESC, id DESC);
CREATE INDEX experiments_running ON trading.experiments (created_at) WHERE status = 'running';

-- A plan that was run stays what it was, and a result is final.
CREATE FUNCTION trading.guard_experiment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.kind, NEW.strategy, NEW.plan, NEW.plan_digest, NEW.data_digest, NEW.code_digest, NEW.trial_count, NEW.chunk_size,
      NEW.row_length) IS DISTINCT FROM (OLD.id, OLD.kind, OLD.strategy, OLD.plan, OLD.plan_digest, OLD.data_digest, OLD.code_digest,
      OLD.trial_count, OLD.chunk_size, OLD.row_length) THEN
    RAISE EXCEPTION 'the plan of an experiment is never edited: start another one'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'experiments_plan';
  END IF;
  IF NEW.status <> OLD.status AND OLD.status = 'completed' THEN
    RAISE EXCEPTION 'a completed experiment stays completed'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'experiments_transition';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER experiments_guard BEFORE UPDATE ON trading.experiments
  FOR EACH ROW EXECUTE FUNCTION trading.guard_experiment();

-- Trials chunk * chunk_size and on. A chunk that is delivered twice is stored once.
CREATE TABLE trading.experiment_chunks (
  experiment_id uuid NOT NULL REFERENCES trading.experiments (id),
  chunk integer NOT NULL CHECK (chunk >= 0),
  -- Little-endian doubles, row after row.
  rows bytea NOT NULL,
  -- Why a trial has no figures, by its number.
  faults jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(faults) = 'object'),
  worker text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (experiment_id, chunk)
);

-- What was ever tried on a strategy and a market: it deflates the Sharpe ratio of everything that is tried later.
CREATE TABLE trading.tried_sets (
  strategy text NOT NULL,
  symbol text NOT NULL,
  timeframe market.timeframe NOT NULL,
  params_digest bytea NOT NULL CHECK (octet_length(params_digest) = 16),
  PRIMARY KEY (strategy, symbol, timeframe, params_digest)
);

REVOKE ALL ON FUNCTION trading.guard_experiment() FROM PUBLIC;
GRANT SELECT, INSERT ON trading.experiments, trading.experiment_chunks, trading.tried_sets TO platform_manager;
GRANT UPDATE (status, done_count, failed_count, result, result_digest, error, finished_at) ON trading.experiments TO platform_manager;
GRANT SELECT ON trading.experiments, trading.experiment_chunks, trading.tried_sets TO platform_executor, platform_risk, platform_lab_reader;

-- The halt latch, the breakers and their limits, and the last check before an entry order exists.

CREATE TYPE risk.breaker AS ENUM ('drawdown', 'connectivity', 'vpin', 'macro', 'correlation');
CREATE TYPE risk.breaker_status AS ENUM ('ok', 'degraded', 'tripped');
CREATE TYPE risk.breaker_outcome AS ENUM ('None', 'PauseBots', 'Flatten');
CREATE TYPE risk.audit_action AS ENUM ('halt', 'resume', 'pause', 'set_limit');

-- One row per engagement of the latch and per other operator act, each with a trace id of its own.
CREATE TABLE risk.risk_audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  halt_trace_id uuid NOT NULL UNIQUE,
  action risk.audit_action NOT NULL,
  scope text NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  actor text NOT NULL,
  breaker risk.breaker,
  metadata jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX risk_audit_log_page ON risk.risk_audit_log (created_at, id);

-- One row. Its change and the audit row of that change commit together or not at all.
CREATE TABLE risk.risk_state (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  halted boolean NOT NULL,
  -- The audit row that gave `halted` its present value; absent until the first change.
  halt_trace_id uuid REFERENCES risk.risk_audit_log (halt_trace_id) DEFERRABLE INITIALLY DEFERRED,
  version bigint NOT NULL DEFAULT 0,
  changed_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE FUNCTION risk.guard_latch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.halted <> OLD.halted AND NEW.halt_trace_id IS NOT DISTINCT FROM OLD.halt_trace_id THEN
    RAISE EXCEPTION 'the halt latch changes only together with an audit row of its own'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'risk_state_change_is_audited';
  END IF;
  NEW.version := OLD.version + 1;
  NEW.changed_at := now();
  RETURN NEW;
END
$$;
CREATE TRIGGER risk_state_change_is_audited BEFORE UPDATE ON risk.risk_state
  FOR EACH ROW EXECUTE FUNCTION risk.guard_latch();

INSERT INTO risk.risk_state (halted) VALUES (false);

-- Share locks on latch and lease order an entry against a halt or a new holder: whichever commits first is seen by the
-- other. It runs as its owner because the executor may read both rows but lock neither.
CREATE FUNCTION trading.guard_entry() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  is_halted boolean;
  intent trading.order_intents;
  current_fence bigint;
BEGIN
  SELECT halted INTO is_halted FROM risk.risk_state FOR SHARE;
  IF is_halted IS DISTINCT FROM false THEN
    RAISE EXCEPTION 'no entry while the halt latch is engaged'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_entry_not_halted';
  END IF;
  SELECT * INTO intent FROM trading.order_intents WHERE intent_id = NEW.intent_id;
  SELECT fence INTO current_fence FROM trading.bot_leases
    WHERE symbol = intent.symbol AND strategy = intent.strategy AND NOT shadow FOR SHARE;
  IF current_fence IS NULL THEN
    RAISE EXCEPTION 'no lease for % %', intent.symbol, intent.strategy
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_entry_has_lease';
  END IF;
  IF intent.fence <> current_fence THEN
    RAISE EXCEPTION 'intent % carries fence % but the lease is at %', intent.intent_id, intent.fence, current_fence
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_entry_fence_current';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER orders_guard_entry BEFORE INSERT ON trading.orders
  FOR EACH ROW WHEN (NEW.leg = 'entry') EXECUTE FUNCTION trading.guard_entry();

CREATE TABLE risk.risk_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  breaker risk.breaker,
  event text NOT NULL CHECK (event <> ''),
  bot_id uuid,
  trace_id uuid,
  metadata jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX risk_events_page ON risk.risk_events (created_at, id);
CREATE INDEX risk_events_breaker ON risk.risk_events (breaker, created_at, id);

-- scope: portfolio, bot:<uuid>, symbol:<SYMBOL> or cluster:<id>.
CREATE TABLE risk.breaker_state (
  breaker risk.breaker NOT NULL,
  scope text NOT NULL DEFAULT 'portfolio',
  status risk.breaker_status NOT NULL DEFAULT 'ok',
  outcome risk.breaker_outcome NOT NULL DEFAULT 'None',
  value double precision,
  threshold double precision,
  reason text,
  since timestamptz(3) NOT NULL DEFAULT now(),
  evaluated_at timestamptz(3),
  PRIMARY KEY (breaker, scope),
  CONSTRAINT breaker_state_outcome_needs_trip CHECK (outcome = 'None' OR status = 'tripped')
);

CREATE TABLE risk.limits (
  name text PRIMARY KEY,
  value trading.amount NOT NULL,
  description text NOT NULL,
  updated_by text NOT NULL DEFAULT 'default',
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE TRIGGER limits_touch BEFORE UPDATE ON risk.limits
  FOR EACH ROW EXECUTE FUNCTION ops.touch_updated_at();

INSERT INTO risk.limits (name, value, description) VALUES
  ('drawdown_portfolio_flatten_fraction', 0.2, 'Drawdown from peak portfolio equity that flattens everything, fraction'),
  ('drawdown_bot_pause_fraction', 0.1, 'Drawdown of one bot that pauses it, fraction'),
  ('connectivity_pause_after_secs', 120, 'Silence of bots or venue that pauses bots, seconds'),
  ('connectivity_flatten_after_secs', 300, 'Silence with open positions that flattens, seconds'),
  ('vpin_pause_above', 0.7, 'Order-flow toxicity that pauses bots on the symbol'),
  ('vpin_flatten_above', 0.9, 'Order-flow toxicity that flattens'),
  ('macro_shock_sigmas', 3, 'Move of a macro series that pauses bots, standard deviations'),
  ('correlation_mean_pairwise_above', 0.85, 'Mean pairwise correlation of held symbols that pauses a cluster'),
  ('correlation_window_days', 30, 'Window of the correlation, days'),
  ('correlation_gross_exposure_usd', 100000, 'Gross exposure below which correlation is ignored, USD');

CREATE TABLE risk.macro_calendar (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_name text NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  minutes_before integer NOT NULL DEFAULT 30 CHECK (minutes_before >= 0),
  minutes_after integer NOT NULL DEFAULT 30 CHECK (minutes_after >= 0),
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (event_name, starts_at)
);
CREATE INDEX macro_calendar_time ON risk.macro_calendar (starts_at);

-- Bots the risk engine paused: only these are resumed by a resume. An operator's own pause is not recorded here.
CREATE TABLE risk.bot_pauses (
  bot_id uuid PRIMARY KEY,
  reason text NOT NULL,
  breaker risk.breaker,
  trace_id uuid NOT NULL,
  paused_at timestamptz(3) NOT NULL DEFAULT now()
);

-- From intent to position. What must hold whatever the executor does is held here: one entry per intent, no entry while
-- halted or with a stale fence, order states that only move forward, fills counted once, outcomes decided once.

CREATE TYPE trading.intent_side AS ENUM ('long', 'short', 'flat');
CREATE TYPE trading.intent_outcome AS ENUM ('accepted', 'rejected', 'superseded');

CREATE TABLE trading.order_intents (
  intent_id uuid PRIMARY KEY,
  bot_id uuid NOT NULL,
  strategy text NOT NULL,
  symbol text NOT NULL,
  timeframe market.timeframe NOT NULL,
  network trading.network NOT NULL,
  side trading.intent_side NOT NULL,
  qty trading.amount NOT NULL,
  -- Judged by the executor (sl_missing_or_invalid), so a missing or absurd one can be recorded.
  sl trading.amount,
  tp trading.amount,
  fence bigint NOT NULL,
  bar_open_time bigint,
  signal_digest text,
  trace_id uuid,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  claimed_at timestamptz(3),
  claimed_by uuid,
  outcome trading.intent_outcome,
  outcome_reason text,
  outcome_at timestamptz(3),
  CONSTRAINT order_intents_qty_is_positive CHECK (qty > 0 OR (qty = 0 AND side = 'flat')),
  CONSTRAINT order_intents_outcome_is_dated CHECK ((outcome IS NULL) = (outcome_at IS NULL)),
  CONSTRAINT order_intents_refusal_has_reason CHECK (outcome IS NULL OR outcome = 'accepted' OR outcome_reason IS NOT NULL)
);
CREATE INDEX order_intents_undecided ON trading.order_intents (created_at, intent_id) WHERE outcome IS NULL;
CREATE INDEX order_intents_page ON trading.order_intents (bot_id, created_at, intent_id);

CREATE FUNCTION trading.guard_outcome() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.outcome IS NOT NULL AND (NEW.outcome, NEW.outcome_reason, NEW.outcome_at)
      IS DISTINCT FROM (OLD.outcome, OLD.outcome_reason, OLD.outcome_at) THEN
    RAISE EXCEPTION 'intent % is already %', OLD.intent_id, OLD.outcome
      USING ERRCODE = 'check_violation', CONSTRAINT = 'order_intents_outcome_once';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER order_intents_outcome_once BEFORE UPDATE ON trading.order_intents
  FOR EACH ROW EXECUTE FUNCTION trading.guard_outcome();

CREATE TYPE trading.order_leg AS ENUM ('entry', 'sl', 'tp', 'exit', 'flatten');
-- The venue keeps conditional orders in a space of their own, with ids of their own.
CREATE TYPE trading.order_space AS ENUM ('regular', 'algo');
-- In the order of an order's life: guard_order_progress compares by it. From `filled` on nothing follows.
CREATE TYPE trading.order_status AS ENUM (
  'submitting', 'unknown', 'new', 'partially_filled', 'filled', 'cancelled', 'rejected', 'expired');

CREATE TABLE trading.orders (
  order_id uuid PRIMARY KEY,
  intent_id uuid REFERENCES trading.order_intents,
  bot_id uuid,
  network trading.network NOT NULL,
  symbol text NOT NULL,
  leg trading.order_leg NOT NULL,
  attempt integer NOT NULL DEFAULT 1 CHECK (attempt > 0),
  order_type text NOT NULL CHECK (order_type <> ''),
  order_space trading.order_space NOT NULL DEFAULT 'regular',
  side market.order_side NOT NULL,
  -- Absent only on a stop that closes whatever the position is.
  qty trading.positive_amount,
  price trading.positive_amount,
  trigger_price trading.positive_amount,
  reduce_only boolean NOT NULL DEFAULT false,
  close_position boolean NOT NULL DEFAULT false,
  notional_usd trading.amount,
  client_order_id text NOT NULL UNIQUE CHECK (length(client_order_id) BETWEEN 1 AND 36),
  exchange_order_id text,
  flatten_id uuid,
  status trading.order_status NOT NULL DEFAULT 'submitting',
  status_reason text,
  filled_qty trading.amount NOT NULL DEFAULT 0,
  average_price trading.amount,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (intent_id, leg, attempt),
  CONSTRAINT orders_have_a_size CHECK (qty IS NOT NULL OR close_position),
  CONSTRAINT orders_filled_within_size CHECK (filled_qty >= 0 AND (qty IS NULL OR filled_qty <= qty)),
  CONSTRAINT orders_entry_has_intent CHECK (leg <> 'entry' OR intent_id IS NOT NULL),
  CONSTRAINT orders_only_entries_open CHECK (leg = 'entry' OR reduce_only OR close_position)
);
CREATE UNIQUE INDEX orders_one_entry_per_intent ON trading.orders (intent_id) WHERE leg = 'entry';
CREATE UNIQUE INDEX orders_exchange_id ON trading.orders (network, symbol, order_space, exchange_order_id);
CREATE INDEX orders_open ON trading.orders (network, symbol) WHERE status < 'filled';
CREATE INDEX orders_page ON trading.orders (bot_id, created_at, order_id);
CREATE INDEX orders_created ON trading.orders (created_at, order_id);
CREATE TRIGGER orders_touch BEFORE UPDATE ON trading.orders
  FOR EACH ROW EXECUTE FUNCTION ops.touch_updated_at();

CREATE FUNCTION trading.guard_order_progress() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status < OLD.status OR (OLD.status >= 'filled' AND NEW.status <> OLD.status) THEN
    RAISE EXCEPTION 'order % is % and cannot become %', OLD.client_order_id, OLD.status, NEW.status
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_status_forward';
  END IF;
  IF NEW.filled_qty < OLD.filled_qty THEN
    RAISE EXCEPTION 'order % has filled % and cannot have filled %', OLD.client_order_id, OLD.filled_qty, NEW.filled_qty
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_filled_qty_grows';
  END IF;
  IF (NEW.intent_id, NEW.leg, NEW.attempt, NEW.client_order_id)
      IS DISTINCT FROM (OLD.intent_id, OLD.leg, OLD.attempt, OLD.client_order_id) THEN
    RAISE EXCEPTION 'order % cannot take another identity', OLD.client_order_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_identity_fixed';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER orders_progress BEFORE UPDATE ON trading.orders
  FOR EACH ROW EXECUTE FUNCTION trading.guard_order_progress();

CREATE TABLE trading.fills (
  fill_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  network trading.network NOT NULL,
  symbol text NOT NULL,
  trade_id text NOT NULL,
  -- Absent when the venue closed the position itself (liquidation, auto-deleveraging).
  order_id uuid REFERENCES trading.orders,
  bot_id uuid,
  side market.order_side NOT NULL,
  qty trading.positive_amount NOT NULL,
  price trading.positive_amount NOT NULL,
  fee trading.amount NOT NULL DEFAULT 0,
  fee_asset text,
  realized_pnl trading.amount NOT NULL DEFAULT 0,
  is_maker boolean NOT NULL DEFAULT false,
  trade_time bigint NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT fills_trade_once UNIQUE (network, symbol, trade_id)
);
CREATE INDEX fills_order ON trading.fills (order_id);
CREATE INDEX fills_page ON trading.fills (bot_id, created_at, fill_id);

-- A bot's share of the venue's netted position; bot_id NULL is exposure no bot answers for. qty is signed.
CREATE TABLE trading.positions (
  position_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  network trading.network NOT NULL,
  symbol text NOT NULL,
  bot_id uuid,
  qty trading.amount NOT NULL DEFAULT 0,
  entry_price trading.amount,
  realized_pnl trading.amount NOT NULL DEFAULT 0,
  fees trading.amount NOT NULL DEFAULT 0,
  funding trading.amount NOT NULL DEFAULT 0,
  opened_at timestamptz(3),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT positions_one_per_bot UNIQUE NULLS NOT DISTINCT (network, symbol, bot_id),
  CONSTRAINT positions_open_has_price CHECK (qty = 0 OR entry_price IS NOT NULL)
);
CREATE TRIGGER positions_touch BEFORE UPDATE ON trading.positions
  FOR EACH ROW EXECUTE FUNCTION ops.touch_updated_at();

-- Funding as the venue charged it, not as a formula says it should be.
CREATE TABLE trading.funding_payments (
  network trading.network NOT NULL,
  transaction_id text NOT NULL,
  symbol text NOT NULL,
  bot_id uuid,
  amount trading.amount NOT NULL,
  asset text NOT NULL,
  funding_time bigint NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (network, transaction_id)
);
CREATE INDEX funding_payments_symbol ON trading.funding_payments (network, symbol, funding_time);

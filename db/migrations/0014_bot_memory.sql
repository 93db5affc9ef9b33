-- What a bot must find again after a restart, and where a bot in shadow writes what it would have done.

-- One row per bot and generation, written in the transaction that appends to its ledger: the bar the evaluator stands on and its
-- discrete state there. strategy, symbol, timeframe and params say what the state belongs to; another configuration starts anew.
CREATE TABLE trading.bot_states (
  bot_id uuid NOT NULL,
  generation bigint NOT NULL,
  strategy text NOT NULL,
  symbol text NOT NULL,
  timeframe market.timeframe NOT NULL,
  params jsonb NOT NULL CHECK (jsonb_typeof(params) = 'object'),
  bar_open_time bigint NOT NULL,
  digest bytea NOT NULL CHECK (length(digest) = 32),
  held smallint NOT NULL CHECK (held BETWEEN -1 AND 1),
  evaluator jsonb NOT NULL CHECK (jsonb_typeof(evaluator) = 'object'),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (bot_id, generation)
);
CREATE TRIGGER bot_states_touch BEFORE UPDATE ON trading.bot_states
  FOR EACH ROW EXECUTE FUNCTION ops.touch_updated_at();

-- The compare buffer of a green/blue deploy: per shadow lease (its fence) and bar, what the shadow decided. The blue side's
-- decisions are in bar_decisions, with the same digest for the same bar.
CREATE TABLE trading.shadow_decisions (
  bot_id uuid NOT NULL,
  fence bigint NOT NULL,
  bar_open_time bigint NOT NULL,
  bar_digest bytea NOT NULL CHECK (length(bar_digest) = 32),
  signal jsonb,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (bot_id, fence, bar_open_time)
);

-- The seven columns of the bar as the bot saw it, so that an audit can name the field in which it differs from the market's.
ALTER TABLE trading.bar_decisions
  ADD COLUMN bar double precision[] CHECK (cardinality(bar) = 7);

GRANT SELECT, INSERT, UPDATE ON trading.bot_states TO platform_bot;
GRANT SELECT, INSERT ON trading.shadow_decisions TO platform_bot;
-- The background auditor runs in the bot; acknowledging what it found stays with the manager.
GRANT INSERT ON trading.parity_audits TO platform_bot;
-- Sizing begins at the equity the live run was opened with; the macro overlay reads the calendar.
GRANT SELECT ON trading.runs, risk.macro_calendar TO platform_bot;
GRANT SELECT ON trading.bot_states, trading.shadow_decisions TO platform_executor, platform_risk, platform_manager,
  platform_lab_reader;

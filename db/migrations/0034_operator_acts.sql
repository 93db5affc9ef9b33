-- Closing a scope without a halt, and a fire drill, are acts of an operator like any other: each leaves its row in the audit log.
ALTER TYPE risk.audit_action ADD VALUE 'close';
ALTER TYPE risk.audit_action ADD VALUE 'drill';

-- A trace id leads to everything that carries it.
CREATE INDEX order_intents_trace ON trading.order_intents (trace_id) WHERE trace_id IS NOT NULL;
CREATE INDEX order_intents_newest ON trading.order_intents (created_at, intent_id);
CREATE INDEX bot_commands_trace ON trading.bot_commands (trace_id);
CREATE INDEX orders_flatten ON trading.orders (flatten_id) WHERE flatten_id IS NOT NULL;
CREATE INDEX bot_events_trace ON trading.bot_events (trace_id) WHERE trace_id IS NOT NULL;
CREATE INDEX risk_events_trace ON risk.risk_events (trace_id) WHERE trace_id IS NOT NULL;
CREATE INDEX audit_log_trace ON ops.audit_log (trace_id) WHERE trace_id IS NOT NULL;

-- A run may have a name, a note and tags, which say nothing about how it was computed.
ALTER TABLE trading.runs
  ADD COLUMN run_name text CHECK (length(run_name) BETWEEN 1 AND 128),
  ADD COLUMN note text CHECK (length(note) BETWEEN 1 AND 4000),
  ADD COLUMN tags text[] NOT NULL DEFAULT '{}' CHECK (cardinality(tags) <= 16);

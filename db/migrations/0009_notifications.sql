-- Notifications wake a listener; the rows are the truth and every listener polls. Payloads are small JSON objects.

CREATE TRIGGER risk_state_notify AFTER UPDATE ON risk.risk_state
  FOR EACH ROW WHEN (OLD.halted IS DISTINCT FROM NEW.halted)
  EXECUTE FUNCTION ops.notify_row('risk_halt_changed', 'halted', 'halt_trace_id', 'version', 'changed_at');

CREATE TRIGGER breaker_state_notify_new AFTER INSERT ON risk.breaker_state
  FOR EACH ROW EXECUTE FUNCTION ops.notify_row(
    'breaker_state', 'breaker', 'scope', 'status', 'outcome', 'value', 'threshold', 'since');
-- A value that merely moves is not worth waking anybody: it is read with the snapshot.
CREATE TRIGGER breaker_state_notify AFTER UPDATE ON risk.breaker_state
  FOR EACH ROW WHEN ((OLD.status, OLD.outcome) IS DISTINCT FROM (NEW.status, NEW.outcome))
  EXECUTE FUNCTION ops.notify_row(
    'breaker_state', 'breaker', 'scope', 'status', 'outcome', 'value', 'threshold', 'since');

CREATE TRIGGER order_intents_notify AFTER INSERT ON trading.order_intents
  FOR EACH ROW EXECUTE FUNCTION ops.notify_row('trading.order_intents', 'intent_id');
CREATE TRIGGER bot_commands_notify AFTER INSERT ON trading.bot_commands
  FOR EACH ROW EXECUTE FUNCTION ops.notify_row('trading.bot_commands', 'id', 'kind', 'bot_id');
CREATE TRIGGER bot_events_notify AFTER INSERT ON trading.bot_events
  FOR EACH ROW EXECUTE FUNCTION ops.notify_row('trading.bot_events', 'id', 'bot_id', 'event_type');
CREATE TRIGGER positions_notify AFTER INSERT OR UPDATE ON trading.positions
  FOR EACH ROW EXECUTE FUNCTION ops.notify_row(
    'portfolio_state', 'network', 'symbol', 'bot_id', 'qty', 'entry_price', 'realized_pnl', 'updated_at');

CREATE TRIGGER source_commands_notify AFTER INSERT ON ops.source_commands
  FOR EACH ROW EXECUTE FUNCTION ops.notify_row('ops.source_commands', 'id', 'kind', 'source');
CREATE TRIGGER outbox_notify AFTER INSERT ON ops.outbox
  FOR EACH ROW EXECUTE FUNCTION ops.notify_row('ops.outbox', 'id', 'producer');

CREATE TRIGGER source_state_notify AFTER INSERT OR UPDATE ON market.source_state
  FOR EACH ROW EXECUTE FUNCTION ops.notify_row(
    'source_freshness', 'source', 'status', 'last_success_at', 'last_data_ts', 'failure_streak', 'updated_at');

-- DataEvents. KlineWritten comes from the data service itself, through this function: a trigger would fire for every row
-- of a backfill.
CREATE FUNCTION market.notify_data_event(kind text, detail jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ops.notify('trading.data_events', jsonb_build_object('kind', kind) || detail);
END
$$;

CREATE FUNCTION market.notify_source_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> OLD.status THEN
    PERFORM market.notify_data_event(
      CASE NEW.status WHEN 'quarantined' THEN 'SourceQuarantined' ELSE 'SourceUnquarantined' END,
      jsonb_build_object('source', NEW.source));
  ELSIF NEW.failure_streak > OLD.failure_streak THEN
    PERFORM market.notify_data_event('SourceFailure',
      jsonb_build_object('source', NEW.source, 'failure_streak', NEW.failure_streak));
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER source_state_data_event AFTER UPDATE ON market.source_state
  FOR EACH ROW EXECUTE FUNCTION market.notify_source_event();

CREATE FUNCTION market.notify_macro_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM market.notify_data_event('MacroWritten', jsonb_build_object('series_id', series_id, 'ts', max(ts)))
    FROM written GROUP BY series_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER macro_series_data_event AFTER INSERT ON market.macro_series
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION market.notify_macro_written();

CREATE FUNCTION market.notify_gex_snapshot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM market.notify_data_event('GexSnapshot', jsonb_build_object('underlying', NEW.underlying, 'ts', NEW.ts));
  RETURN NULL;
END
$$;
CREATE TRIGGER gex_snapshots_data_event AFTER INSERT ON market.gex_snapshots
  FOR EACH ROW EXECUTE FUNCTION market.notify_gex_snapshot();

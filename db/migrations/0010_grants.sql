-- Least privilege. src/grants.ts states the same as data and a test holds the two together; each service checks its own
-- role against it before it starts. Append-only tables are those where nobody is granted UPDATE or DELETE.

REVOKE ALL ON ALL TABLES IN SCHEMA market, trading, risk, ops FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA market, trading, risk, ops FROM PUBLIC;

DO $$
BEGIN
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO platform_bot, platform_manager, platform_risk, platform_executor,
    platform_data_writer, platform_lab_reader', current_database());
  -- Bulk writes go through a temporary table.
  EXECUTE format('GRANT TEMPORARY ON DATABASE %I TO platform_data_writer', current_database());
END
$$;

GRANT USAGE ON SCHEMA market, trading, risk, ops TO platform_bot, platform_manager, platform_risk, platform_executor,
  platform_data_writer, platform_lab_reader;
-- A service can tell whether the schema is the one it was built for.
GRANT SELECT ON ops.migrations TO platform_bot, platform_manager, platform_risk, platform_executor, platform_data_writer,
  platform_lab_reader;
-- Called by the triggers of tables that these roles write.
GRANT EXECUTE ON FUNCTION ops.notify(text, jsonb) TO platform_bot, platform_manager, platform_risk, platform_executor,
  platform_data_writer;

-- Bot: announces intents and itself; decides no outcome and sees no market table.
GRANT SELECT ON trading.bot_configs, trading.bot_events, trading.bot_leases, trading.bot_commands,
  trading.overlay_decisions, trading.bar_decisions, trading.parity_audits, trading.order_intents, trading.orders,
  trading.fills, trading.positions, risk.risk_state, risk.bot_pauses, ops.consumer_cursors TO platform_bot;
GRANT INSERT ON trading.bot_events, trading.bot_leases, trading.overlay_decisions, trading.bar_decisions,
  ops.consumer_cursors TO platform_bot;
GRANT UPDATE ON trading.bot_leases, ops.consumer_cursors TO platform_bot;
GRANT INSERT (intent_id, bot_id, strategy, symbol, timeframe, network, side, qty, sl, tp, fence, bar_open_time,
  signal_digest, trace_id) ON trading.order_intents TO platform_bot;

-- Executor: the only writer of orders, fills and positions; decides outcomes but cannot alter what was asked.
GRANT SELECT ON ALL TABLES IN SCHEMA market, trading TO platform_executor;
GRANT SELECT ON risk.risk_state, risk.limits, risk.bot_pauses, ops.consumer_cursors, ops.outbox, ops.confirm_tokens
  TO platform_executor;
GRANT INSERT ON trading.orders, trading.fills, trading.positions, trading.funding_payments, trading.runs,
  trading.trades, trading.roundtrips, trading.equity_points, trading.performance_snapshots, trading.bot_events,
  ops.audit_log, ops.outbox, ops.consumer_cursors, ops.confirm_tokens TO platform_executor;
GRANT UPDATE ON trading.orders, trading.positions, trading.runs, ops.consumer_cursors TO platform_executor;
GRANT UPDATE (claimed_at, claimed_by, outcome, outcome_reason, outcome_at) ON trading.order_intents TO platform_executor;
GRANT UPDATE (published_at) ON ops.outbox TO platform_executor;

-- Risk: the only role that moves the latch.
GRANT SELECT ON ALL TABLES IN SCHEMA market, trading, risk TO platform_risk;
GRANT SELECT ON ops.consumer_cursors, ops.outbox TO platform_risk;
GRANT UPDATE ON risk.risk_state, risk.breaker_state, risk.limits, risk.macro_calendar, risk.bot_pauses,
  ops.consumer_cursors TO platform_risk;
GRANT INSERT ON risk.risk_events, risk.risk_audit_log, risk.breaker_state, risk.limits, risk.macro_calendar,
  risk.bot_pauses, trading.bot_commands, trading.bot_events, ops.audit_log, ops.outbox, ops.consumer_cursors
  TO platform_risk;
GRANT DELETE ON risk.breaker_state, risk.macro_calendar, risk.bot_pauses TO platform_risk;
GRANT UPDATE (published_at) ON ops.outbox TO platform_risk;

-- Manager: configures bots, runs backtests, reads everything else.
GRANT SELECT ON ALL TABLES IN SCHEMA market, trading, risk, ops TO platform_manager;
REVOKE SELECT ON ops.confirm_tokens FROM platform_manager;
GRANT INSERT ON trading.bot_configs, trading.bot_events, trading.bot_commands, trading.parity_audits, trading.runs,
  trading.trades, trading.roundtrips, trading.equity_points, trading.performance_snapshots, ops.audit_log, ops.deploys,
  ops.service_deploys, ops.consumer_cursors, ops.outbox, ops.source_commands TO platform_manager;
GRANT UPDATE ON trading.bot_configs, trading.runs, ops.deploys, ops.service_deploys, ops.consumer_cursors
  TO platform_manager;
GRANT UPDATE (acknowledged_by, acknowledged_at) ON trading.parity_audits TO platform_manager;
GRANT UPDATE (published_at) ON ops.outbox TO platform_manager;

-- Data service: the only writer of the market.
GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA market TO platform_data_writer;
GRANT SELECT ON ops.source_commands, ops.consumer_cursors, ops.outbox TO platform_data_writer;
GRANT INSERT ON ops.audit_log, ops.outbox, ops.consumer_cursors TO platform_data_writer;
GRANT UPDATE ON ops.consumer_cursors TO platform_data_writer;
GRANT UPDATE (published_at) ON ops.outbox TO platform_data_writer;
GRANT EXECUTE ON FUNCTION market.ensure_kline_partitions(bigint, bigint), market.notify_data_event(text, jsonb)
  TO platform_data_writer;

GRANT USAGE ON SEQUENCE ops.outbox_id_seq TO platform_manager, platform_risk, platform_executor, platform_data_writer;

-- Lab: reads, and nothing else.
GRANT SELECT ON ALL TABLES IN SCHEMA market, trading, risk, ops TO platform_lab_reader;
REVOKE SELECT ON ops.confirm_tokens FROM platform_lab_reader;

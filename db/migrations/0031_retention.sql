-- What is old leaves in small steps: each call here is one short transaction, and whoever wants more calls again.

-- Hands the minutes of the oldest month that ends before the given time to market_archive; returns how many months that were, 0 when
-- none is left. The higher time frames are copied while only this month is closed to writers; the whole table is locked for no longer
-- than it takes to exchange the two partitions.
CREATE OR REPLACE FUNCTION market.detach_kline_minutes(before_ms bigint) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET TimeZone = 'UTC' AS $$
DECLARE
  name text;
  from_ms bigint;
  to_ms bigint;
BEGIN
  -- Names are compared, not parsed: the planner may try a condition on any table of the catalogue before it looks for partitions.
  SELECT child.relname INTO name
    FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
    WHERE inhparent = 'market.klines'::regclass AND to_regclass('market_archive.' || child.relname) IS NULL
      AND child.relname < to_char(to_timestamp(before_ms / 1000), '"klines_"YYYY_MM')
    ORDER BY child.relname LIMIT 1;
  IF NOT FOUND THEN
    RETURN 0;
  END IF;
  from_ms := extract(epoch FROM to_date(name, '"klines_"YYYY_MM'))::bigint * 1000;
  to_ms := extract(epoch FROM to_date(name, '"klines_"YYYY_MM') + interval '1 month')::bigint * 1000;
  EXECUTE format('LOCK TABLE market.%I IN SHARE MODE', name);
  EXECUTE format('CREATE TABLE market.kept (LIKE market.%I INCLUDING ALL)', name);
  EXECUTE format('ALTER TABLE market.kept ADD CONSTRAINT month CHECK (open_time >= %s AND open_time < %s)',
    from_ms, to_ms);
  EXECUTE format('WITH kept AS (DELETE FROM market.%I WHERE timeframe <> ''1m'' RETURNING *)
    INSERT INTO market.kept SELECT * FROM kept', name);
  DELETE FROM market.kline_months WHERE month = from_ms AND timeframe = '1m';
  PERFORM pg_advisory_xact_lock(hashtextextended('market.ensure_kline_partitions', 0));
  EXECUTE format('ALTER TABLE market.klines DETACH PARTITION market.%I', name);
  EXECUTE format('ALTER TABLE market.%I SET SCHEMA market_archive', name);
  EXECUTE format('ALTER TABLE market.kept RENAME TO %I', name);
  EXECUTE format('ALTER TABLE market.klines ATTACH PARTITION market.%I FOR VALUES FROM (%s) TO (%s)',
    name, from_ms, to_ms);
  EXECUTE format('ALTER TABLE market.%I DROP CONSTRAINT month', name);
  RETURN 1;
END
$$;

-- Removes up to `at_most` of the oldest rows that are older than `age`; returns how many. Nobody is granted DELETE on these tables:
-- this is the only way out of them, and it leaves what is younger than a floor of each table alone, whoever asks. Messages leave once
-- they are published; the newest one stays, because cursors are held against it.
CREATE FUNCTION ops.prune(from_table text, age interval, at_most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET TimeZone = 'UTC' AS $$
DECLARE
  removed integer;
  before timestamptz := now() - greatest(age, CASE from_table
    WHEN 'ops.outbox' THEN interval '7 days'
    WHEN 'trading.bot_events' THEN interval '90 days'
    WHEN 'trading.overlay_decisions' THEN interval '90 days'
    WHEN 'trading.bar_decisions' THEN interval '90 days' END);
BEGIN
  CASE from_table
    WHEN 'ops.outbox' THEN
      DELETE FROM ops.outbox WHERE id IN (
        SELECT id FROM ops.outbox WHERE created_at < before AND published_at IS NOT NULL
          AND id < (SELECT max(id) FROM ops.outbox) ORDER BY id LIMIT at_most);
    WHEN 'trading.bot_events' THEN
      DELETE FROM trading.bot_events WHERE id IN (
        SELECT id FROM trading.bot_events WHERE created_at < before ORDER BY id LIMIT at_most);
    WHEN 'trading.overlay_decisions' THEN
      DELETE FROM trading.overlay_decisions WHERE id IN (
        SELECT id FROM trading.overlay_decisions WHERE created_at < before ORDER BY created_at, id LIMIT at_most);
    WHEN 'trading.bar_decisions' THEN
      DELETE FROM trading.bar_decisions WHERE ctid IN (
        SELECT ctid FROM trading.bar_decisions WHERE created_at < before ORDER BY created_at LIMIT at_most);
    ELSE
      RAISE EXCEPTION 'rows of % are kept', from_table USING ERRCODE = 'invalid_parameter_value';
  END CASE;
  GET DIAGNOSTICS removed = ROW_COUNT;
  RETURN removed;
END
$$;
CREATE INDEX bar_decisions_age ON trading.bar_decisions (created_at);
CREATE INDEX outbox_published ON ops.outbox (id) WHERE published_at IS NOT NULL;

REVOKE ALL ON FUNCTION ops.prune(text, interval, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ops.prune(text, interval, integer) TO platform_manager;

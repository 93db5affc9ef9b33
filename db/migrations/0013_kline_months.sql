-- How often a month of bars changed. Whoever keeps a copy of a closed month compares the revision before trusting it.
-- The revision is a time in microseconds, so that no two databases ever mean different bars by the same one.

CREATE TABLE market.kline_months (
  market market.market_kind NOT NULL,
  symbol varchar(32) NOT NULL,
  timeframe market.timeframe NOT NULL,
  month bigint NOT NULL,
  revision bigint NOT NULL,
  PRIMARY KEY (market, symbol, timeframe, month)
);

CREATE FUNCTION market.month_of(open_time bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT extract(epoch FROM date_trunc('month', to_timestamp(open_time / 1000.0) AT TIME ZONE 'UTC'))::bigint * 1000
$$;

CREATE FUNCTION market.next_revision(known bigint) RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT greatest(coalesce(known, 0) + 1, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)
$$;

-- Minutes are most of the bytes and the first to lose their use. Each month that ends before the given time hands its
-- 1m bars to a table of its own in market_archive, to be dumped or dropped; every higher time frame stays where it is.
CREATE SCHEMA market_archive;

CREATE FUNCTION market.detach_kline_minutes(before_ms bigint) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET TimeZone = 'UTC' AS $$
DECLARE
  partition record;
  detached integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('market.ensure_kline_partitions', 0));
  FOR partition IN
    SELECT child.relname AS name,
      extract(epoch FROM to_date(substr(child.relname, 8), 'YYYY_MM'))::bigint * 1000 AS from_ms,
      extract(epoch FROM to_date(substr(child.relname, 8), 'YYYY_MM') + interval '1 month')::bigint * 1000 AS to_ms
    FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
    WHERE inhparent = 'market.klines'::regclass
    ORDER BY child.relname
  LOOP
    CONTINUE WHEN partition.to_ms > before_ms OR to_regclass('market_archive.' || partition.name) IS NOT NULL;
    EXECUTE format('ALTER TABLE market.klines DETACH PARTITION market.%I', partition.name);
    EXECUTE format('ALTER TABLE market.%I SET SCHEMA market_archive', partition.name);
    EXECUTE format('CREATE TABLE market.%I PARTITION OF market.klines FOR VALUES FROM (%s) TO (%s)',
      partition.name, partition.from_ms, partition.to_ms);
    EXECUTE format('WITH kept AS (DELETE FROM market_archive.%I WHERE timeframe <> ''1m'' RETURNING *)
      INSERT INTO market.klines SELECT * FROM kept', partition.name);
    DELETE FROM market.kline_months WHERE month = partition.from_ms AND timeframe = '1m';
    detached := detached + 1;
  END LOOP;
  RETURN detached;
END
$$;

REVOKE ALL ON FUNCTION market.month_of(bigint), market.next_revision(bigint), market.detach_kline_minutes(bigint) FROM PUBLIC;
GRANT SELECT ON market.kline_months TO platform_executor, platform_risk, platform_manager, platform_lab_reader;
GRANT SELECT, INSERT, UPDATE ON market.kline_months TO platform_data_writer;
GRANT EXECUTE ON FUNCTION market.month_of(bigint), market.next_revision(bigint), market.detach_kline_minutes(bigint)
  TO platform_data_writer;

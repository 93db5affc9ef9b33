-- What the market did. Observations, not money we hold: double precision, the type every calculation uses, so that a bar
-- has the same bits in PostgreSQL, TypeScript and Python. Times are epoch milliseconds of the data's own clock.

CREATE TYPE market.market_kind AS ENUM ('spot', 'perp');
CREATE TYPE market.timeframe AS ENUM (
  '1m', '5m', '15m', '30m', '1h', '2h', '4h', '6h', '8h', '12h', '1d', '1w');

-- Closed bars only. The bounded symbol spares every partition a TOAST table.
CREATE TABLE market.klines (
  market market.market_kind NOT NULL,
  symbol varchar(32) NOT NULL,
  timeframe market.timeframe NOT NULL,
  open_time bigint NOT NULL,
  open double precision NOT NULL,
  high double precision NOT NULL,
  low double precision NOT NULL,
  close double precision NOT NULL,
  volume double precision NOT NULL,
  quote_volume double precision NOT NULL,
  trades integer NOT NULL,
  taker_buy_volume double precision NOT NULL,
  PRIMARY KEY (market, symbol, timeframe, open_time),
  CONSTRAINT klines_open_time_is_a_minute CHECK (open_time % 60000 = 0),
  CONSTRAINT klines_prices_are_a_bar CHECK (
    low > 0 AND low <= open AND low <= close AND high >= open AND high >= close AND high < 'Infinity'),
  CONSTRAINT klines_volumes_are_finite CHECK (
    volume >= 0 AND volume < 'Infinity' AND quote_volume >= 0 AND quote_volume < 'Infinity'
    AND taker_buy_volume >= 0 AND taker_buy_volume < 'Infinity' AND trades >= 0)
) PARTITION BY RANGE (open_time);

-- Creates the monthly partitions that [from_ms, to_ms] needs and returns how many were missing. It runs as its owner, so
-- that the data service can prepare months (ahead of time, or for a backfill) without owning the table.
CREATE FUNCTION market.ensure_kline_partitions(from_ms bigint, to_ms bigint) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET TimeZone = 'UTC' AS $$
DECLARE
  month timestamptz := date_trunc('month', to_timestamp(from_ms / 1000.0));
  last_month timestamptz := date_trunc('month', to_timestamp(to_ms / 1000.0));
  created integer := 0;
  partition text;
BEGIN
  IF from_ms < 0 OR to_ms < from_ms OR last_month > now() + interval '2 years' THEN
    RAISE EXCEPTION 'kline partitions: [%, %] is not a range of milliseconds between 1970 and two years ahead', from_ms, to_ms
      USING ERRCODE = 'invalid_parameter_value';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('market.ensure_kline_partitions', 0));
  WHILE month <= last_month LOOP
    partition := 'klines_' || to_char(month, 'YYYY_MM');
    IF to_regclass('market.' || partition) IS NULL THEN
      EXECUTE format('CREATE TABLE market.%I PARTITION OF market.klines FOR VALUES FROM (%s) TO (%s)', partition,
        extract(epoch FROM month)::bigint * 1000, extract(epoch FROM month + interval '1 month')::bigint * 1000);
      created := created + 1;
    END IF;
    month := month + interval '1 month';
  END LOOP;
  RETURN created;
END
$$;

CREATE TABLE market.funding_rates (
  symbol text NOT NULL,
  funding_time bigint NOT NULL,
  rate double precision NOT NULL,
  mark_price double precision,
  PRIMARY KEY (symbol, funding_time)
);

CREATE TABLE market.open_interest (
  symbol text NOT NULL,
  ts bigint NOT NULL,
  open_interest double precision NOT NULL CHECK (open_interest >= 0),
  open_interest_usd double precision CHECK (open_interest_usd >= 0),
  PRIMARY KEY (symbol, ts)
);

CREATE TYPE market.ratio_kind AS ENUM ('global_account', 'top_account', 'top_position');

CREATE TABLE market.long_short_ratio (
  symbol text NOT NULL,
  kind market.ratio_kind NOT NULL,
  ts bigint NOT NULL,
  ratio double precision NOT NULL CHECK (ratio >= 0),
  long_share double precision CHECK (long_share BETWEEN 0 AND 1),
  short_share double precision CHECK (short_share BETWEEN 0 AND 1),
  PRIMARY KEY (symbol, kind, ts)
);

CREATE TABLE market.fear_greed (
  ts bigint PRIMARY KEY,
  value smallint NOT NULL CHECK (value BETWEEN 0 AND 100),
  classification text
);

CREATE TABLE market.stablecoin_supply (
  asset text NOT NULL,
  ts bigint NOT NULL,
  supply_usd double precision NOT NULL CHECK (supply_usd >= 0),
  supply_ratio double precision CHECK (supply_ratio >= 0),
  PRIMARY KEY (asset, ts)
);

-- Gamma exposure of listed options: the total, and the price at which it changes sign (absent when it does not).
CREATE TABLE market.gex_snapshots (
  underlying text NOT NULL,
  ts bigint NOT NULL,
  spot_price double precision NOT NULL CHECK (spot_price > 0),
  total_gex_usd double precision NOT NULL,
  flip_price double precision,
  strikes jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (underlying, ts)
);

CREATE TYPE market.order_side AS ENUM ('buy', 'sell');

-- The venue gives liquidations no id; the same one received twice is the same row.
CREATE TABLE market.liquidations (
  symbol text NOT NULL,
  ts bigint NOT NULL,
  side market.order_side NOT NULL,
  price double precision NOT NULL CHECK (price > 0),
  qty double precision NOT NULL CHECK (qty > 0),
  PRIMARY KEY (symbol, ts, side, price, qty)
);
CREATE INDEX liquidations_ts ON market.liquidations (ts);

CREATE TABLE market.macro_series (
  series_id text NOT NULL,
  ts bigint NOT NULL,
  value double precision NOT NULL,
  PRIMARY KEY (series_id, ts)
);

CREATE TYPE market.source_status AS ENUM ('active', 'quarantined');

CREATE TABLE market.source_state (
  source text PRIMARY KEY,
  status market.source_status NOT NULL DEFAULT 'active',
  cadence_ms bigint NOT NULL CHECK (cadence_ms > 0),
  last_success_at timestamptz(3),
  last_data_ts bigint,
  failure_streak integer NOT NULL DEFAULT 0 CHECK (failure_streak >= 0),
  last_error text,
  last_error_at timestamptz(3),
  quarantined_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT source_state_quarantine_is_dated CHECK ((status = 'quarantined') = (quarantined_at IS NOT NULL))
);
CREATE TRIGGER source_state_touch BEFORE UPDATE ON market.source_state
  FOR EACH ROW EXECUTE FUNCTION ops.touch_updated_at();

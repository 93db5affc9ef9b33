-- After the grants, so that roles reach klines through the parent table only, in these months and in those to come.
-- From the first month of perpetual futures on the exchange to a quarter ahead; older history makes its own months.
SELECT market.ensure_kline_partitions(
  extract(epoch FROM timestamptz '2019-09-01 00:00Z')::bigint * 1000,
  extract(epoch FROM now() + interval '3 months')::bigint * 1000);

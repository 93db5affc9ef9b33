-- As before; and what an entry has filled counts before it is booked, until it counts among the positions.
CREATE OR REPLACE FUNCTION trading.entry_limits(
  on_network trading.network, OUT order_max_usd numeric, OUT gross_max_usd numeric, OUT gross_usd numeric
) LANGUAGE plpgsql STABLE AS $$
DECLARE
  most_usd numeric;
  most_wallets numeric;
BEGIN
  SELECT nullif(max(value) FILTER (WHERE name = 'entry_order_usd'), 0),
      nullif(max(value) FILTER (WHERE name = 'entry_gross_exposure_usd'), 0),
      nullif(max(value) FILTER (WHERE name = 'entry_leverage'), 0)
    INTO order_max_usd, most_usd, most_wallets FROM risk.limits WHERE name LIKE 'entry\_%';
  IF most_usd IS NULL AND most_wallets IS NULL THEN
    RETURN;
  END IF;
  gross_max_usd := least(most_usd, most_wallets * coalesce(
    (SELECT greatest(0, wallet_usd + coalesce(unrealised_pnl_usd, 0)) FROM trading.accounts WHERE network = on_network), 0));
  SELECT coalesce(sum(abs(position.qty) * greatest(position.entry_price, (
      SELECT close FROM market.klines bar WHERE bar.market = 'perp' AND bar.symbol = position.symbol AND bar.timeframe = '1m'
      ORDER BY bar.open_time DESC LIMIT 1))), 0) INTO gross_usd
    FROM trading.positions position WHERE position.network = on_network AND position.qty <> 0;
  gross_usd := gross_usd + coalesce((
    SELECT sum(o.notional_usd * (CASE WHEN o.status < 'filled' THEN o.qty ELSE o.filled_qty END - o.booked_qty) / o.qty)
    FROM trading.orders o
    WHERE o.leg = 'entry' AND o.network = on_network AND (o.status < 'filled' OR o.filled_qty > o.booked_qty)), 0);
END
$$;

-- Bounds that an operator sets on what may be opened, beside the caps of the environment: the size of one order, and per network what is
-- held in all, in USD and as a multiple of the wallet. They are rows of risk.limits; 0 is off, and NULL here. A wallet that was never
-- read carries nothing. What is held counts at its entry price or the latest one, whichever is more, and with it what may still fill.
CREATE FUNCTION trading.entry_limits(
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
  gross_usd := gross_usd + coalesce((SELECT sum(o.notional_usd * (1 - o.filled_qty / o.qty)) FROM trading.orders o
    WHERE o.leg = 'entry' AND o.network = on_network AND o.status < 'filled'), 0);
END
$$;

-- As before, and within the operator's bounds.
CREATE OR REPLACE FUNCTION trading.write_entry(
  new_order_id uuid, new_client_order_id text, for_intent uuid, order_side market.order_side, order_qty numeric,
  order_notional_usd numeric, bot_cap_usd numeric, global_cap_usd numeric
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  intent trading.order_intents;
  bot_used_usd numeric;
  global_used_usd numeric;
  bounds record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('executor.entry', 0));
  SELECT * INTO intent FROM trading.order_intents WHERE intent_id = for_intent;
  IF NOT EXISTS (SELECT FROM trading.bot_leases WHERE symbol = intent.symbol AND strategy = intent.strategy AND NOT shadow
      AND released_at IS NULL AND expires_at > now()) THEN
    RETURN false;
  END IF;
  SELECT * INTO bounds FROM trading.entry_limits(intent.network);
  IF order_notional_usd > bounds.order_max_usd OR bounds.gross_usd + order_notional_usd > bounds.gross_max_usd THEN
    RETURN false;
  END IF;
  IF bot_cap_usd IS NOT NULL OR global_cap_usd IS NOT NULL THEN
    SELECT coalesce(sum(trading.used_usd(o)) FILTER (WHERE o.bot_id = intent.bot_id), 0), coalesce(sum(trading.used_usd(o)), 0)
      INTO bot_used_usd, global_used_usd
      FROM trading.orders o
      WHERE o.leg = 'entry' AND o.network = intent.network AND o.created_at >= date_trunc('day', now(), 'UTC');
    IF bot_used_usd + order_notional_usd > bot_cap_usd OR global_used_usd + order_notional_usd > global_cap_usd THEN
      RETURN false;
    END IF;
  END IF;
  INSERT INTO trading.orders (order_id, client_order_id, intent_id, bot_id, network, symbol, leg, order_type, side, qty, notional_usd)
    VALUES (new_order_id, new_client_order_id, for_intent, intent.bot_id, intent.network, intent.symbol, 'entry', 'market', order_side,
      order_qty, order_notional_usd);
  RETURN true;
END
$$;

REVOKE ALL ON FUNCTION trading.entry_limits(trading.network) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION trading.entry_limits(trading.network) TO platform_executor;

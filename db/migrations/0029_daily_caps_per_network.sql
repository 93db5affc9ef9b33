-- As before, but the day's notional is added up per network: a bot on the testnet takes nothing of production's cap.
CREATE OR REPLACE FUNCTION trading.write_entry(
  new_order_id uuid, new_client_order_id text, for_intent uuid, order_side market.order_side, order_qty numeric,
  order_notional_usd numeric, bot_cap_usd numeric, global_cap_usd numeric
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  intent trading.order_intents;
  bot_used_usd numeric;
  global_used_usd numeric;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('executor.entry', 0));
  SELECT * INTO intent FROM trading.order_intents WHERE intent_id = for_intent;
  IF NOT EXISTS (SELECT FROM trading.bot_leases WHERE symbol = intent.symbol AND strategy = intent.strategy AND NOT shadow
      AND released_at IS NULL AND expires_at > now()) THEN
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

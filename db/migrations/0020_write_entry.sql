-- An entry is written in one statement, so that nothing but the commit lies between the last look and the order.

-- What an order takes of the day's caps: everything that has filled or may still fill; of one that ended early only what it filled.
CREATE FUNCTION trading.used_usd(o trading.orders) RETURNS numeric LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN o.status IN ('cancelled', 'rejected', 'expired') THEN o.notional_usd * o.filled_qty / o.qty ELSE o.notional_usd END
$$;

-- The executor's gates have judged the entry by a lease and a usage that they read a moment ago. Here, one entry at a time over all
-- symbols, both are looked at once more: two orders can never both take the last of a cap. False when the lease is no longer held or the
-- caps have no room left; nothing is written then. Halt and fence are refused by the table's own guard. A cap that is not set is NULL.
CREATE FUNCTION trading.write_entry(
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
  SELECT coalesce(sum(trading.used_usd(o)) FILTER (WHERE o.bot_id = intent.bot_id), 0), coalesce(sum(trading.used_usd(o)), 0)
    INTO bot_used_usd, global_used_usd
    FROM trading.orders o WHERE o.leg = 'entry' AND o.created_at >= date_trunc('day', now(), 'UTC');
  IF bot_used_usd + order_notional_usd > bot_cap_usd OR global_used_usd + order_notional_usd > global_cap_usd THEN
    RETURN false;
  END IF;
  INSERT INTO trading.orders (order_id, client_order_id, intent_id, bot_id, network, symbol, leg, order_type, side, qty, notional_usd)
    VALUES (new_order_id, new_client_order_id, for_intent, intent.bot_id, intent.network, intent.symbol, 'entry', 'market', order_side,
      order_qty, order_notional_usd);
  RETURN true;
END
$$;

REVOKE ALL ON FUNCTION trading.used_usd(trading.orders),
  trading.write_entry(uuid, text, uuid, market.order_side, numeric, numeric, numeric, numeric) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION trading.used_usd(trading.orders),
  trading.write_entry(uuid, text, uuid, market.order_side, numeric, numeric, numeric, numeric) TO platform_executor;

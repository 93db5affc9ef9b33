-- A pause holds whoever acts in the name of the bot: what opens is refused while risk or an operator has paused it. Closing goes on.
CREATE FUNCTION trading.is_paused(bot uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM risk.bot_pauses WHERE bot_id = bot)
    OR EXISTS (SELECT FROM trading.bot_configs WHERE id = bot AND desired_state = 'paused')
$$;
REVOKE ALL ON FUNCTION trading.is_paused(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION trading.is_paused(uuid) TO platform_executor;

CREATE FUNCTION trading.guard_pause() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT trading.is_paused(bot_id) FROM trading.order_intents WHERE intent_id = NEW.intent_id) THEN
    RAISE EXCEPTION 'no entry for intent %: its bot is paused', NEW.intent_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_entry_not_paused';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER orders_guard_pause BEFORE INSERT ON trading.orders
  FOR EACH ROW WHEN (NEW.leg = 'entry') EXECUTE FUNCTION trading.guard_pause();

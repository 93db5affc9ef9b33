-- A deploy can change the parameters of a bot: the new release decides with them beside the running one, and the swap makes them the bot's.

ALTER TABLE ops.deploys
  -- What the new release decides with, and what the bot decided with at kick-off; both NULL where its parameters stay as they are.
  ADD COLUMN params jsonb CHECK (jsonb_typeof(params) = 'object'),
  ADD COLUMN from_params jsonb CHECK (jsonb_typeof(from_params) = 'object'),
  ADD CONSTRAINT deploys_params_change CHECK ((params IS NULL) = (from_params IS NULL));

-- The swap. It returns why it cannot be done now, or NULL when it is done. Blue's transactions begin with its lease, so they are before or
-- after this one, never beside it. compared_to is the last bar that was compared; NULL for a strategy without decisions.
CREATE OR REPLACE FUNCTION trading.swap_bot(for_deploy uuid, compared_to bigint) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  deploy ops.deploys;
  config trading.bot_configs;
  lease trading.bot_leases;
  green_lease trading.bot_leases;
  state trading.bot_states;
  green trading.shadow_decisions;
BEGIN
  SELECT bot.* INTO config FROM trading.bot_configs bot WHERE bot.id = (SELECT bot_id FROM ops.deploys WHERE id = for_deploy)
    FOR UPDATE;
  SELECT * INTO deploy FROM ops.deploys WHERE id = for_deploy FOR UPDATE;
  IF deploy.status IS DISTINCT FROM 'shadowing' THEN
    RETURN 'the deploy is no longer shadowing';
  END IF;
  IF config.generation <> deploy.from_generation OR config.desired_state = 'stopped' OR config.quarantined_at IS NOT NULL
      OR config.deleted_at IS NOT NULL THEN
    RETURN 'the bot is not what it was at kick-off';
  END IF;
  -- Looked at once more here, since a halt may have come after the step was planned. A latch that cannot be read counts as engaged.
  IF coalesce((SELECT bool_or(halted) FROM risk.risk_state), true) THEN
    RETURN 'trading is halted';
  END IF;
  SELECT * INTO lease FROM trading.bot_leases
    WHERE symbol = config.symbol AND strategy = config.strategy AND NOT shadow FOR UPDATE;
  SELECT * INTO green_lease FROM trading.bot_leases
    WHERE symbol = config.symbol AND strategy = config.strategy AND shadow FOR UPDATE;
  IF lease.bot_id <> config.id AND lease.released_at IS NULL AND lease.expires_at > clock_timestamp() THEN
    RETURN 'another bot holds the lease';
  END IF;
  IF green_lease.bot_id IS DISTINCT FROM config.id OR green_lease.holder_id = deploy.id OR green_lease.released_at IS NOT NULL
      OR green_lease.expires_at <= clock_timestamp() THEN
    RETURN 'the new release does not hold the shadow lease';
  END IF;
  -- The raised fence would refuse it.
  IF EXISTS (SELECT FROM trading.order_intents WHERE bot_id = config.id AND outcome IS NULL) THEN
    RETURN 'an intent of the bot waits for its outcome';
  END IF;
  IF compared_to IS NOT NULL THEN
    SELECT * INTO state FROM trading.bot_states WHERE bot_id = config.id AND generation = config.generation;
    SELECT * INTO green FROM trading.shadow_decisions
      WHERE bot_id = config.id AND fence = green_lease.fence AND bar_open_time = compared_to;
    IF state.bar_open_time IS DISTINCT FROM compared_to OR green.evaluator IS NULL THEN
      RETURN 'the two releases do not stand on the same bar';
    END IF;
    INSERT INTO trading.bot_states
        (bot_id, generation, strategy, symbol, timeframe, params, bar_open_time, digest, held, evaluator, origin)
      VALUES (config.id, config.generation + 1, state.strategy, state.symbol, state.timeframe, green.params, compared_to,
        state.digest, state.held, green.evaluator, jsonb_build_object('bar_open_time', compared_to,
          'digest', encode(state.digest, 'hex'), 'held', state.held, 'evaluator', green.evaluator));
  END IF;
  UPDATE trading.bot_leases SET released_at = clock_timestamp(), expires_at = clock_timestamp()
    WHERE lease_key = green_lease.lease_key;
  INSERT INTO trading.bot_leases (symbol, strategy, shadow, lease_key, fence, bot_id, holder_id, expires_at)
    VALUES (config.symbol, config.strategy, false, green_lease.lease_key - 1, 1, config.id, green_lease.holder_id,
      clock_timestamp() + interval '15 seconds')
    ON CONFLICT (symbol, strategy, shadow) DO UPDATE SET fence = bot_leases.fence + 1, bot_id = excluded.bot_id,
      holder_id = excluded.holder_id, acquired_at = now(), renewed_at = clock_timestamp(), expires_at = excluded.expires_at,
      released_at = NULL;
  UPDATE trading.bot_configs
    SET image_tag = deploy.target_image_tag, params = coalesce(deploy.params, params), generation = generation + 1,
      active_slot = deploy.slot WHERE id = config.id;
  UPDATE ops.deploys SET status = 'swapping', waiting_for = NULL WHERE id = deploy.id;
  RETURN NULL;
END
$$;

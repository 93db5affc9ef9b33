-- Green/blue deploys: two places for a bot to run in, what a deploy is waiting for, and the swap in one statement.

CREATE TYPE trading.bot_slot AS ENUM ('blue', 'green');

-- The place that trades. An instance anywhere else is a shadow or on its way out.
ALTER TABLE trading.bot_configs ADD COLUMN active_slot trading.bot_slot NOT NULL DEFAULT 'blue';

ALTER TABLE ops.deploys
  -- Where the new release runs.
  ADD COLUMN slot trading.bot_slot NOT NULL DEFAULT 'green',
  ADD COLUMN from_generation bigint NOT NULL DEFAULT 1,
  -- How many bars must be decided again, and how many decided live, before the swap.
  ADD COLUMN replay_bars integer NOT NULL DEFAULT 0 CHECK (replay_bars >= 0),
  ADD COLUMN min_live_bars integer NOT NULL DEFAULT 1 CHECK (min_live_bars >= 0),
  ADD COLUMN live_bars integer NOT NULL DEFAULT 0,
  -- What it waits for, as a sentence.
  ADD COLUMN waiting_for text,
  ADD COLUMN is_deliberate boolean NOT NULL DEFAULT false,
  -- The first of them; the digest is of the whole list.
  ADD COLUMN divergences jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(divergences) = 'array'),
  ADD COLUMN divergence_digest text,
  ADD COLUMN accepted_digest text,
  ADD COLUMN accepted_by text;

CREATE FUNCTION ops.guard_deploy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> OLD.status AND NOT (
    (OLD.status = 'pending' AND NEW.status IN ('shadowing', 'aborted', 'failed')) OR
    (OLD.status = 'shadowing' AND NEW.status IN ('swapping', 'aborted', 'failed')) OR
    (OLD.status = 'swapping' AND NEW.status = 'completed')
  ) THEN
    RAISE EXCEPTION 'a deploy that is % cannot become %', OLD.status, NEW.status
      USING ERRCODE = 'check_violation', CONSTRAINT = 'deploys_transition';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER deploys_transition BEFORE UPDATE OF status ON ops.deploys
  FOR EACH ROW EXECUTE FUNCTION ops.guard_deploy();

-- A replayed bar comes from the ledger, any other was decided when it closed. The evaluator's state is kept at the end of each batch: it
-- is what the new release goes on with if the swap happens at that bar.
ALTER TABLE trading.shadow_decisions
  ADD COLUMN replayed boolean NOT NULL DEFAULT false,
  ADD COLUMN params jsonb CHECK (jsonb_typeof(params) = 'object'),
  ADD COLUMN evaluator jsonb CHECK (jsonb_typeof(evaluator) = 'object');

-- What a generation that began with a hand-over began with; NULL where it began by itself. A replay starts there.
ALTER TABLE trading.bot_states ADD COLUMN origin jsonb CHECK (jsonb_typeof(origin) = 'object');

-- Kick-off: the shadow lease is set aside for the deploy until the new release takes it, and the buffer of the deploy before is emptied.
-- False while somebody else has the lease.
CREATE FUNCTION trading.reserve_shadow_lease(for_deploy uuid, key bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  config trading.bot_configs;
BEGIN
  SELECT bot.* INTO STRICT config FROM ops.deploys deploy JOIN trading.bot_configs bot ON bot.id = deploy.bot_id
    WHERE deploy.id = for_deploy AND deploy.status = 'pending';
  INSERT INTO trading.bot_leases (symbol, strategy, shadow, lease_key, fence, bot_id, holder_id, expires_at)
    VALUES (config.symbol, config.strategy, true, key, 1, config.id, for_deploy, clock_timestamp() + interval '60 seconds')
    ON CONFLICT (symbol, strategy, shadow) DO UPDATE SET fence = bot_leases.fence + 1, bot_id = excluded.bot_id,
      holder_id = excluded.holder_id, acquired_at = now(), renewed_at = clock_timestamp(), expires_at = excluded.expires_at,
      released_at = NULL
    WHERE bot_leases.released_at IS NOT NULL OR bot_leases.expires_at <= clock_timestamp();
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  DELETE FROM trading.shadow_decisions WHERE bot_id = config.id;
  RETURN true;
END
$$;

-- After an abort or a failure: whoever still shadows for the bot is fenced and ends.
CREATE FUNCTION trading.release_shadow_lease(for_deploy uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE trading.bot_leases lease SET released_at = clock_timestamp(), expires_at = clock_timestamp()
  FROM ops.deploys deploy
  WHERE deploy.id = for_deploy AND deploy.status IN ('aborted', 'failed') AND lease.shadow AND lease.bot_id = deploy.bot_id
    AND lease.released_at IS NULL
$$;

-- The swap. It returns why it cannot be done now, or NULL when it is done. Blue's transactions begin with its lease, so they are before or
-- after this one, never beside it. compared_to is the last bar that was compared; NULL for a strategy without decisions.
CREATE FUNCTION trading.swap_bot(for_deploy uuid, compared_to bigint) RETURNS text
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
    SET image_tag = deploy.target_image_tag, generation = generation + 1, active_slot = deploy.slot WHERE id = config.id;
  UPDATE ops.deploys SET status = 'swapping', waiting_for = NULL WHERE id = deploy.id;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION trading.reserve_shadow_lease(uuid, bigint), trading.release_shadow_lease(uuid),
  trading.swap_bot(uuid, bigint), ops.guard_deploy() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION trading.reserve_shadow_lease(uuid, bigint), trading.release_shadow_lease(uuid),
  trading.swap_bot(uuid, bigint) TO platform_manager;

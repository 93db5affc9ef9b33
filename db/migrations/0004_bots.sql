-- Bots: what they should be, what happened to them, who holds the right to trade, what they were told to do.
-- bot_id outside bot_configs is no foreign key: a bot may be run by hand with nothing but its environment.

CREATE TYPE trading.network AS ENUM ('testnet', 'prod');
CREATE TYPE trading.desired_state AS ENUM ('stopped', 'running', 'paused');
CREATE TYPE trading.bot_status AS ENUM (
  'stopped', 'starting', 'warming', 'live', 'degraded', 'paused', 'draining', 'failed', 'quarantined');
CREATE TYPE trading.sizing_mode AS ENUM ('vol_target', 'fixed');
CREATE TYPE trading.warmup_mode AS ENUM ('strict', 'degraded');
CREATE TYPE trading.candle_source AS ENUM ('data-ws', 'scripted');

CREATE TABLE trading.bot_configs (
  id uuid PRIMARY KEY CONSTRAINT bot_configs_id_is_uuid_v7 CHECK (substr(id::text, 15, 1) = '7'),
  bot_name text NOT NULL CHECK (length(bot_name) BETWEEN 1 AND 128),
  strategy text NOT NULL CHECK (strategy <> ''),
  symbol text NOT NULL CHECK (symbol <> '' AND symbol = upper(symbol)),
  timeframe market.timeframe NOT NULL,
  params jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(params) = 'object'),
  network trading.network NOT NULL,
  sizing_mode trading.sizing_mode NOT NULL,
  sizing_value trading.positive_amount NOT NULL,
  leverage integer NOT NULL DEFAULT 1 CHECK (leverage BETWEEN 1 AND 125),
  cluster_id text,
  warmup_mode trading.warmup_mode NOT NULL DEFAULT 'strict',
  candle_source trading.candle_source NOT NULL DEFAULT 'data-ws',
  overlays jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(overlays) = 'array'),
  image_tag text NOT NULL
    CONSTRAINT bot_configs_image_tag_pattern CHECK (image_tag ~ '^[a-zA-Z0-9][a-zA-Z0-9._-]{0,127}$'),
  auto_deploy boolean NOT NULL DEFAULT false,
  desired_state trading.desired_state NOT NULL DEFAULT 'stopped',
  status trading.bot_status NOT NULL DEFAULT 'stopped',
  quarantined_at timestamptz(3),
  generation bigint NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Orders and runs outlive their bot, so a deleted bot keeps its row.
  deleted_at timestamptz(3),
  CONSTRAINT bot_configs_deleted_only_when_stopped CHECK (deleted_at IS NULL OR desired_state = 'stopped')
);
CREATE UNIQUE INDEX bot_configs_name ON trading.bot_configs (bot_name) WHERE deleted_at IS NULL;
CREATE INDEX bot_configs_page ON trading.bot_configs (created_at, id);
CREATE TRIGGER bot_configs_touch BEFORE UPDATE ON trading.bot_configs
  FOR EACH ROW EXECUTE FUNCTION ops.touch_updated_at();
CREATE TRIGGER bot_configs_generation_grows BEFORE UPDATE OF generation ON trading.bot_configs
  FOR EACH ROW EXECUTE FUNCTION ops.only_grows('generation');

CREATE TABLE trading.bot_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bot_id uuid,
  event_type text NOT NULL CHECK (event_type <> ''),
  emitted_by name NOT NULL DEFAULT current_user,
  trace_id uuid,
  metadata jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX bot_events_page ON trading.bot_events (bot_id, created_at, id);
CREATE INDEX bot_events_type ON trading.bot_events (event_type, created_at);

-- The fence, not the advisory lock, is the safety: a new holder raises it and everything older is refused.
CREATE TABLE trading.bot_leases (
  symbol text NOT NULL,
  strategy text NOT NULL,
  shadow boolean NOT NULL DEFAULT false,
  lease_key bigint NOT NULL UNIQUE,
  fence bigint NOT NULL CHECK (fence > 0),
  bot_id uuid NOT NULL,
  holder_id uuid NOT NULL,
  acquired_at timestamptz(3) NOT NULL DEFAULT now(),
  renewed_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  released_at timestamptz(3),
  PRIMARY KEY (symbol, strategy, shadow),
  CONSTRAINT bot_leases_shadow_key_is_odd CHECK (lease_key >= 0 AND (lease_key % 2 = 1) = shadow)
);

CREATE FUNCTION trading.guard_lease() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.fence < OLD.fence OR (NEW.fence = OLD.fence AND NEW.holder_id <> OLD.holder_id) THEN
    RAISE EXCEPTION 'fence of % % is %: a new holder must raise it and nobody may lower it', OLD.symbol, OLD.strategy, OLD.fence
      USING ERRCODE = 'check_violation', CONSTRAINT = 'bot_leases_fence_grows';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER bot_leases_fence_grows BEFORE UPDATE ON trading.bot_leases
  FOR EACH ROW EXECUTE FUNCTION trading.guard_lease();

CREATE TYPE trading.bot_command_kind AS ENUM ('pause', 'resume', 'stop', 'flatten');

CREATE TABLE trading.bot_commands (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  command_id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  kind trading.bot_command_kind NOT NULL,
  -- all, bot:<uuid>, symbol:<SYMBOL> or cluster:<id>; bot_id repeats the bot of a bot scope for its consumer.
  scope text NOT NULL CHECK (scope ~ '^(all|bot:[0-9a-f-]{36}|symbol:.+|cluster:.+)$'),
  bot_id uuid,
  network trading.network,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  issued_by text NOT NULL,
  trace_id uuid,
  metadata jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT bot_commands_scope_names_the_bot CHECK ((scope LIKE 'bot:%') = (bot_id IS NOT NULL) AND
    (bot_id IS NULL OR scope = 'bot:' || bot_id))
);
CREATE INDEX bot_commands_bot ON trading.bot_commands (bot_id, id);

CREATE TYPE trading.overlay_verdict AS ENUM ('pass', 'veto', 'scale');

CREATE TABLE trading.overlay_decisions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bot_id uuid NOT NULL,
  overlay text NOT NULL,
  symbol text NOT NULL,
  timeframe market.timeframe NOT NULL,
  bar_open_time bigint NOT NULL,
  verdict trading.overlay_verdict NOT NULL,
  scale double precision,
  reason text NOT NULL,
  metadata jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (bot_id, overlay, bar_open_time)
);
CREATE INDEX overlay_decisions_page ON trading.overlay_decisions (created_at, id);

-- The parity ledger: one row per evaluated bar, each digest covering the one before, so that a replay can name the first
-- bar where bot and backtest part. One chain per bot and generation of its configuration; a fork is refused.
CREATE TABLE trading.bar_decisions (
  bot_id uuid NOT NULL,
  generation bigint NOT NULL,
  bar_open_time bigint NOT NULL,
  bar_digest bytea NOT NULL CHECK (length(bar_digest) = 32),
  signal jsonb,
  previous_digest bytea NOT NULL CHECK (length(previous_digest) = 32),
  digest bytea NOT NULL CHECK (length(digest) = 32),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (bot_id, generation, bar_open_time),
  UNIQUE (bot_id, generation, previous_digest)
);

CREATE TYPE trading.parity_result AS ENUM ('match', 'divergence');

CREATE TABLE trading.parity_audits (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bot_id uuid NOT NULL,
  generation bigint NOT NULL,
  from_open_time bigint NOT NULL,
  to_open_time bigint NOT NULL,
  bar_count integer NOT NULL CHECK (bar_count >= 0),
  result trading.parity_result NOT NULL,
  first_divergence jsonb,
  acknowledged_by text,
  acknowledged_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT parity_audits_divergence_is_shown CHECK ((result = 'divergence') = (first_divergence IS NOT NULL))
);
CREATE INDEX parity_audits_page ON trading.parity_audits (bot_id, created_at, id);

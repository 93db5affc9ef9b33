-- How the platform is operated: who did what, what was deployed, who has read how far, what waits to be published.

CREATE TABLE ops.audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  written_by name NOT NULL DEFAULT current_user,
  actor text NOT NULL,
  action text NOT NULL CHECK (action <> ''),
  resource_type text NOT NULL,
  resource_id text NOT NULL,
  before jsonb,
  after jsonb,
  reason text,
  trace_id uuid,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX audit_log_page ON ops.audit_log (created_at, id);
CREATE INDEX audit_log_resource ON ops.audit_log (resource_type, resource_id, created_at, id);

-- Declared in order: everything before `completed` is in flight.
CREATE TYPE ops.deploy_status AS ENUM ('pending', 'shadowing', 'swapping', 'completed', 'aborted', 'failed');

CREATE TABLE ops.deploys (
  id uuid PRIMARY KEY,
  bot_id uuid NOT NULL,
  status ops.deploy_status NOT NULL DEFAULT 'pending',
  from_image_tag text NOT NULL,
  target_image_tag text NOT NULL CHECK (target_image_tag ~ '^[a-zA-Z0-9][a-zA-Z0-9._-]{0,127}$'),
  shadow_matches integer NOT NULL DEFAULT 0,
  shadow_divergences integer NOT NULL DEFAULT 0,
  error text,
  requested_by text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  finished_at timestamptz(3)
);
CREATE INDEX deploys_page ON ops.deploys (bot_id, created_at, id);
CREATE UNIQUE INDEX deploys_one_in_flight ON ops.deploys (bot_id) WHERE status < 'completed';
CREATE TRIGGER deploys_touch BEFORE UPDATE ON ops.deploys
  FOR EACH ROW EXECUTE FUNCTION ops.touch_updated_at();

CREATE TABLE ops.service_deploys (
  id uuid PRIMARY KEY,
  service text NOT NULL,
  status ops.deploy_status NOT NULL DEFAULT 'pending',
  from_image_tag text,
  target_image_tag text NOT NULL CHECK (target_image_tag ~ '^[a-zA-Z0-9][a-zA-Z0-9._-]{0,127}$'),
  error text,
  requested_by text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  finished_at timestamptz(3)
);
CREATE INDEX service_deploys_page ON ops.service_deploys (created_at, id);
CREATE UNIQUE INDEX service_deploys_one_in_flight ON ops.service_deploys (service) WHERE status < 'completed';
CREATE TRIGGER service_deploys_touch BEFORE UPDATE ON ops.service_deploys
  FOR EACH ROW EXECUTE FUNCTION ops.touch_updated_at();

CREATE TABLE ops.consumer_cursors (
  consumer text NOT NULL,
  source text NOT NULL,
  position bigint NOT NULL CHECK (position >= 0),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (consumer, source)
);
CREATE TRIGGER consumer_cursors_touch BEFORE UPDATE ON ops.consumer_cursors
  FOR EACH ROW EXECUTE FUNCTION ops.touch_updated_at();
CREATE TRIGGER consumer_cursors_position_grows BEFORE UPDATE ON ops.consumer_cursors
  FOR EACH ROW EXECUTE FUNCTION ops.only_grows('position');

-- Events written in the transaction that causes them; each producer relays its own rows to the bus.
CREATE TABLE ops.outbox (
  id bigserial PRIMARY KEY,
  event_id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  producer name NOT NULL DEFAULT current_user,
  subject text NOT NULL CHECK (subject <> ''),
  payload jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  published_at timestamptz(3)
);
CREATE INDEX outbox_unpublished ON ops.outbox (producer, id) WHERE published_at IS NULL;

CREATE TYPE ops.source_command_kind AS ENUM ('unquarantine');

CREATE TABLE ops.source_commands (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind ops.source_command_kind NOT NULL,
  source text NOT NULL CHECK (source <> ''),
  reason text,
  issued_by text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

-- A confirm token is any UUID never used before; the primary key is the "never".
CREATE TABLE ops.confirm_tokens (
  token uuid PRIMARY KEY,
  purpose text NOT NULL,
  used_at timestamptz(3) NOT NULL DEFAULT now()
);

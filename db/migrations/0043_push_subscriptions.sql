-- Browsers that are told of critical alerts by web push. Whoever knows an endpoint and its keys can send to that browser, so nobody but the
-- manager may read them.
CREATE TABLE ops.push_subscriptions (
  -- SHA-256 of the endpoint, in hex: a browser knows its own.
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{64}$'),
  endpoint text NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  owner text NOT NULL,
  -- By fingerprint of an alert: since when it fired, and when its browser was told.
  told jsonb NOT NULL DEFAULT '{}',
  -- Refusals in a row, when it is tried again, and what the push server said last.
  failures integer NOT NULL DEFAULT 0,
  retry_at timestamptz(3),
  failure text,
  taken_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

GRANT SELECT, INSERT, UPDATE, DELETE ON ops.push_subscriptions TO platform_manager;

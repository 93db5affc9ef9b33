-- Small tools that later files attach to tables.

-- Money and quantities are exact and finite: numeric alone would admit NaN and Infinity.
CREATE DOMAIN trading.amount AS numeric CHECK (VALUE > '-Infinity' AND VALUE < 'Infinity');
CREATE DOMAIN trading.positive_amount AS numeric CHECK (VALUE > 0 AND VALUE < 'Infinity');

CREATE FUNCTION ops.touch_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := now();
  RETURN NEW;
END
$$;

-- only_grows('column'): refuses an update that lowers the column.
CREATE FUNCTION ops.only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  held numeric := to_jsonb(OLD) ->> TG_ARGV[0];
  offered numeric := to_jsonb(NEW) ->> TG_ARGV[0];
BEGIN
  IF offered < held THEN
    RAISE EXCEPTION '%.% may only grow: it is % and cannot become %', TG_TABLE_NAME, TG_ARGV[0], held, offered
      USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END
$$;

-- A full notification queue fails the COMMIT of whoever notifies. Every listener polls as well, so a notification is
-- dropped rather than allowed to endanger the write that causes it: the halt latch above all.
CREATE FUNCTION ops.notify(channel text, payload jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF pg_notification_queue_usage() < 0.5 AND octet_length(payload::text) < 8000 THEN
    PERFORM pg_notify(channel, payload::text);
  END IF;
END
$$;

-- notify_row('channel', 'column', ...): notifies the named columns of the written row as one JSON object.
CREATE FUNCTION ops.notify_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  written jsonb := to_jsonb(NEW);
BEGIN
  PERFORM ops.notify(TG_ARGV[0], (SELECT jsonb_object_agg(name, written -> name) FROM unnest(TG_ARGV[1:]) AS name));
  RETURN NULL;
END
$$;

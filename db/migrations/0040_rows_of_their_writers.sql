-- Cursors, outbox rows, bot events and audit rows belong to the role that writes them. A grant covers a whole table; these policies
-- cover its rows: nobody moves another service's cursor, marks its messages as published or speaks in its name. What a role may read
-- is left to its grants. src/row-owners.ts names these policies, and every service checks them before it starts.

-- The name that a role's cursors carry: platform_data_writer is data, platform_bot is bot.
CREATE FUNCTION ops.own_consumer(consumer text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT consumer = service OR consumer LIKE service || '-%'
  FROM (SELECT replace(replace(current_user, 'platform_', ''), '_writer', '') AS service) AS own
$$;

ALTER TABLE ops.consumer_cursors ENABLE ROW LEVEL SECURITY;
CREATE POLICY readable ON ops.consumer_cursors FOR SELECT USING (true);
CREATE POLICY own_insert ON ops.consumer_cursors FOR INSERT WITH CHECK (ops.own_consumer(consumer));
CREATE POLICY own_update ON ops.consumer_cursors FOR UPDATE
  USING (ops.own_consumer(consumer)) WITH CHECK (ops.own_consumer(consumer));

-- A consumer whose cursor lies beyond what there is to read would never read again, and nobody would notice.
CREATE FUNCTION ops.guard_cursor() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  newest bigint;
BEGIN
  CASE NEW.source
    WHEN 'trading.bot_commands' THEN SELECT max(id) INTO newest FROM trading.bot_commands;
    WHEN 'ops.source_commands' THEN SELECT max(id) INTO newest FROM ops.source_commands;
    WHEN 'ops.outbox' THEN SELECT max(id) INTO newest FROM ops.outbox;
    ELSE
      RAISE EXCEPTION 'there is nothing called % to read', NEW.source
        USING ERRCODE = 'check_violation', CONSTRAINT = 'consumer_cursors_source_exists';
  END CASE;
  IF NEW.position > coalesce(newest, 0) AND (TG_OP = 'INSERT' OR NEW.position > OLD.position) THEN
    RAISE EXCEPTION 'the cursor of % cannot be %: the newest row of % is %', NEW.consumer, NEW.position, NEW.source, newest
      USING ERRCODE = 'check_violation', CONSTRAINT = 'consumer_cursors_within_source';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER consumer_cursors_within_source BEFORE INSERT OR UPDATE ON ops.consumer_cursors
  FOR EACH ROW EXECUTE FUNCTION ops.guard_cursor();

-- The console reads the outbox itself, so a subject is as much a claim as the producer is.
CREATE FUNCTION ops.own_message(producer name, subject text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT producer = current_user AND CASE current_user
    WHEN 'platform_risk' THEN subject LIKE 'risk.%'
    WHEN 'platform_executor' THEN subject LIKE 'trading.%'
    ELSE false
  END
$$;

ALTER TABLE ops.outbox ENABLE ROW LEVEL SECURITY;
CREATE POLICY readable ON ops.outbox FOR SELECT USING (true);
CREATE POLICY own_insert ON ops.outbox FOR INSERT WITH CHECK (ops.own_message(producer, subject));
CREATE POLICY own_update ON ops.outbox FOR UPDATE
  USING (producer = current_user) WITH CHECK (producer = current_user);

ALTER TABLE trading.bot_events ENABLE ROW LEVEL SECURITY;
CREATE POLICY readable ON trading.bot_events FOR SELECT USING (true);
CREATE POLICY own_insert ON trading.bot_events FOR INSERT WITH CHECK (emitted_by = current_user);

ALTER TABLE ops.audit_log ENABLE ROW LEVEL SECURITY;
CREATE POLICY readable ON ops.audit_log FOR SELECT USING (true);
CREATE POLICY own_insert ON ops.audit_log FOR INSERT WITH CHECK (written_by = current_user);

GRANT EXECUTE ON FUNCTION ops.own_consumer(text) TO platform_bot, platform_manager, platform_data_writer;
GRANT EXECUTE ON FUNCTION ops.own_message(name, text) TO platform_risk, platform_executor;
REVOKE ALL ON FUNCTION ops.own_consumer(text), ops.own_message(name, text), ops.guard_cursor() FROM PUBLIC;

-- Rights that nobody uses: risk keeps no cursor, and manager and data publish nothing through the outbox.
REVOKE INSERT, UPDATE ON ops.consumer_cursors FROM platform_risk;
REVOKE INSERT, UPDATE ON ops.outbox FROM platform_manager, platform_data_writer;
REVOKE USAGE ON SEQUENCE ops.outbox_id_seq FROM platform_manager, platform_data_writer;

-- The parity audit and the replay of a deploy begin at the first row of the chain that a bot stands on, however old it is: decisions of a
-- bot's newest generation stay. Those of a generation before it leave by age, and so do all of a bot that is deleted or has no state.
-- What a bot is follows from the newest event of each kind, such as its start and its warm-up, which for a bot that runs on may be years
-- ago: those stay too, and likewise the newest of each kind of a network.
CREATE INDEX bot_events_newest ON trading.bot_events (bot_id, event_type, created_at, id);

CREATE OR REPLACE FUNCTION ops.prune(from_table text, age interval, at_most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET TimeZone = 'UTC' AS $$
DECLARE
  removed integer;
  before timestamptz := now() - greatest(age, CASE from_table
    WHEN 'ops.outbox' THEN interval '7 days'
    WHEN 'trading.bot_events' THEN interval '90 days'
    WHEN 'trading.overlay_decisions' THEN interval '90 days'
    WHEN 'trading.bar_decisions' THEN interval '90 days' END);
BEGIN
  CASE from_table
    WHEN 'ops.outbox' THEN
      DELETE FROM ops.outbox WHERE id IN (
        SELECT id FROM ops.outbox WHERE created_at < before AND published_at IS NOT NULL
          AND id < (SELECT max(id) FROM ops.outbox) ORDER BY id LIMIT at_most);
    WHEN 'trading.bot_events' THEN
      DELETE FROM trading.bot_events WHERE id IN (
        SELECT event.id FROM trading.bot_events event
        WHERE event.created_at < before AND (
          EXISTS (SELECT FROM trading.bot_events later WHERE later.bot_id = event.bot_id AND later.event_type = event.event_type
            AND (later.created_at, later.id) > (event.created_at, event.id))
          OR event.bot_id IS NULL AND EXISTS (
            SELECT FROM trading.bot_events later WHERE later.bot_id IS NULL AND later.event_type = event.event_type
              AND (later.created_at, later.id) > (event.created_at, event.id)
              AND later.metadata ->> 'network' IS NOT DISTINCT FROM event.metadata ->> 'network'))
        ORDER BY event.id LIMIT at_most);
    WHEN 'trading.overlay_decisions' THEN
      DELETE FROM trading.overlay_decisions WHERE id IN (
        SELECT id FROM trading.overlay_decisions WHERE created_at < before ORDER BY created_at, id LIMIT at_most);
    WHEN 'trading.bar_decisions' THEN
      DELETE FROM trading.bar_decisions WHERE ctid IN (
        SELECT decision.ctid FROM trading.bar_decisions decision
        WHERE decision.created_at < before AND NOT EXISTS (
          SELECT FROM (SELECT bot_id, max(generation) AS generation FROM trading.bot_states GROUP BY bot_id) newest
          WHERE newest.bot_id = decision.bot_id AND newest.generation <= decision.generation
            AND NOT EXISTS (SELECT FROM trading.bot_configs WHERE id = newest.bot_id AND deleted_at IS NOT NULL))
        ORDER BY decision.created_at LIMIT at_most);
    ELSE
      RAISE EXCEPTION 'rows of % are kept', from_table USING ERRCODE = 'invalid_parameter_value';
  END CASE;
  GET DIAGNOSTICS removed = ROW_COUNT;
  RETURN removed;
END
$$;

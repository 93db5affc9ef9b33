/**
 * Keeps every committed change of what the checkers judge, beside the tables and out of the executor's sight.
 */
export const KEEP_CHANGES = `
CREATE SCHEMA safety;
CREATE TABLE safety.changes (seq bigint GENERATED ALWAYS AS IDENTITY, what text NOT NULL, row jsonb NOT NULL, is_new boolean NOT NULL);

CREATE FUNCTION safety.keep() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO safety.changes (what, row, is_new) VALUES (TG_ARGV[0], to_jsonb(NEW), TG_OP = 'INSERT');
  RETURN NULL;
END
$$;

CREATE TRIGGER safety_keep AFTER INSERT OR UPDATE ON trading.orders
  FOR EACH ROW EXECUTE FUNCTION safety.keep('order');
CREATE TRIGGER safety_keep AFTER INSERT OR UPDATE OF fence ON trading.bot_leases
  FOR EACH ROW EXECUTE FUNCTION safety.keep('lease');
CREATE TRIGGER safety_keep AFTER UPDATE OF halted ON risk.risk_state
  FOR EACH ROW EXECUTE FUNCTION safety.keep('latch');
CREATE TRIGGER safety_keep AFTER UPDATE OF outcome ON trading.order_intents
  FOR EACH ROW EXECUTE FUNCTION safety.keep('outcome');
`;

/**
 * A function of the database with something else in the one place that reads so, for bugs that live there or
 * that it would hide.
 */
export function functionWith(name: string, find: string, replace: string): string {
  return `DO $do$ BEGIN
    IF cardinality(string_to_array(pg_get_functiondef('${name}'::regproc), $c$${find}$c$)) <> 2 THEN
      RAISE EXCEPTION '% has not one such place: %', '${name}', $c$${find}$c$;
    END IF;
    EXECUTE replace(pg_get_functiondef('${name}'::regproc), $c$${find}$c$, $c$${replace}$c$);
  END $do$`;
}

/** Keeps every committed change of what the checkers judge, beside the tables and out of the executor's sight. */
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

/** The guard of entries without one of its conditions, for bugs that it would hide. */
export function guardWithout(condition: string): string {
  return `DO $do$ BEGIN
    IF position($c$${condition}$c$ IN pg_get_functiondef('trading.guard_entry'::regproc)) = 0 THEN
      RAISE EXCEPTION 'the guard has no such condition';
    END IF;
    EXECUTE replace(pg_get_functiondef('trading.guard_entry'::regproc), $c$${condition}$c$, 'false');
  END $do$`;
}

-- Which flatten commands were carried out. The executor looks for those that are not here instead of reading behind a number: a
-- number that is too high would silence every later flatten, a row can be missing for one command only.
CREATE TABLE trading.commands_done (
  id bigint PRIMARY KEY REFERENCES trading.bot_commands,
  done_by name NOT NULL DEFAULT current_user,
  done_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX bot_commands_flattens ON trading.bot_commands (id) WHERE kind = 'flatten';

-- What lay behind the cursor was done. A cursor beyond the newest command was not left by an executor: whether the commands before it
-- were carried out is for an operator to find out, and nothing may be assumed.
DO $$
DECLARE
  cursor_at bigint := (SELECT position FROM ops.consumer_cursors
    WHERE consumer = 'executor' AND source = 'trading.bot_commands');
  newest bigint := (SELECT coalesce(max(id), 0) FROM trading.bot_commands);
BEGIN
  IF cursor_at > newest THEN
    RAISE EXCEPTION 'the executor''s cursor (%) lies beyond the newest command (%): somebody else moved it. Compare positions with '
      'the exchange, delete its row from ops.consumer_cursors, insert it again with the id of the last flatten that was carried '
      'out, and migrate again', cursor_at, newest;
  END IF;
  INSERT INTO trading.commands_done (id)
    SELECT id FROM trading.bot_commands WHERE kind = 'flatten' AND id <= cursor_at;
  DELETE FROM ops.consumer_cursors WHERE consumer = 'executor';
END
$$;

ALTER TABLE trading.commands_done ENABLE ROW LEVEL SECURITY;
CREATE POLICY readable ON trading.commands_done FOR SELECT USING (true);
CREATE POLICY own_insert ON trading.commands_done FOR INSERT WITH CHECK (done_by = current_user);

GRANT SELECT ON trading.commands_done TO platform_executor, platform_risk, platform_manager, platform_lab_reader;
GRANT INSERT ON trading.commands_done TO platform_executor;
REVOKE INSERT, UPDATE ON ops.consumer_cursors FROM platform_executor;

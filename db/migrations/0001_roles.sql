-- Schemas and the six roles. Roles belong to the whole server and may already exist: another database of the same
-- server, or an administrator, may have created them. They carry no password here; the installation sets it.

CREATE SCHEMA market;
CREATE SCHEMA trading;
CREATE SCHEMA risk;
CREATE SCHEMA IF NOT EXISTS ops;

DO $$
DECLARE
  wanted record;
  setting text;
BEGIN
  FOR wanted IN
    SELECT * FROM (VALUES
      -- A stopped process must not sit on the locks that a halt or a successor needs: short idle limits for those who trade.
      ('platform_bot',         'trading, risk, market, ops', '10s',  '5s'),
      ('platform_executor',    'trading, risk, market, ops', '10s',  '5s'),
      ('platform_risk',        'risk, trading, market, ops', '10s',  '5s'),
      ('platform_manager',     'trading, risk, market, ops', '60s',  '30s'),
      ('platform_data_writer', 'market, trading, risk, ops', '120s', '60s'),
      ('platform_lab_reader',  'market, trading, risk, ops', '600s', '600s')
    ) AS roles (name, path, statement_limit, idle_limit)
  LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted.name) THEN
      BEGIN
        EXECUTE format(
          'CREATE ROLE %I LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOINHERIT NOREPLICATION NOBYPASSRLS', wanted.name);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN
        NULL; -- a migration of another database on this server won the race
      END;
    END IF;
    -- The search path lets SQL say `runs` where the specification says `runs`.
    FOREACH setting IN ARRAY ARRAY[
      'search_path=' || wanted.path,
      'statement_timeout=' || wanted.statement_limit,
      'idle_in_transaction_session_timeout=' || wanted.idle_limit,
      'TimeZone=UTC'
    ] LOOP
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted.name AND setting = ANY (rolconfig)) THEN
        EXECUTE format('ALTER ROLE %I SET %s = %s', wanted.name, split_part(setting, '=', 1),
          CASE split_part(setting, '=', 1)
            WHEN 'search_path' THEN wanted.path
            ELSE quote_literal(split_part(setting, '=', 2)) END);
      END IF;
    END LOOP;
  END LOOP;

  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
END
$$;

REVOKE ALL ON SCHEMA public FROM PUBLIC;
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

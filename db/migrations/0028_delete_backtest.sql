-- A finished backtest may be deleted with its rows; what was traded live never. The manager holds no DELETE on these tables: this
-- function is the only way, and it looks at the kind and the status itself. Nobody writes rows of a finished run, so none is left.
CREATE FUNCTION trading.delete_backtest(unwanted uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM trading.runs WHERE id = unwanted AND kind = 'backtest' AND status IN ('completed', 'failed') FOR UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  DELETE FROM trading.trades WHERE run_id = unwanted;
  DELETE FROM trading.roundtrips WHERE run_id = unwanted;
  DELETE FROM trading.equity_points WHERE run_id = unwanted;
  DELETE FROM trading.performance_snapshots WHERE run_id = unwanted;
  DELETE FROM trading.runs WHERE id = unwanted;
  RETURN true;
END
$$;

REVOKE ALL ON FUNCTION trading.delete_backtest(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION trading.delete_backtest(uuid) TO platform_manager;

-- The highest value a breaker saw on a day (UTC), so that whoever looks later still sees how close it came.

ALTER TABLE risk.breaker_state
  ADD COLUMN highest_value double precision,
  ADD COLUMN highest_on date;

-- A value that did not move since midnight is not written again: it is the highest of today as it stands.
CREATE FUNCTION risk.highest_today(state risk.breaker_state) RETURNS double precision LANGUAGE sql STABLE
  RETURN greatest(state.value, CASE WHEN state.highest_on = (now() AT TIME ZONE 'UTC')::date THEN state.highest_value END);
GRANT EXECUTE ON FUNCTION risk.highest_today(risk.breaker_state) TO platform_risk, platform_manager;

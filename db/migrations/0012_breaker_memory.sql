-- What a breaker has to remember beyond its verdict. status and outcome stay as they tripped until an operator resumes;
-- condition is what the values alone say now, with hysteresis, and memory whatever else the rule needs after a restart.

ALTER TABLE risk.breaker_state
  ADD COLUMN condition risk.breaker_outcome NOT NULL DEFAULT 'None',
  ADD COLUMN memory jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(memory) = 'object');

ALTER TYPE risk.audit_action ADD VALUE 'set_calendar';

-- The evaluator asks for the drills of the last minutes at every tick.
CREATE INDEX risk_events_drill ON risk.risk_events (created_at) WHERE event = 'drill_started';

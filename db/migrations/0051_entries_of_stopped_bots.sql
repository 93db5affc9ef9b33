-- As before; and what opens is refused too while the bot is to be stopped or is quarantined: a process whose record was lost is not asked
-- to end, and keeps its lease for as long as it lives. Closing goes on.
CREATE OR REPLACE FUNCTION trading.is_paused(bot uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM risk.bot_pauses WHERE bot_id = bot)
    OR EXISTS (SELECT FROM trading.bot_configs WHERE id = bot AND (desired_state <> 'running' OR quarantined_at IS NOT NULL))
$$;

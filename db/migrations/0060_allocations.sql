-- What a bot trades with: an amount of USD, or a share of the wallet of its network. It is the initial equity of the bot's live run,
-- what it sizes from, and what its drawdown is measured against.
CREATE TYPE trading.allocation_mode AS ENUM ('usd', 'share');

ALTER TABLE trading.bot_configs
  ADD COLUMN allocation_mode trading.allocation_mode NOT NULL DEFAULT 'usd',
  ADD COLUMN allocation_value trading.positive_amount NOT NULL DEFAULT 10000,
  ADD CONSTRAINT bot_configs_share_of_a_whole CHECK (allocation_mode = 'usd' OR allocation_value <= 1);

-- NULL when it is not known: no such bot, or a share of a wallet that could not be read. It runs as its owner because a bot may know its
-- own allocation and not the account behind it.
CREATE FUNCTION trading.allocation_usd(bot uuid) RETURNS numeric
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE config.allocation_mode WHEN 'usd' THEN config.allocation_value ELSE
    (SELECT config.allocation_value * account.wallet_usd FROM trading.accounts account
      WHERE account.network = config.network AND account.wallet_usd > 0) END
  FROM trading.bot_configs config WHERE config.id = bot
$$;

-- A live run remembers which allocation it was opened with, so that another one ends it, and what its bot had booked on the symbol before,
-- so that equity within the run begins at the allocation. NULL on backtests and for bots without a configuration.
ALTER TABLE trading.runs
  ADD COLUMN allocation_mode trading.allocation_mode,
  ADD COLUMN allocation_value trading.positive_amount,
  ADD COLUMN booked_before_usd trading.amount;

CREATE FUNCTION trading.begin_live_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT allocation_mode, allocation_value INTO NEW.allocation_mode, NEW.allocation_value
    FROM trading.bot_configs WHERE id = NEW.bot_id;
  -- A bot's first run may be opened after its first fill; every later one begins where the one before ended, flat.
  NEW.booked_before_usd := 0;
  IF EXISTS (SELECT FROM trading.runs WHERE bot_id = NEW.bot_id AND kind = 'live') THEN
    NEW.booked_before_usd := coalesce((SELECT realized_pnl - fees + funding FROM trading.positions
      WHERE network = NEW.network AND symbol = NEW.symbol AND bot_id = NEW.bot_id), 0);
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER runs_begin_live BEFORE INSERT ON trading.runs
  FOR EACH ROW WHEN (NEW.kind = 'live') EXECUTE FUNCTION trading.begin_live_run();

-- Runs that are under way were opened with 10,000 USD, which is the allocation that their bots have got now.
UPDATE trading.runs run SET allocation_mode = 'usd', allocation_value = run.initial_equity, booked_before_usd = 0
  WHERE kind = 'live' AND status = 'running' AND EXISTS (SELECT FROM trading.bot_configs WHERE id = run.bot_id);

REVOKE ALL ON FUNCTION trading.allocation_usd(uuid), trading.begin_live_run() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION trading.allocation_usd(uuid)
  TO platform_executor, platform_manager, platform_risk, platform_bot, platform_lab_reader;

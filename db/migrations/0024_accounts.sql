-- What the executor last saw of each network's account: how it is set up, its money, and what keeps it from trading.
-- The manager and the risk service judge allocations and drawdown by it; figures that could not be read are NULL, never 0.
CREATE TABLE trading.accounts (
  network trading.network PRIMARY KEY,
  position_mode text NOT NULL CHECK (position_mode IN ('hedge', 'one_way')),
  -- All margin assets together, in USD: cash, and what open positions have gained or lost.
  wallet_usd trading.amount,
  unrealised_pnl_usd trading.amount,
  margin_used_usd trading.amount,
  available_usd trading.amount,
  -- In plain words; NULL when the account is fit to trade.
  problem text CHECK (problem <> ''),
  read_at timestamptz(3) NOT NULL DEFAULT now()
);

GRANT SELECT, INSERT, UPDATE ON trading.accounts TO platform_executor;
GRANT SELECT ON trading.accounts TO platform_manager, platform_risk, platform_lab_reader;

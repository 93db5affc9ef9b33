-- Deposits and withdrawals, as the exchange books them: a wallet that moved by one of these has neither gained nor lost.
CREATE TABLE trading.transfers (
  network trading.network NOT NULL,
  transaction_id text NOT NULL,
  -- Negative when money left the account.
  amount trading.amount NOT NULL,
  asset text NOT NULL,
  transfer_time bigint NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (network, transaction_id)
);

GRANT SELECT, INSERT ON trading.transfers TO platform_executor;
GRANT SELECT ON trading.transfers TO platform_manager, platform_risk, platform_lab_reader;

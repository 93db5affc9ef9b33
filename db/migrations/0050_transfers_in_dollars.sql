-- What a transfer was worth when it was booked. Empty until the price of its asset could be read.
ALTER TABLE trading.transfers ADD COLUMN amount_usd trading.amount;
GRANT UPDATE (amount_usd) ON trading.transfers TO platform_executor;
CREATE INDEX transfers_unpriced ON trading.transfers (network, asset) WHERE amount_usd IS NULL;

-- In hedge mode a symbol has a long and a short position at once. A bot's holding is on the side of its sign; what no bot answers for
-- may lie on both sides, so such a row names its side. A fill says which position it changed.

ALTER TABLE trading.positions ADD COLUMN unowned_side trading.position_side;
UPDATE trading.positions SET unowned_side = CASE WHEN qty < 0 THEN 'short' ELSE 'long' END::trading.position_side WHERE bot_id IS NULL;
ALTER TABLE trading.positions DROP CONSTRAINT positions_one_per_bot;
ALTER TABLE trading.positions ADD CONSTRAINT positions_one_per_bot
  UNIQUE NULLS NOT DISTINCT (network, symbol, bot_id, unowned_side);
COMMENT ON COLUMN trading.positions.unowned_side IS 'Only where bot_id is NULL';

-- Fees and funding may be taken in another asset than dollars: what they were worth when booked. NULL when no price could be read.
ALTER TABLE trading.fills ADD COLUMN position_side trading.position_side, ADD COLUMN fee_usd trading.amount;
UPDATE trading.fills SET fee_usd = fee WHERE fee_asset IS NULL OR fee_asset = 'USDT';
ALTER TABLE trading.funding_payments ADD COLUMN amount_usd trading.amount;
UPDATE trading.funding_payments SET amount_usd = amount WHERE asset = 'USDT';

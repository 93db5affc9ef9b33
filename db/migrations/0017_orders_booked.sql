-- How much of an order's fills is booked as trades. What it reports beyond that is exposure already, and is looked for at every turn
-- of a symbol: it must be found without adding up the fills of every order there ever was.

ALTER TABLE trading.orders ADD COLUMN booked_qty trading.amount NOT NULL DEFAULT 0;
UPDATE trading.orders SET booked_qty = booked.qty
  FROM (SELECT order_id, sum(qty) AS qty FROM trading.fills GROUP BY order_id) booked WHERE orders.order_id = booked.order_id;
CREATE INDEX orders_unbooked ON trading.orders (network, symbol) WHERE filled_qty > booked_qty;
-- The entry that a holding came from.
CREATE INDEX orders_filled_entries ON trading.orders (bot_id, symbol, created_at) WHERE leg = 'entry' AND filled_qty > 0;

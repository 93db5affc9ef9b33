-- What changed lately, however old it is, is looked for every few seconds: a stop that fills days after its decision is part of its trace.
CREATE INDEX order_intents_decided ON trading.order_intents (outcome_at);
CREATE INDEX orders_changed ON trading.orders (updated_at);

-- A page of one bot is found without reading the decisions of all others.
CREATE INDEX overlay_decisions_bot ON trading.overlay_decisions (bot_id, created_at, id);

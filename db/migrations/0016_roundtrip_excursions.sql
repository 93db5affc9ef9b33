-- How far the price went against and for a position, in percent of its entry price; unknown for roundtrips of live trading.
ALTER TABLE trading.roundtrips ADD COLUMN mae_pct double precision CHECK (mae_pct <= 0);
ALTER TABLE trading.roundtrips ADD COLUMN mfe_pct double precision CHECK (mfe_pct >= 0);

-- A fee that was paid in an asset whose price could not be read when its trade was booked is converted as soon as one can be.
GRANT UPDATE (fee_usd) ON trading.fills TO platform_executor;
CREATE INDEX fills_unpriced ON trading.fills (network, fee_asset) WHERE fee_usd IS NULL AND fee <> 0;

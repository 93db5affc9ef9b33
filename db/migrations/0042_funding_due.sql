-- What the open positions of an account pay at their next settlements, at the rates of now: below zero is received, NULL is not known.
ALTER TABLE trading.accounts
  ADD COLUMN funding_due_usd trading.amount,
  ADD COLUMN funding_due_at timestamptz(3);

"""The reference's side of the parity suite: markets, cases, and one JSON line for each of them."""

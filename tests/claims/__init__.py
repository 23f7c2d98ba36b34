"""The ledger's exact claims, one file per puzzle; each test carries the claim's id in its name."""

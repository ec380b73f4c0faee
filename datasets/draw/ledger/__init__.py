"""The ledger below the map: coins and numbers, as written, photographed and cut."""

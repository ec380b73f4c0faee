"""A folder of photos in, a ledger, maps and standings out: `surveyor batch`."""

"""Parts of the service that routes and pages share: dependencies, problems, idempotency, housekeeping."""

"""Storage: tables in SQLite or PostgreSQL, photos in a folder or a bucket."""

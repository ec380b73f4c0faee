"""The queue of pages to be read: which server reads which, how readings are stored and replaced."""

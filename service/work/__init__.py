"""Reading in worker processes or on a cluster; a task survives the death of its worker."""

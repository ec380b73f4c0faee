"""Reading in processes of our own or on a cluster: no task lost when one of them dies, none done twice."""

"""What comes from others: the locks, their licences, and the bill of materials made of them."""

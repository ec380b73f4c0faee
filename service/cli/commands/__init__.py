"""What the commands of `surveyor` do, a module for each family of them."""

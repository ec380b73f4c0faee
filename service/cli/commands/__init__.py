"""The commands of `surveyor`, a module for each family of them."""

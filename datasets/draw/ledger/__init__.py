"""What stands below the map: coins and numbers, as written, photographed and cut."""

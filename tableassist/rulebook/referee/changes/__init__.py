"""What happens to pieces and cargo, whatever the act: hits, sinking, coins carried, ships docked."""

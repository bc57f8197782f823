"""The bus of a league: mosquitto started by the hub with a configuration of its own, or somebody else's broker."""

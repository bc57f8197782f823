"""The state of a game, as one frozen value. Structs, because a fold makes several of them for every act."""

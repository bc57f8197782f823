"""The benchmark: `make bench`. Speed against peers, accuracy against the studio's truth, honesty by coverage."""

"""The controls of explorers and lessons."""

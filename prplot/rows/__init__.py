"""Read and check scores, labels and weights as given, and return them as arrays."""

"""The parts of a figure, each drawn by one function."""

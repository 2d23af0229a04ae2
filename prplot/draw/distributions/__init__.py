"""How scores and soft labels are distributed."""

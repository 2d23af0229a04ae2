"""Curves and level sets as polylines."""

"""Other roads to a path: fitted estimators, CSV files."""

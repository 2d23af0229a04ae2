"""Lines that trace themselves when drawn."""

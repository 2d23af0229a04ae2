"""What an explorer shows, as plain values."""

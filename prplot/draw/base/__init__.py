"""What every drawing stands on: axes, scales, shapes, results and saving."""

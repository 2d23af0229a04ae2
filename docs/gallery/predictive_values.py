"""Predictive values against the prevalence.

The figure shows two published tests, each at one threshold. The meaning of a positive result
depends on the prevalence. If one person in a hundred is ill, most positive results of the first
test are false alarms.
"""

import prplot

tests = {
    "Rapid test": prplot.Confusion(tp=90, fp=8, fn=10, tn=92),
    "Laboratory": prplot.Confusion(tp=85, fp=1, fn=15, tn=99),
}
drawn = prplot.draw.measures(tests, ["precision", "npv"], against="prevalence")
drawn.ax.set(xscale="log", xlim=(1e-3, 1))
figure = drawn.figure

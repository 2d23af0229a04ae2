"""Five tools, five areas of the same scores.

Five tools print five numbers as the area under the Precision-Recall curve of the same twelve rows.
The tools differ in the line between thresholds, in the line before the first threshold and in the
treatment of tied scores. A classifier that mixes two thresholds can follow only the first line.
"""

import matplotlib.pyplot as plt

import prplot

y_true = [0, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0]
y_score = [0.9, 0.6, 0.6, 0.6, 0.6, 0.5, 0.4, 0.2, 0.2, 0.2, 0.1, 0.1]
path = prplot.from_labels(y_true, y_score)
in_order = path.ties("given")
lines = {
    "PRROC, XGBoost": path.pr(),
    "scikit-learn\naverage_precision_score": path.pr("step"),
    "scikit-learn, yardstick\nauc(recall, precision)": path.pr("linear", left="one"),
    "trec_eval\nmap": in_order.pr("step"),
    "Pascal VOC\nall-point AP": in_order.pr("max-interpolated"),
}
figure, axes = plt.subplots(1, 5, figsize=(11, 2.9), sharey=True, layout="constrained")
for ax, (tools, curve) in zip(axes, lines.items(), strict=True):
    line = curve.trace()
    ax.fill_between(line.x, line.y, color="#0072B2", alpha=0.2, linewidth=0)
    ax.plot(line.x, line.y, color="#0072B2")
    ax.text(0.5, 0.12, f"{curve.area():.3f}", ha="center", fontsize=18)
    ax.set_title(tools, fontsize=9)
    ax.set(xlabel="Recall", xlim=(-0.03, 1.03), ylim=(0, 1.03), xticks=[0, 0.5, 1])
axes[0].set_ylabel("Precision")

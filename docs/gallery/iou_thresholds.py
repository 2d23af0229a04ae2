"""Object detection: several IoU thresholds.

The panels judge the same detections by a stricter and stricter overlap (IoU). A stricter overlap
gives fewer hits and a curve that ends earlier. COCO's mAP is the mean of such areas over the
thresholds 0.5 to 0.95 and over categories.
"""

import numpy as np

import prplot

rng = np.random.default_rng(3)
overlap = rng.beta(4, 2, 90)  # of each detection with an object, of which there are 100
score = overlap + rng.normal(0, 0.25, 90)
paths = {
    f"IoU {iou:.2f}": prplot.from_labels(overlap >= iou, score, positives=100, name="Detector")
    for iou in np.arange(0.5, 1, 0.05)
}
figure = prplot.draw.multiples(paths, columns=5).figure

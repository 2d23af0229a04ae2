// The page of a figure: Python has said where everything is, and how it moves with the prevalence.

class FigurePage {
  constructor(root) {
    Object.assign(this, JSON.parse(root.dataset.facts));
    const [heading, svg] = ["h1", "svg"].map((part) => root.querySelector(part));
    // In a frame of the same origin it takes the room that it needs.
    const fit = () => (window.frameElement.style.height = `${root.offsetHeight + 16}px`);
    if (window.frameElement) new ResizeObserver(fit).observe(root);
    this.title = heading.textContent;
    heading.remove();
    this.face = new Face(root, (asked) => this.take(asked));
    this.face.source = "#prplot-picture";
    this.unit = svg.viewBox.baseVal.width / this.facts.size[0];
    [this.point, this.stop, this.hidden] = [this.begin, this.prevalence?.own, new Set()];
    this.every = this.facts.curves.map((_, k) => k);
    matchMedia("print").addEventListener("change", (media) => this.redraw(media.matches));
    this.show();
  }

  // What a reader has done.
  take({ set, point, hide }) {
    this.notes = [];
    if (point) this.point = point;
    const boxes = this.facts.entries.filter(({ curve }) => curve === hide).map(({ box }) => `${box}`);
    const change = this.hidden.has(hide) ? "delete" : "add";
    for (const { curve, box } of this.facts.entries) if (boxes.includes(`${box}`)) this.hidden[change](curve);
    for (const [name, value] of Object.entries(set ?? {})) {
      if (name === "curves") this.hidden = new Set(this.every.filter((k) => !value.includes(k)));
      else if (name === "prevalence") this.stop = this.prevalence.stops.indexOf(value);
      else this.point = { ...this.point, row: typeof value === "number" ? value : this.typed(name, value) };
    }
    const next = this.every.find((k) => !this.hidden.has(k));
    const { tp, positives } = this.facts.curves[this.point.curve];
    if (this.hidden.has(this.point.curve) && next !== undefined) {
      this.point = { curve: next, row: rowOfRecall(this.facts.curves[next], tp[this.point.row] / positives) };
    }
    this.show();
  }

  // The row of a number that somebody has typed: of a threshold the last whose score is predicted positive by it.
  typed(name, text) {
    const [value, { curve, row }] = [text ? Number(text) : NaN, this.point];
    const [lower, cut] = [this.facts.curves[curve].lower_is_positive, Number(value.toPrecision(8))];
    const positive = (score) => (lower ? score <= cut : score >= cut);
    if (name === "threshold" && !Number.isNaN(value)) return this.scores[curve].findLastIndex(positive);
    if (name === "recall" && value >= 0 && value <= 1) return rowOfRecall(this.facts.curves[curve], value);
    const rule = name === "recall" ? "must lie in [0, 1]" : "must be a number";
    this.notes = [`${name} ${rule}; got ${text || "nothing"}. Type one, or use the slider.`];
    return row;
  }

  controls(curves, shown) {
    const curve = curves[this.point.curve];
    const rows = [...curve.tp.keys()], given = { kind: "number", typed: true, value: this.point.row };
    const slider = (title, stops, word) => ({ ...given, name: title.toLowerCase(), title, stops, words: stops.map(word) });
    const rising = curve.lower_is_positive ? rows : rows.toReversed();
    const made = [slider("Threshold", rising, (row) => curve.threshold[row])];
    made.push(slider("Recall", rows, (row) => rate(curve.tp[row] / curve.positives)));
    if (this.prevalence) made.push({ ...this.prevalence, value: this.prevalence.stops[this.stop] });
    const options = curves.map(({ name, color }, k) => [k, name || `curve ${k + 1}`, color]);
    if (options[1]) made.push({ name: "curves", title: "Curves", kind: "several", options, value: shown });
    return made;
  }

  show() {
    const { curves, told, panels } = this.facts;
    const { stops, own, said } = this.prevalence ?? {};
    const shown = this.every.filter((k) => !this.hidden.has(k));
    this.odds = stops && this.stop !== own ? stops[this.stop] / (1 - stops[this.stop]) : null;
    this.redraw();
    this.face.hidden = this.hidden;
    this.face.times = ({ positives, negatives }) => (this.odds === null ? 1 : positives / negatives / this.odds);
    const moved = panels.map((panel) => ({ ...panel, lines: panel.lines.map((line) => this.movedThresholds(panel, line)) }));
    // Legends of axes are hidden at another prevalence.
    const entries = this.facts.entries.filter((entry) => this.odds === null || !entry.of_axes);
    const at = this.every.map((k) => (k === this.point.curve && shown.includes(k) ? this.point.row : null));
    const sentence = curves.length && !shown.length ? "No curve is shown." : said?.[this.stop];
    const state = { kind: "page", title: this.title, hint: told, notes: this.notes, sentence };
    const controls = curves.length ? this.controls(curves, shown) : [];
    this.face.show({ ...state, controls, facts: { ...this.facts, entries, panels: moved, at } });
  }

  movedThresholds(panel, line) {
    if (!panel.moves || this.odds === null) return line;
    const { tp, fp, positives, negatives } = this.facts.curves[line.curve];
    // Where nothing is predicted positive yet, precision is that of the first threshold.
    const first = tp[0] + fp[0] ? 0 : 1;
    const precisionOdds = (row) => (tp[row] / fp[row]) * (negatives / positives);
    const by = (_, row) => (panel.moves.axis === "y" ? precisionOdds(Math.max(row, first)) : (positives - tp[row]) / tp[row]);
    return this.moved(panel, { ...line, moves: tp.map(by) });
  }

  // A line at another prevalence, which multiplies odds of precision, or distances from recall gain 1.
  moved({ moves: { axis, limits, log } }, line) {
    const [low, high] = log ? limits.map(Math.log) : limits;
    const places = line.moves.map((by) => {
      const value = axis === "y" ? 1 / (1 + 1 / (by * this.odds)) : 1 - by * this.odds;
      return ((log ? Math.log(Math.max(value, Number.MIN_VALUE)) : value) - low) / (high - low);
    });
    return { ...line, [axis]: places };
  }

  outline(panel, { x, y }) {
    const points = x.map((_, k) => placed(panel, x[k], y[k]).map((place) => (place * this.unit).toFixed(2)));
    return `M${points.map((point) => point.join(" ")).join("L")}`;
  }

  // On paper it is the figure as it was saved.
  redraw(paper = false) {
    const [hidden, moves] = [paper ? [] : [...this.hidden], !paper && this.odds !== null];
    const [part, off] = [(id) => document.getElementById(id), new Set(hidden.flatMap((k) => this.hides[k]))];
    if (moves) this.still.forEach((id) => off.add(id));
    for (const id of [...this.hides.flat(), ...this.still]) part(id)?.classList.toggle("prplot-gone", off.has(id));
    for (const panel of this.facts.panels) {
      for (const line of panel.moves?.parts ?? []) {
        const drawn = part(line.id)?.querySelector("path:not(defs path)");
        line.saved ??= drawn?.getAttribute("d");
        drawn?.setAttribute("d", moves ? this.outline(panel, this.moved(panel, line)) : line.saved);
      }
    }
  }
}

for (const root of document.querySelectorAll(".prplot-page[data-facts]")) new FigurePage(root);

// The page of a figure: Python has said where everything is, and how it moves with the prevalence.

class FigurePage {
  constructor(root) {
    Object.assign(this, JSON.parse(root.dataset.facts));
    const [heading, svg] = ["h1", "svg"].map((part) => root.querySelector(part));
    this.title = heading.textContent;
    heading.remove();
    this.face = new Face(root, (asked) => this.take(asked));
    this.unit = svg.viewBox.baseVal.width / this.facts.size[0];
    [this.point, this.recall, this.hidden] = [this.begin, 0, new Set()];
    this.own = this.share = this.prevalence?.stops[this.prevalence.own];
    this.every = this.facts.curves.map((_, k) => k);
    [this.paper, this.phone] = ["print", "(max-width: 480px)"].map((media) => on(matchMedia(media), "change", () => this.show()));
    this.face.controls.append(this.face.larger);
    this.face.larger.setAttribute("aria-keyshortcuts", "l");
    const enlarge = ({ key, target, ctrlKey, metaKey, altKey }) => {
      if (key === "l" && !ctrlKey && !metaKey && !altKey && !target.matches("input[type=text]")) this.face.enlarge(!this.face.large);
    };
    window.addEventListener("keydown", enlarge, true);
    this.show();
    this.face.fitFrame();
    root.toggleAttribute("data-alone", !window.frameElement);
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
      else if (name === "threshold" && typeof value === "number") this.point = { ...this.point, row: value };
      else this.number(name, value);
    }
    const next = this.every.find((k) => !this.hidden.has(k));
    if (this.hidden.has(this.point.curve) && next !== undefined) this.point = beside(this.facts.curves, this.point, next);
    this.show();
  }

  // A number that was typed or, of a recall and of a prevalence, that a slider is at. Most scores have eight digits.
  number(name, text) {
    const [twoReadings, { curve }] = [/^[+-]?[1-9]\d{0,2}(,\d{3})+$/.test(text), this.point];
    const value = text === "" || twoReadings ? NaN : Number(`${text}`.replace(",", "."));
    const [lower, cut] = [this.facts.curves[curve].lower_is_positive, Number(value.toPrecision(8))];
    const [rule, holds] = {
      threshold: ["must be a number", !Number.isNaN(value)],
      recall: ["must lie in [0, 1]", value >= 0 && value <= 1],
      prevalence: ["must lie strictly between 0 and 1", value > 0 && value < 1],
    }[name];
    if (!holds) this.notes = [`${name} ${rule}; got ${text || "nothing"}. Type one, or use the slider.`];
    else if (name === "prevalence") this.share = text === this.prevalence.text ? this.own : value;
    else if (name === "recall") [this.recall, this.point] = [value, { curve, row: rowOfRecall(this.facts.curves[curve], value) }];
    else this.point = { curve, row: this.scores[curve].findLastIndex((score) => score === cut || (lower ? score <= value : score >= value)) };
  }

  controls(curves, shown) {
    const [curve, row, number] = [curves[this.point.curve], this.point.row, { kind: "number", typed: true }];
    const stops = curve.lower_is_positive ? [...curve.tp.keys()] : [...curve.tp.keys()].toReversed();
    // The slider of the recall stays where it was put; its field says the recall of the threshold that is nearest.
    const recall = curve.tp[row] / curve.positives;
    const value = rowOfRecall(curve, this.recall) === row ? this.recall : recall;
    const made = [
      { ...number, name: "threshold", title: "Threshold", stops, words: stops.map((k) => curve.threshold[k]), value: row },
      { ...number, name: "recall", title: "Recall", stops: [...Array(101).keys()].map((k) => k / 100), value, text: rate(recall) },
    ];
    const share = { value: this.share, text: this.odds === null ? this.prevalence?.text : `${this.share}` };
    if (this.prevalence) made.push({ ...number, ...this.prevalence, ...share });
    // On a phone the legend is text of the page. Its areas hold at the prevalence of the data.
    const { title, areas } = this.phone.matches && this.odds === null ? this.legend : { title: "Curves", areas: [] };
    const options = curves.map(({ name, color }, k) => [k, name || `curve ${k + 1}`, color, areas[k] && ` ${areas[k]}`]);
    if (options[1] || areas[0]) made.push({ name: "curves", title, kind: "several", options, value: shown });
    return made;
  }

  // Areas are known at the stops of the prevalence.
  sentence(shown) {
    if (this.every.length && !shown.length) return "No curve is shown.";
    if (this.odds === null) return this.begin && this.point === this.begin ? `Operating point: ${this.begin.rule}.` : "";
    const { stops, words, areas, hidden } = this.prevalence;
    const at = nearestRow(stops, this.share);
    const other = stops[at] === this.share ? "" : ` (areas at the nearest stop of the slider, ${words[at]})`;
    return `At prevalence ${this.share}${other}: ${areas[at]}. ${hidden}`;
  }

  show() {
    const { curves, told, panels } = this.facts;
    const shown = this.every.filter((k) => !this.hidden.has(k));
    this.odds = this.share === this.own ? null : this.share / (1 - this.share);
    this.redraw(this.paper.matches);
    this.face.hidden = this.hidden;
    this.face.times = ({ positives, negatives }) => (this.odds === null ? 1 : positives / negatives / this.odds);
    const moved = panels.map((panel) => ({ ...panel, lines: panel.lines.map((line) => this.movedThresholds(panel, line)) }));
    // Legends are hidden on a phone, those of axes also at another prevalence.
    const entries = this.facts.entries.filter((entry) => !this.phone.matches && (this.odds === null || !entry.of_axes));
    const tiles = this.phone.matches ? this.legend.tiles : this.facts.tiles;
    const at = this.every.map((k) => (k === this.point.curve && shown.includes(k) ? this.point.row : null));
    const state = { kind: "page", title: this.title, hint: told, notes: this.notes, sentence: this.sentence(shown) };
    state.controls = curves.length ? this.controls(curves, shown) : [];
    this.face.show({ ...state, facts: { ...this.facts, entries, panels: moved, at, tiles } });
  }

  movedThresholds(panel, line) {
    if (!panel.moves || this.odds === null) return line;
    const { tp, fp, positives, negatives } = this.facts.curves[line.curve];
    // Where nothing is predicted positive yet, precision is that of the next threshold.
    const first = tp[0] || fp[0] ? 0 : 1;
    const oddsAt = (row) => (tp[row] / fp[row]) * (negatives / positives);
    const moves = tp.map((some, row) => (panel.moves.axis === "y" ? oddsAt(Math.max(row, first)) : (positives - some) / some));
    return this.moved(panel, { ...line, moves });
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

  // On paper it is the figure as it was saved.
  redraw(paper) {
    const [hidden, moves] = [paper ? [] : [...this.hidden], !paper && this.odds !== null];
    const [part, off] = [(id) => document.getElementById(id), new Set(hidden.flatMap((k) => this.hides[k]))];
    if (moves) this.still.forEach((id) => off.add(id));
    if (!paper && this.phone.matches) this.legend.ids.forEach((id) => off.add(id));
    for (const id of [...this.hides.flat(), ...this.still, ...this.legend.ids]) part(id)?.classList.toggle("prplot-gone", off.has(id));
    for (const panel of this.facts.panels) {
      for (const line of panel.moves?.parts ?? []) {
        const drawn = part(line.id)?.querySelector("path:not(defs path)");
        line.saved ??= drawn?.getAttribute("d");
        const { x, y } = moves ? this.moved(panel, line) : { x: [] };
        const points = x.map((_, k) => placed(panel, x[k], y[k]).map((place) => (place * this.unit).toFixed(2)));
        drawn?.setAttribute("d", moves ? `M${points.map((point) => point.join(" ")).join("L")}` : line.saved);
      }
    }
  }
}

for (const root of document.querySelectorAll(".prplot-page[data-facts]")) new FigurePage(root);

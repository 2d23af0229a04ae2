// A figure that answers to the pointer, to touch and to the keyboard: on a page of its own, where it is part of the
// page, and in a notebook, where it lies over a picture that Python draws.
//
// What it knows comes from Python as "facts" (see facts.py): curves with their vertices in weights, and panels, the
// boxes in which spaces show them. Coordinates of the figure, in which boxes are, are called places.

// Numbers, as they are read.

export function fixed(value, digits) {
  // Python's rounding: what is exactly in the middle goes to the even digit.
  const text = value.toFixed(digits);
  const [whole, rest] = Math.abs(value).toFixed(Math.min(digits + 60, 100)).split(".");
  const beyond = rest.slice(digits);
  if (!/^50*$/.test(beyond)) return text.replace(/^-(0(\.0*)?)$/, "$1");
  const kept = whole + rest.slice(0, digits);
  const even = Number(kept.at(-1)) % 2 === 0;
  const digitsOf = String(BigInt(kept) + (even ? 0n : 1n)).padStart(digits + 1, "0");
  const point = digitsOf.length - digits;
  const made = digits ? `${digitsOf.slice(0, point)}.${digitsOf.slice(point)}` : digitsOf;
  return value < 0 && Number(made) !== 0 ? `-${made}` : made;
}

export function rate(value) {
  return Number.isFinite(value) ? fixed(value, 3) : "undefined";
}

export function weight(value) {
  if (!Number.isFinite(value)) return "unknown";
  // Whole, or of less than a hundred three digits.
  const whole = Number.isInteger(value) || Math.abs(value) >= 100;
  return whole && Math.abs(value) < 1e21 ? fixed(value, 0) : String(Number(value.toPrecision(3)));
}

// The number of the fewest digits, at least six, that is greater than one and at most another: as a threshold it
// predicts the same positive.
export function shortWithin(below, high) {
  for (let digits = 6; digits < 17; digits += 1) {
    const [mantissa, power] = high.toExponential(digits - 1).split("e");
    let short = Number(`${mantissa}e${power}`);
    if (short > high) {
      const whole = BigInt(mantissa.replace(".", "")) - 1n;
      short = Number(`${whole}e${Number(power) - digits + 1}`);
    }
    if (below < short && short <= high) return short;
  }
  return high;
}

export function threshold(curve, row) {
  const value = curve.threshold[row];
  if (value === Infinity) return "above all";
  if (value === -Infinity) return "below all";
  return String(curve.entire ? shortWithin(curve.threshold[row + 1] ?? -Infinity, value) : value);
}

// What somebody has typed as a number; NaN where it is none.
export function typed(text) {
  const infinite = /^([+-]?)inf(inity)?$/i.exec(text.trim());
  if (infinite) return infinite[1] === "-" ? -Infinity : Infinity;
  return text.trim() ? Number(text) : NaN;
}

// Curves: vertices in weights, and what can be said of them.

const running = (steps) => {
  let sum = 0;
  return steps.map((step) => (sum += step));
};

export function curveOf(fact) {
  const sums = (values) => (fact.whole ? running(values) : values);
  return {
    ...fact,
    threshold: fact.threshold.map(Number),
    tp: sums(fact.tp),
    fp: sums(fact.fp),
    negatives: fact.negatives ?? NaN,
    length: fact.tp.length,
    entire: fact.tp.length === fact.all,
  };
}

// By how much background weighs more where the prevalence is another one.
export function factorOf(curve, prevalence) {
  if (prevalence === null) return 1;
  return (curve.positives * (1 - prevalence)) / (prevalence * curve.negatives);
}

export function matrixAt(curve, row, prevalence = null) {
  const factor = factorOf(curve, prevalence);
  const [tp, fp] = [curve.tp[row], curve.fp[row] * factor];
  return { tp, fp, fn: curve.positives - tp, tn: curve.negatives * factor - fp };
}

export function measures({ tp, fp, fn }) {
  return { precision: tp / (tp + fp), recall: tp / (tp + fn), f1: (2 * tp) / (2 * tp + fp + fn) };
}

export function said(curve, row, prevalence = null) {
  const matrix = matrixAt(curve, row, prevalence);
  const { precision, recall, f1 } = measures(matrix);
  const cells = ["tp", "fp", "fn", "tn"].map((cell) => [cell.toUpperCase(), weight(matrix[cell])]);
  return [
    ["threshold", threshold(curve, row)],
    ...cells,
    ["precision", rate(precision)],
    ["recall", rate(recall)],
    ["F₁", rate(f1)],
  ];
}

// Which vertex a threshold stands for: the last whose score is not below it; of a part of the vertices the nearer one.
export function rowOfThreshold(curve, wanted) {
  let low = 0;
  let high = curve.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (curve.threshold[middle] >= wanted) low = middle;
    else high = middle - 1;
  }
  if (curve.entire || low === curve.length - 1) return low;
  const [above, below] = [curve.threshold[low] - wanted, wanted - curve.threshold[low + 1]];
  return below < above ? low + 1 : low;
}

// The vertex at which about so much weight is predicted positive.
export function rowOfSum({ tp, fp, length }, sum) {
  let best = 0;
  for (let row = 1; row < length; row += 1) {
    if (Math.abs(tp[row] + fp[row] - sum) < Math.abs(tp[best] + fp[best] - sum)) best = row;
  }
  return best;
}

export function rowOfRecall(curve, wanted) {
  let best = 0;
  for (let row = 1; row < curve.length; row += 1) {
    const nearer = Math.abs(curve.tp[row] / curve.positives - wanted);
    if (nearer < Math.abs(curve.tp[best] / curve.positives - wanted)) best = row;
  }
  return best;
}

// Spaces: where a point of the unit square of rates is seen. The odds are those of foreground.

const magnifiers = {
  exponential: (fpr, alpha) => Math.expm1(-alpha * fpr) / Math.expm1(-alpha),
  power: (fpr, alpha) => fpr ** (1 / (1 + alpha)),
  logarithm: (fpr, alpha) => Math.log1p(alpha * fpr) / Math.log1p(alpha),
};

const spaces = {
  pr: ({ tp, fp, fn }) => [tp / (tp + fn), tp / (tp + fp)],
  prg: ({ tp, fp, fn, tn }, { clip }) => {
    const [positives, negatives] = [tp + fn, fp + tn];
    const gain = 1 - fp / negatives / (tp / positives);
    return tp > 0 ? [1 - ((positives / negatives) * fn) / tp, clip ? Math.max(gain, 0) : gain] : [NaN, NaN];
  },
  roc: ({ tp, fp, fn, tn }) => [fp / (fp + tn), tp / (tp + fn)],
  croc: ({ tp, fp, fn, tn }, { alpha, magnifier }) => [magnifiers[magnifier](fp / (fp + tn), alpha), tp / (tp + fn)],
};

// Spaces that show a threshold as a line, given at both ends, and those in which prevalence moves points.
const asLine = { cost: ({ tp, fp, fn, tn }) => [fp / (fp + tn), fn / (tp + fn)] };
const moving = new Set(["pr", "prg"]);

// Coordinates of a vertex in a panel: a point [x, y], or in cost space the heights of a line at 0 and at 1.
export function seen(panel, line, curve, row, prevalence = null) {
  if (row === 0 && line.start && panel.space === "pr") {
    const [x, y] = line.start;
    const odds = 1 / factorOf(curve, prevalence);
    return [x, (y * odds) / (y * odds + 1 - y)];
  }
  if (line.x) return [line.x[row], line.y[row]];
  const matrix = matrixAt(curve, row, moving.has(panel.space) ? prevalence : null);
  return (asLine[panel.space] ?? spaces[panel.space])(matrix, panel);
}

const scaled = (axis, value) => {
  const [low, high] = axis.log ? axis.limits.map(Math.log) : axis.limits;
  return ((axis.log ? Math.log(value) : value) - low) / (high - low);
};

// Where coordinates of a panel are in the figure, and back.
export function placed(panel, x, y) {
  const [left, top, right, bottom] = panel.box;
  return [left + scaled(panel.x, x) * (right - left), bottom + scaled(panel.y, y) * (top - bottom)];
}

function coordinate(axis, part) {
  const [low, high] = axis.log ? axis.limits.map(Math.log) : axis.limits;
  const value = low + part * (high - low);
  return axis.log ? Math.exp(value) : value;
}

export function unplaced(panel, [across, down]) {
  const [left, top, right, bottom] = panel.box;
  return [
    coordinate(panel.x, (across - left) / (right - left)),
    coordinate(panel.y, (down - bottom) / (top - bottom)),
  ];
}

export const isLine = (panel) => panel.space in asLine;

// How far a place is from a vertex, squared; in cost space from the line of a threshold, straight up or down.
function distance(panel, at, place) {
  if (isLine(panel)) {
    const [x] = unplaced(panel, place);
    const [, down] = placed(panel, x, at[0] + (at[1] - at[0]) * x);
    return (down - place[1]) ** 2;
  }
  const [across, down] = placed(panel, ...at);
  return (across - place[0]) ** 2 + (down - place[1]) ** 2;
}

// The nearest vertex of the curves of a panel that are shown.
export function nearest(panel, curves, place, prevalence = null, hidden = new Set()) {
  let best = null;
  for (const line of panel.lines) {
    if (hidden.has(line.curve)) continue;
    const curve = curves[line.curve];
    for (let row = 0; row < curve.length; row += 1) {
      const away = distance(panel, seen(panel, line, curve, row, prevalence), place);
      if (away >= 0 && (best === null || away < best.away)) best = { curve: line.curve, row, away };
    }
  }
  return best;
}

// The panel at a place: the smallest, as one may lie within another.
export function panelAt(panels, [across, down]) {
  const around = ({ box: [left, top, right, bottom] }) =>
    across >= left && across <= right && down >= top && down <= bottom;
  const size = ({ box: [left, top, right, bottom] }) => (right - left) * (bottom - top);
  return panels.filter(around).toSorted((one, other) => size(one) - size(other))[0];
}

// Lines at another prevalence.

// The points of a polyline that looks like the curve: between vertices every mixture of both, or what its rule says.
export function traced(panel, line, curve, prevalence) {
  const points = [];
  const at = (row) => seen(panel, line, curve, row, prevalence);
  const factor = factorOf(curve, prevalence);
  for (let row = 0; row < curve.length; row += 1) {
    const here = at(row);
    if (!here.every(Number.isFinite)) continue;
    if (points.length && panel.space === "pr") {
      const before = points.at(-1);
      if (line.rule === "step" && here[0] > before[0]) points.push([before[0], here[1]]);
      if (line.rule === "continuous") {
        const from = [curve.tp[row - 1], curve.fp[row - 1] * factor];
        const by = [curve.tp[row] - from[0], curve.fp[row] * factor - from[1]];
        const pieces = by[0] > 0 && by[1] > 0 ? Math.min(64, 2 + Math.ceil(200 * Math.hypot(here[0] - before[0], here[1] - before[1]))) : 1;
        for (let k = 1; k < pieces; k += 1) {
          const [tp, fp] = [0, 1].map((side) => from[side] + (by[side] * k) / pieces);
          points.push([tp / curve.positives, tp / (tp + fp)]);
        }
      }
    }
    points.push(here);
  }
  return points;
}

// The area under a curve of which every vertex is here; NaN where only Python knows it.
export function area(panel, line, curve, prevalence) {
  if (!curve.entire || !curve.closed || panel.clip) return NaN;
  if (line.rule !== "continuous") {
    const plain = panel.space === "pr" && ["step", "linear"].includes(line.rule);
    return plain ? underPolyline(panel, line, curve, prevalence) : NaN;
  }
  const factor = factorOf(curve, prevalence);
  let sum = 0;
  for (let row = 1; row < curve.length; row += 1) {
    const [tp, fp] = [curve.tp[row - 1], curve.fp[row - 1] * factor];
    const [fg, bg] = [curve.tp[row] - tp, curve.fp[row] * factor - fp];
    if (!(fg > 0)) continue;
    if (panel.space === "pr") {
      const [before, grown] = [tp + fp, fg + bg];
      const share = fg / grown;
      const mean = before > 0 ? share + (tp / before - share) * ((before / grown) * Math.log1p(grown / before)) : share;
      sum += (fg / curve.positives) * mean;
    } else if (panel.space === "prg") {
      sum += gained(curve, factor, tp, fp, fg, bg);
    } else {
      return NaN;
    }
  }
  return sum;
}

// Between vertices precision is that of the later one, or in the middle of both.
function underPolyline(panel, line, curve, prevalence) {
  let sum = 0;
  let before = seen(panel, line, curve, 0, prevalence);
  for (let row = 1; row < curve.length; row += 1) {
    const here = seen(panel, line, curve, row, prevalence);
    sum += (here[0] - before[0]) * (line.rule === "step" ? here[1] : (before[1] + here[1]) / 2);
    before = here;
  }
  return sum;
}

// The area of a straight step in PRG from recall gain 0 on, which is at recall π.
function gained(curve, factor, tp, fp, fg, bg) {
  const [positives, negatives] = [curve.positives, curve.negatives * factor];
  const first = (positives * positives) / (positives + negatives);
  const part = Math.min(Math.max((first - tp) / fg, 0), 1);
  const gains = [part, 1].map((at) => {
    const [found, wrong] = [tp + at * fg, fp + at * bg];
    return [1 - ((positives / negatives) * (positives - found)) / found, 1 - wrong / negatives / (found / positives)];
  });
  if (part === 1) return 0;
  return ((gains[1][0] - gains[0][0]) * (gains[0][1] + gains[1][1])) / 2;
}

// What follows is for pages.

const SVG = "http://www.w3.org/2000/svg";

function make(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key in made && typeof value !== "string") made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

function draw(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// What has no place, as 0 on a logarithmic axis, is left out.
const path = (panel, points) =>
  points
    .map(([x, y]) => placed(panel, x, y))
    .filter((place) => place.every(Number.isFinite))
    .map((place, k) => `${k ? "L" : "M"}${place.map((c) => c.toFixed(2)).join(" ")}`)
    .join("");

// The marks over a figure: where the operating point is, in every panel that shows its curve.
export class Marks {
  constructor(svg, panels, curves) {
    [this.svg, this.panels, this.curves] = [svg, panels, curves];
    this.group = svg.appendChild(draw("g", { class: "prplot-marks", "aria-hidden": "true" }));
  }

  show({ curve, row }, prevalence = null) {
    const parts = [];
    for (const panel of this.panels) {
      for (const line of panel.lines.filter((one) => one.curve === curve)) {
        const at = seen(panel, line, this.curves[curve], row, prevalence);
        if (at.every(Number.isFinite)) parts.push(this.mark(panel, at, this.curves[curve].color));
      }
    }
    this.group.replaceChildren(...parts.filter(Boolean));
  }

  mark(panel, at, color) {
    if (isLine(panel)) {
      const [low, high] = panel.x.limits.map((x) => Math.min(Math.max(x, 0), 1));
      const ends = [low, high].map((x) => placed(panel, x, at[0] + (at[1] - at[0]) * x));
      const [x1, y1, x2, y2] = ends.flat();
      return draw("line", { x1, y1, x2, y2, stroke: color, class: "prplot-mark-line" });
    }
    const [cx, cy] = placed(panel, ...at);
    const [left, top, right, bottom] = panel.box;
    const inside = cx >= left - 1 && cx <= right + 1 && cy >= top - 1 && cy <= bottom + 1;
    return inside ? draw("circle", { cx, cy, r: 4.6, stroke: color, class: "prplot-mark" }) : null;
  }

  hide() {
    this.group.replaceChildren();
  }
}

// The place of a pointer in the coordinates of an svg.
export function placeOf(svg, event) {
  const matrix = svg.getScreenCTM();
  if (!matrix) return [NaN, NaN];
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  return [point.x, point.y];
}

// Browsers tell of moves also where the page moved under a pointer that rests; keys have the say then.
export class Pointer {
  moved(event) {
    const same = event.type === "pointermove" && event.clientX === this.x && event.clientY === this.y;
    [this.x, this.y] = [event.clientX, event.clientY];
    return !same;
  }
}

export function readOut(curve, row, prevalence = null) {
  const name = make("span", { class: "prplot-name" }, curve.name);
  name.style.setProperty("--color", curve.color);
  const cells = said(curve, row, prevalence).map(([what, value]) => {
    const cell = make("span", { class: "prplot-cell" });
    cell.append(make("span", { class: "prplot-key" }, what), ` ${value}`);
    return cell;
  });
  return [...(curve.name ? [name, " "] : []), ...cells.flatMap((cell) => [cell, " "])];
}

const spoken = (curve, row, prevalence) =>
  [curve.name, ...said(curve, row, prevalence).map((pair) => pair.join(" "))].filter(Boolean).join(", ");

// What a screen reader says of the part that stands for the operating point.
function announce(stage, curve, row, prevalence = null) {
  setAll(stage, {
    "aria-valuemin": "0",
    "aria-valuemax": `${curve.length - 1}`,
    "aria-valuenow": `${row}`,
    "aria-valuetext": spoken(curve, row, prevalence),
  });
}

// Steps of the keyboard: how the row, and which curve is pointed at, change.
export function stepped({ curve, row }, key, shown, curves) {
  const last = curves[curve].length - 1;
  const far = Math.max(1, Math.round(last / 10));
  const along = { ArrowRight: 1, ArrowLeft: -1, PageDown: far, PageUp: -far, End: last, Home: -last }[key];
  if (along !== undefined) return { curve, row: Math.min(Math.max(row + along, 0), last) };
  const beside = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (beside === undefined) return null;
  if (shown.length < 2) return { curve, row: Math.min(Math.max(row + beside, 0), last) };
  const next = shown[(shown.indexOf(curve) + beside + shown.length) % shown.length];
  return { curve: next, row: rowOfRecall(curves[next], curves[curve].tp[row] / curves[curve].positives) };
}

// A page with one figure.
export class Page {
  constructor(root) {
    this.root = root;
    const facts = JSON.parse(root.dataset.facts);
    this.curves = facts.curves.map(curveOf);
    [this.panels, this.rows, this.still] = [facts.panels, facts.rows, facts.still];
    this.hidden = new Set();
    this.pointer = new Pointer();
    this.prevalence = null;
    this.stage = root.querySelector(".prplot-stage");
    // In a frame of the same origin it takes the room that it needs.
    const frame = window.frameElement;
    if (frame) new ResizeObserver(() => (frame.style.height = `${root.offsetHeight + 16}px`)).observe(root);
    this.svg = root.querySelector("svg");
    if (!this.curves.length) {
      root.append(make("div", { class: "prplot-controls" }, ...facts.told.map(told)));
      return;
    }
    const marked = this.panels.flatMap((panel) => panel.lines).find((line) => line.at.length);
    this.point = marked
      ? { curve: marked.curve, row: rowOfSum(this.curves[marked.curve], marked.at[0]) }
      : { curve: 0, row: rowOfSum(this.curves[0], this.curves[0].positives) };
    this.build(facts);
    this.marks = new Marks(this.svg, this.panels, this.curves);
    this.listen();
    this.update();
  }

  get shown() {
    return this.curves.map((_, k) => k).filter((k) => !this.hidden.has(k));
  }

  build(facts) {
    this.read = make("output", { class: "prplot-read" });
    this.note = make("p", { class: "prplot-note", role: "alert" });
    const bar = make("div", { class: "prplot-bar" });
    this.fields = [
      { rowOf: rowOfThreshold, what: "Threshold", shown: threshold },
      { rowOf: rowOfRecall, what: "Recall", limits: [0, 1], shown: (curve, row) => rate(curve.tp[row] / curve.positives) },
    ];
    for (const field of this.fields) bar.append(this.field(field));
    this.switches = [];
    if (this.curves.length > 1) bar.append(this.curveSwitches());
    if (facts.prevalence) bar.append(this.prevalenceSlider(facts.prevalence));
    this.moved = make("p", { class: "prplot-moved" });
    const keys = told(
      `Point at a curve, or use the arrow keys: left and right go along it${
        this.curves.length > 1 ? ", up and down to another one" : ""
      }.`,
    );
    const panel = make("div", { class: "prplot-controls" }, this.read, bar, this.note, this.moved, ...facts.told.map(told), keys);
    this.root.append(panel);
    this.stage.setAttribute("role", "slider");
    this.stage.setAttribute("aria-describedby", "prplot-words");
    this.stage.setAttribute("aria-label", "Operating point");
    this.stage.tabIndex = 0;
  }

  field(field) {
    const input = make("input", { type: "text", inputmode: "decimal", autocomplete: "off", size: "9" });
    // Leaving the field after Enter is no news.
    const act = () => input.value !== field.written && this.type(input.value, field);
    input.addEventListener("change", act);
    input.addEventListener("keydown", (event) => event.key === "Enter" && act());
    field.input = input;
    return make("label", {}, `${field.what} `, input);
  }

  // Fields show where the point is, but for what somebody is about to type.
  fill() {
    const { curve, row } = this.point;
    for (const field of this.fields) {
      if (document.activeElement === field.input && field.input.value !== field.written) continue;
      field.written = this.shown.length ? field.shown(this.curves[curve], row) : "";
      field.input.value = field.written;
    }
  }

  curveSwitches() {
    const set = make("fieldset", {}, make("legend", {}, "Curves"));
    this.switches = this.curves.map((curve, k) => {
      const box = make("input", { type: "checkbox", checked: true });
      box.addEventListener("change", () => this.toggle(k, box.checked));
      const name = make("span", { class: "prplot-name" }, curve.name || `curve ${k + 1}`);
      name.style.setProperty("--color", curve.color);
      set.append(make("label", {}, box, " ", name));
      return box;
    });
    return set;
  }

  prevalenceSlider({ value }) {
    const odds = (share) => Math.log10(share / (1 - share));
    const middle = value === null ? 0 : odds(value);
    const [low, high] = [Math.min(-3, Math.floor(middle)), Math.max(3, Math.ceil(middle))];
    const range = make("input", { type: "range", min: `${low}`, max: `${high}`, step: "0.01", "aria-label": "Prevalence" });
    const number = make("input", { type: "text", inputmode: "decimal", autocomplete: "off", size: "7" });
    number.setAttribute("aria-label", "Prevalence, number");
    const back = make("button", { type: "button" }, "as in the figure");
    const set = (prevalence) => {
      this.prevalence = prevalence;
      const shown = prevalence ?? value;
      range.value = `${shown === null ? 0 : odds(shown)}`;
      number.value = shown === null ? "" : shortly(shown);
      range.setAttribute("aria-valuetext", number.value || "as in the figure");
      back.disabled = prevalence === null;
      this.update();
    };
    range.addEventListener("input", () => {
      const share = 1 / (1 + 10 ** -Number(range.value));
      set(Number(share.toPrecision(4)));
    });
    const apply = () => {
      const share = typed(number.value);
      // Leaving the field after Enter is no news.
      if (share === this.prevalence) return;
      if (share > 0 && share < 1) {
        set(share);
        number.value = String(share);
      } else this.say(`Prevalence must lie in (0, 1); got ${number.value || "nothing"}.`);
    };
    number.addEventListener("change", apply);
    number.addEventListener("keydown", (event) => event.key === "Enter" && apply());
    back.addEventListener("click", () => set(null));
    [this.setPrevalence, this.given] = [set, value];
    const label = make("span", {}, "Prevalence ");
    const all = make("div", { class: "prplot-prevalence" }, label, range, " ", number, " ", back);
    number.value = value === null ? "" : shortly(value);
    range.value = `${middle}`;
    back.disabled = true;
    return all;
  }

  listen() {
    this.entries = [];
    this.svg.addEventListener("pointerenter", () => this.fillEntries(), { once: true });
    // On paper it is the figure as it was saved.
    matchMedia("print").addEventListener("change", (event) => this.print(event.matches));
    this.svg.addEventListener("pointermove", (event) => this.pointed(event));
    this.svg.addEventListener("pointerdown", (event) => this.pointed(event));
    this.stage.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const next = stepped(this.point, event.key, this.shown, this.curves);
      if (next === null || !this.shown.length) return;
      event.preventDefault();
      this.point = next;
      this.update();
    });
    this.panels.forEach((panel) =>
      panel.lines.forEach((line) =>
        line.entry.forEach((id) => this.listenTo(id, line.curve)),
      ),
    );
    this.rows.forEach((ids, curve) => ids.forEach((id) => this.listenTo(id, curve)));
  }

  print(begins) {
    if (begins) this.before = [this.prevalence, this.hidden];
    [this.prevalence, this.hidden] = begins ? [null, new Set()] : this.before;
    this.update();
  }

  // An entry of a legend hides and shows its curve.
  listenTo(id, curve) {
    const entry = document.getElementById(id);
    if (!entry || this.curves.length < 2) return;
    entry.classList.add("prplot-entry");
    entry.addEventListener("click", () => this.toggle(curve, this.hidden.has(curve)));
    this.entries.push(entry);
  }

  // All of an entry can be clicked, not only the ink of its letters; where it is, is known once it is seen.
  fillEntries() {
    for (const entry of this.entries) {
      const { x, y, width, height } = entry.getBBox();
      entry.append(draw("rect", { x: x - 2, y: y - 2, width: width + 4, height: height + 4, fill: "none", "pointer-events": "all" }));
    }
  }

  pointed(event) {
    // Anywhere within axes is nearest to some vertex; but who hides a curve moves no point.
    if (!this.pointer.moved(event)) return;
    if (event.type === "pointerdown" && event.target.closest?.(".prplot-entry")) return;
    const place = placeOf(this.svg, event);
    const panel = panelAt(this.panels, place);
    const found = panel && nearest(panel, this.curves, place, this.prevalence, this.hidden);
    if (!found) return;
    this.point = found;
    this.update();
  }

  type(text, field) {
    const { rowOf, what, limits: [low, high] = [-Infinity, Infinity] } = field;
    const value = typed(text);
    if (!(value >= low && value <= high)) {
      const rule = Number.isFinite(low) ? `a number in [${low}, ${high}]` : "a number";
      this.say(`${what} must be ${rule}; got ${text.trim() || "nothing"}.`);
      return;
    }
    field.written = text;
    this.point = { curve: this.point.curve, row: rowOf(this.curves[this.point.curve], value) };
    this.update();
  }

  say(text) {
    this.note.textContent = text;
  }

  toggle(curve, visible) {
    if (visible) this.hidden.delete(curve);
    else this.hidden.add(curve);
    if (this.switches.length) this.switches[curve].checked = visible;
    if (this.hidden.has(this.point.curve) && this.shown.length) {
      const next = this.shown[0];
      const { tp, positives } = this.curves[this.point.curve];
      this.point = { curve: next, row: rowOfRecall(this.curves[next], tp[this.point.row] / positives) };
    }
    this.update();
  }

  update() {
    this.say("");
    this.redraw();
    this.fill();
    if (!this.shown.length) {
      this.marks.hide();
      this.read.replaceChildren("No curve is shown.");
      return;
    }
    const { curve, row } = this.point;
    this.marks.show(this.point, this.prevalence);
    this.read.replaceChildren(...readOut(this.curves[curve], row, this.prevalence));
    announce(this.stage, this.curves[curve], row, this.prevalence);
  }

  // Hide what is hidden, and draw at another prevalence what depends on it, in the place of what it stands for.
  redraw() {
    const moved = this.prevalence !== null;
    const areas = [];
    for (const made of this.anew ?? []) made.remove();
    this.anew = [];
    for (const id of this.still) show(id, !moved);
    for (const panel of this.panels) {
      const moves = moved && moving.has(panel.space);
      for (const id of panel.still) show(id, !moves);
      if (moves) this.around(panel);
      const said = [];
      for (const line of panel.lines) {
        const visible = !this.hidden.has(line.curve);
        for (const id of [line.id, ...line.own]) show(id, visible && !moves);
        for (const id of line.entry) document.getElementById(id)?.classList.toggle("prplot-off", !visible);
        if (!moves || !visible) continue;
        const curve = this.curves[line.curve];
        this.instead(panel, line.id, path(panel, traced(panel, line, curve, this.prevalence)));
        const under = area(panel, line, curve, this.prevalence);
        const name = curve.name ? `${curve.name} ` : "";
        if (Number.isFinite(under)) said.push(`${name}${rate(under)}`);
        else if (!curve.entire) said.push(`${name}not known here, where points are left out`);
      }
      if (said.length) areas.push(`${panel.title}: ${said.join(", ")}`);
    }
    this.rows.forEach((ids, curve) =>
      ids.forEach((id) => document.getElementById(id)?.classList.toggle("prplot-off", this.hidden.has(curve))),
    );
    this.placeMarks();
    this.moved.textContent = moved
      ? `At prevalence ${shortly(this.prevalence)}. ${areas.length ? `Areas: ${areas.join("; ")}. ` : ""}` +
        "Lines, marks and areas of the prevalence of the data are hidden."
      : "";
  }

  // The marks stay the same parts of the page: one that is dragged must not go.
  placeMarks() {
    const prevalence = this.prevalence ?? this.given ?? null;
    if (!this.setPrevalence || prevalence === null) return;
    if (!this.pi?.length) {
      this.pi = prevalenceMarks(this.svg, this.panels, prevalence);
      for (const { panel, mark } of this.pi) mark.addEventListener("pointerdown", (event) => this.drag(panel, mark, event));
    }
    for (const { panel, mark } of this.pi) mark.setAttribute("d", markAt(panel, prevalence));
  }

  // The mark follows the pointer wherever that goes until it is let go.
  drag(panel, mark, pressed) {
    pressed.stopPropagation();
    mark.setPointerCapture(pressed.pointerId);
    const follow = (event) => this.setPrevalence(draggedPrevalence(panel, this.svg, event));
    const end = () => {
      mark.removeEventListener("pointermove", follow);
      for (const event of ["pointerup", "pointercancel"]) mark.removeEventListener(event, end);
    };
    mark.addEventListener("pointermove", follow);
    for (const event of ["pointerup", "pointercancel"]) mark.addEventListener(event, end);
  }

  // Draw a path in the place, and with the look, of what has this id.
  instead(panel, id, d) {
    const there = document.getElementById(id);
    if (!there) return;
    const made = draw("path", { d, "clip-path": clipOf(this.svg, panel) });
    made.style.cssText = there.querySelector("path")?.getAttribute("style") ?? "";
    made.style.visibility = "visible";
    there.after(made);
    this.anew.push(made);
  }

  // What surrounds PR curves at another prevalence: chance, and beneath it what no ranking reaches.
  around(panel) {
    const pi = this.prevalence;
    const [left, top, right] = panel.box;
    const columns = Array.from({ length: 401 }, (_, k) => unplaced(panel, [left + (k / 400) * (right - left), top])[0]);
    const recalls = columns.map((x) => Math.min(Math.max(x, 0), 1));
    // On a logarithmic axis 0 has no place.
    const edge = recalls.map((x) => [x, Math.max((pi * x) / (1 - pi + pi * x), panel.y.log ? 1e-12 : 0)]);
    const low = Math.min(...panel.y.limits);
    const bottom = panel.y.log ? low : Math.min(0, low);
    const { unachievable, chance, "chance text": text } = panel.anew;
    if (unachievable) this.instead(panel, unachievable, `${path(panel, [...edge, [recalls.at(-1), bottom], [recalls[0], bottom]])}Z`);
    if (chance) {
      this.instead(panel, chance, path(panel, edge.map(([x]) => [x, pi])));
      const [x, y] = placed(panel, 1, pi);
      const made = draw("text", { x: Math.max(x, panel.box[2]) + 5, y, class: "prplot-pi", "dominant-baseline": "middle" });
      made.textContent = `π ${shortly(pi)}`;
      made.style.fill = panel.ink;
      if (text) document.getElementById(chance).after(made);
      this.anew.push(made);
    }
  }
}

const told = (text) => make("p", { class: "prplot-told" }, text);

const shortly = (value) => String(Number(value.toPrecision(4)));

function show(id, visible) {
  const part = id && document.getElementById(id);
  if (part) part.style.visibility = visible ? "" : "hidden";
}

function clipOf(svg, panel) {
  const id = `${panel.id}-clip`;
  if (!document.getElementById(id)) {
    const [x, y, right, bottom] = panel.box;
    const clip = svg.appendChild(draw("clipPath", { id }));
    clip.append(draw("rect", { x, y, width: right - x, height: bottom - y }));
  }
  return `url(#${id})`;
}

const markAt = (panel, prevalence) => `M${panel.box[0] + 10} ${placed(panel, 1, prevalence)[1]}l-9 -6v12z`;

// The mark of the prevalence at the left end of the chance line of PR, to be dragged up and down.
function prevalenceMarks(svg, panels, prevalence) {
  const shown = panels.filter((panel) => panel.space === "pr" && prevalence > 0 && prevalence < 1);
  return shown.map((panel) => {
    const mark = draw("path", { d: markAt(panel, prevalence), class: "prplot-pi-mark" });
    mark.style.fill = panel.ink;
    mark.append(Object.assign(draw("title", {}), { textContent: `Prevalence ${shortly(prevalence)}: drag it up or down` }));
    svg.append(mark);
    // Else the page scrolls with the finger.
    mark.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
    return { panel, mark };
  });
}

function draggedPrevalence(panel, svg, event) {
  const [, y] = unplaced(panel, placeOf(svg, event));
  return Number(Math.min(Math.max(y, 0.001), 0.999).toPrecision(3));
}

// In a notebook: over the picture that Python draws. What is done moves marks at once, and is told to Python, which
// answers with a new picture; until then only the last of what follows is kept.

const PATIENCE = 5000;
const POINT_AT = "Point at a curve to read one of its thresholds.";

export class Live {
  constructor(model, el) {
    [this.model, this.el] = [model, el];
    this.name = Math.random().toString(36).slice(2);
    [this.number, this.flight, this.next] = [0, null, null];
    this.pointer = new Pointer();
    this.hiddenHere = new Set();
    this.read = el.appendChild(make("div", { class: "prplot-read" }));
    this.told = el.appendChild(make("div", { class: "prplot-controls" }));
    el.classList.add("prplot-live");
    this.onFacts = () => this.take();
    this.onAnswer = () => this.answered();
    model.on("change:facts", this.onFacts);
    model.on("change:answered", this.onAnswer);
    this.attach();
  }

  attach() {
    if (this.left) return;
    const box = this.el.closest(".prplot-box");
    if (!this.el.isConnected || !box) {
      requestAnimationFrame(() => this.attach());
      return;
    }
    this.box = box;
    this.manners = new Manners(box);
    this.ping();
    this.picture = box.querySelector("img.widget-image");
    if (!this.picture) return;
    this.svg = draw("svg", { class: "prplot-overlay", preserveAspectRatio: "none", "aria-hidden": "true" });
    this.stage = make("div", { class: "prplot-over", tabindex: "0", role: "slider", "aria-label": "Operating point", "data-lm-suppress-shortcuts": "" });
    this.stage.append(this.svg);
    this.picture.after(this.stage);
    const around = this.picture.parentElement;
    if (getComputedStyle(around).position === "static") around.style.position = "relative";
    this.sizes = new ResizeObserver(() => this.fit());
    this.sizes.observe(this.picture);
    this.listen();
    this.take();
  }

  // A notebook that was stored with its widgets shows them also without a kernel, and nobody answers: then a page
  // does instead of what looks alive.
  ping() {
    this.alive = false;
    const dead = setTimeout(() => this.box.classList.toggle("prplot-dead", !this.alive), PATIENCE);
    this.stopPing = () => clearTimeout(dead);
    try {
      this.ask({});
    } catch {
      this.box.classList.add("prplot-dead");
    }
  }

  leave() {
    this.left = true;
    this.stopPing?.();
    this.model.off("change:facts", this.onFacts);
    this.model.off("change:answered", this.onAnswer);
    this.sizes?.disconnect();
    this.manners?.leave();
    this.stage?.remove();
  }

  fit() {
    const { offsetLeft: left, offsetTop: top, clientWidth: width, clientHeight: height } = this.picture;
    Object.assign(this.stage.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  }

  take() {
    const facts = this.model.get("facts");
    if (!this.svg) return;
    this.curves = (facts.curves ?? []).map(curveOf);
    this.panels = facts.panels ?? [];
    this.facts = facts;
    this.stage.hidden = !this.curves.length;
    this.svg.replaceChildren();
    if (this.stage.hidden) {
      this.point = null;
      this.read.replaceChildren();
      this.told.replaceChildren();
      return;
    }
    this.told.replaceChildren(...facts.told.map(told), ...this.waysBack(facts.hidden ?? []));
    this.svg.setAttribute("viewBox", `0 0 ${facts.size.join(" ")}`);
    // For whoever drives the page.
    this.stage.dataset.boxes = JSON.stringify(this.panels.map((panel) => panel.box));
    this.stage.dataset.entries = JSON.stringify(facts.entries.map((entry) => entry.box));
    this.marks = new Marks(this.svg, this.panels, this.curves);
    this.pi = facts.asks.includes("prevalence") ? prevalenceMarks(this.svg, this.panels, facts.prevalence?.value) : [];
    for (const [number, { mark }] of this.pi.entries()) this.drag(mark, number);
    this.followDrag();
    this.fit();
    this.settle();
  }

  // What was hidden by its entry has none any more in the picture that Python draws.
  waysBack(names) {
    return names.filter((name) => this.hiddenHere.has(name)).map((name) => {
      const button = make("button", { type: "button" }, `Show ${name}`);
      button.addEventListener("click", () => this.ask({ show: name }));
      return button;
    });
  }

  // The same threshold of the same classifier, whatever else has changed; null where it is not shown.
  near({ name, threshold: before }) {
    const curve = this.curves.findIndex((one) => one.name === name);
    return curve < 0 ? null : this.pointAt({ curve, row: rowOfThreshold(this.curves[curve], before) });
  }

  // The operating point: of a classifier, or of the first that has one.
  operating(name) {
    const { at } = this.facts;
    const own = this.curves.findIndex((one, k) => one.name === name && at[k] !== null);
    const curve = Math.max(0, own < 0 ? at.findIndex((sum) => sum !== null) : own);
    return this.pointAt({ curve, row: rowOfSum(this.curves[curve], at[curve] ?? this.curves[curve].positives) });
  }

  pointAt({ curve, row }) {
    const { name, threshold: there } = this.curves[curve];
    return { curve, row, name, threshold: there[row] };
  }

  // Unless somebody points, or Python has yet to answer, the read-out is of the operating point.
  settle() {
    const busy = this.hovered || this.pressed || this.flight !== null;
    const chosen = busy && this.point ? this.near(this.point) : null;
    if (!chosen && !this.facts.asks.length) {
      // A picture with a story of its own: nothing is read that nobody pointed at.
      this.point = null;
      this.marks.hide();
      this.read.replaceChildren(POINT_AT);
      this.stage.setAttribute("aria-valuetext", POINT_AT);
      return;
    }
    this.point = chosen ?? (this.facts.at.some((sum) => sum !== null) || !this.point ? null : this.near(this.point));
    this.point ??= this.operating(this.chosen);
    this.chosen = this.point.name;
    this.show(this.hovered || this.stage.matches(":focus"));
  }

  show(marked = true) {
    const { curve, row } = this.point;
    this.chosen = this.point.name;
    if (marked) this.marks.show(this.point);
    else this.marks.hide();
    this.read.replaceChildren(...readOut(this.curves[curve], row));
    announce(this.stage, this.curves[curve], row);
  }

  listen() {
    this.stage.addEventListener("pointermove", (event) => (this.dragged ? this.drags(event) : this.hover(event)));
    this.stage.addEventListener("pointerdown", (event) => this.press(event));
    for (const event of ["pointerup", "pointercancel"]) {
      this.stage.addEventListener(event, () => (this.dragged = null));
    }
    for (const event of ["focus", "blur"]) {
      this.stage.addEventListener(event, () => this.point && this.show(this.hovered || this.stage.matches(":focus")));
    }
    this.stage.addEventListener("pointerup", () => (this.pressed = false));
    this.stage.addEventListener("pointerleave", () => {
      this.hovered = false;
      if (this.point && !this.pressed) this.show(this.stage.matches(":focus"));
    });
    this.stage.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (this.stage.hidden) return;
      const next = stepped(this.point ?? this.operating(), event.key, this.curves.map((_, k) => k), this.curves);
      if (!next) return;
      event.preventDefault();
      event.stopPropagation();
      this.move(next);
    });
  }

  hover(event) {
    if (!this.pointer.moved(event)) return;
    const place = placeOf(this.svg, event);
    const panel = panelAt(this.panels, place);
    // A drag keeps to the curve on which it began.
    const others = new Set(this.pressed ? this.curves.keys() : []);
    others.delete(this.point?.curve);
    const found = panel && nearest(panel, this.curves, place, null, others);
    const entry = !this.pressed && this.entryAt(place);
    const hides = entry && this.facts.asks.includes("hide");
    this.stage.style.cursor = hides ? "pointer" : found && !entry ? "crosshair" : "";
    if (!found || entry) return;
    this.hovered = true;
    if (this.pressed) this.move(found);
    else {
      this.point = this.pointAt(found);
      this.show();
    }
  }

  press(event) {
    if (event.button) return;
    const place = placeOf(this.svg, event);
    const entry = this.entryAt(place);
    if (entry) {
      if (!this.facts.asks.includes("hide")) return;
      this.hiddenHere.add(this.curves[entry.curve].name);
      this.ask({ hide: entry.curve });
      return;
    }
    const panel = panelAt(this.panels, place);
    const found = panel && nearest(panel, this.curves, place);
    if (!found) return;
    if (this.facts.asks.includes("point")) {
      this.pressed = true;
      this.stage.setPointerCapture(event.pointerId);
    }
    this.move(found);
  }

  entryAt([x, y]) {
    const inside = ({ box: [left, top, right, bottom] }) => x >= left && x <= right && y >= top && y <= bottom;
    return this.facts.entries.find(inside);
  }

  // Move the operating point: the mark at once, the picture when Python has drawn it.
  move({ curve, row }) {
    const same = this.asked?.curve === curve && this.asked?.row === row;
    this.point = this.pointAt({ curve, row });
    this.show();
    if (same || !this.facts.asks.includes("point")) return;
    this.asked = { curve, row };
    this.ask({ point: { curve, row, facts: this.facts.number } });
  }

  // The mark is another one in each new picture, so it is the stage that keeps the pointer.
  drag(mark, number) {
    mark.addEventListener("pointerdown", (event) => {
      event.stopPropagation();
      this.dragged = { number, prevalence: this.facts.prevalence.value };
      this.stage.setPointerCapture(event.pointerId);
    });
  }

  drags(event) {
    const { panel } = this.pi[this.dragged.number] ?? {};
    if (!panel) return;
    const prevalence = draggedPrevalence(panel, this.svg, event);
    this.dragged.prevalence = prevalence;
    this.followDrag();
    this.ask({ prevalence });
  }

  followDrag() {
    const { panel, mark } = this.pi[this.dragged?.number] ?? {};
    if (!mark) return;
    const [, from] = placed(panel, 1, this.facts.prevalence.value);
    const [, to] = placed(panel, 1, this.dragged.prevalence);
    mark.setAttribute("transform", `translate(0 ${to - from})`);
  }

  ask(what) {
    if (this.flight !== null && Date.now() - this.since < PATIENCE) {
      this.next = what;
      return;
    }
    this.number += 1;
    this.flight = `${this.name} ${this.number}`;
    this.since = Date.now();
    this.model.send({ number: this.flight, ...what });
  }

  answered() {
    if (this.model.get("answered") !== this.flight) return;
    this.alive = true;
    this.box.classList.remove("prplot-dead");
    this.flight = null;
    this.asked = null;
    const next = this.next;
    this.next = null;
    if (next) this.ask(next);
    else if (this.point) this.settle();
  }
}

// What controls of a notebook leave out for the keyboard and for screen readers.
//
// A notebook in command mode takes plain keys for its own wherever the focus is: arrows, in a list to choose from,
// would leave the cell, and letters would change, move or delete it. Titles of groups take no focus, and sliders,
// the fields beside them, and pictures have no names; what is said beneath a control is not known to belong to it.
const MODIFIERS = new Set(["Control", "Meta", "Alt", "Shift"]);

class Manners {
  constructor(box) {
    this.box = box;
    this.onKey = (key) => this.keyed(key);
    box.addEventListener("keydown", this.onKey);
    this.onKeyUp = () => this.ownKeys(true);
    for (const event of ["keyup", "focusout"]) box.addEventListener(event, this.onKeyUp);
    this.observer = new MutationObserver(() => this.complete());
    this.observer.observe(box, { childList: true, subtree: true, attributes: true, attributeFilter: ["class"] });
    this.complete();
  }

  leave() {
    this.box.removeEventListener("keydown", this.onKey);
    for (const event of ["keyup", "focusout"]) this.box.removeEventListener(event, this.onKeyUp);
    this.observer.disconnect();
  }

  keyed(key) {
    // Where notebooks look at keys before the page does, they leave those of such parts alone; not with others held.
    if (MODIFIERS.has(key.key)) this.ownKeys(false);
    if (key.ctrlKey || key.metaKey || key.altKey || key.key === "Tab") return;
    const title = key.target.closest(".jupyter-widget-Collapse-header");
    if (title && (key.key === "Enter" || key.key === " ")) {
      key.preventDefault();
      title.click();
    }
    if (title || key.key !== "Enter") key.stopPropagation();
  }

  ownKeys(own) {
    for (const part of this.all(".prplot-over, .noUi-handle")) part.toggleAttribute("data-lm-suppress-shortcuts", own);
  }

  all(what) {
    return this.box.querySelectorAll(what);
  }

  complete() {
    for (const title of this.all(".jupyter-widget-Collapse-header")) {
      const open = title.parentElement.matches(".jupyter-widget-Collapse-open");
      setAll(title, { tabindex: "0", role: "button", "aria-expanded": `${open}` });
    }
    for (const slider of this.all(".widget-slider")) this.nameSlider(slider);
    for (const several of this.all(".prplot-checkboxes")) {
      setAll(several, { role: "group", "aria-label": several.querySelector(".widget-label").textContent.trim() });
    }
    for (const said of this.all(".prplot-said [data-of]")) {
      const control = this.box.querySelector(`.prplot-of-${said.dataset.of}`);
      const parts = control ? control.querySelectorAll("input, select, .noUi-handle, .widget-readout") : [];
      for (const part of parts) setAll(part, { "aria-describedby": said.id });
    }
    const status = this.box.querySelector("[role=status]");
    for (const picture of this.all("img.widget-image")) {
      const words = status ? status.textContent : "";
      if (picture.alt !== words) picture.alt = words;
    }
  }

  nameSlider(slider) {
    const own = slider.querySelector("label:not(:empty)") ?? slider.parentElement.querySelector(".widget-label-basic");
    if (!own) return;
    const handles = slider.querySelectorAll(".noUi-handle");
    const ends = handles.length > 1 ? [", from", ", to"] : [""];
    handles.forEach((handle, k) => setAll(handle, { "aria-label": `${own.textContent}${ends[k]}`.trim() }));
    this.ownKeys(true);
    for (const field of slider.querySelectorAll(".widget-readout")) {
      setAll(field, { role: "textbox", "aria-label": `${own.textContent}, number`.trim() });
    }
  }
}

function setAll(part, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (part.getAttribute(name) !== value) part.setAttribute(name, value);
  }
}

// For notebooks, which load this file and call it with a model, and for pages, on which it finds its figures.

export default {
  render({ model, el }) {
    const live = new Live(model, el);
    return () => live.leave();
  },
};

if (typeof document !== "undefined") {
  for (const root of document.querySelectorAll(".prplot-figure[data-facts]")) new Page(root);
}

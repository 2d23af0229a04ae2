// A picture with controls: the one face of explorers, of lessons and of interactive HTML pages.
//
// A state holds texts, controls, and facts of the picture: its size, panels with lines, and curves with thresholds.
// Places are in the unit of the picture, from its left and top; lines in shares of their panel, from left and bottom.

export function make(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key in made && typeof value !== "string") made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

export function draw(name, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const write = (part, text) => part.textContent === text || (part.textContent = text);

// Listen to events of a part, and return it.
export function on(part, names, act) {
  for (const name of names.split(" ")) part.addEventListener(name, act);
  return part;
}

export const button = (title, act, more = {}) => on(make("button", { type: "button", ...more }, title), "click", act);

// What a threshold does: counts, and the rates that follow from them where negatives weigh so many times as much.

export const rate = (value) => (Number.isFinite(value) ? value.toFixed(3) : "undefined");

export function count(value) {
  if (!Number.isFinite(value)) return "unknown";
  return Number.isInteger(value) || value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}

// Where negatives are weighted to another prevalence, counts are of so many rows, as in the tables that Python writes.
const [OF, REWEIGHTED] = [100000, ["of", "100,000 at this prevalence; negatives are weighted"]];

export function reading(curve, row, times = 1) {
  const [tp, fp] = [curve.tp[row], curve.fp[row] * times];
  const [fn, tn] = [curve.positives - tp, (curve.negatives ?? NaN) * times - fp];
  const reweighted = curve.reweighted || times !== 1;
  const written = (value) => (reweighted ? count(Math.round((OF * value) / (tp + fp + fn + tn))) : count(value));
  const rates = { precision: tp / (tp + fp), recall: tp / (tp + fn), "F₁": (2 * tp) / (2 * tp + fp + fn) };
  return [
    ["threshold", curve.threshold[row]], ...(curve.more ?? []).map(([name, values]) => [name, values[row]]),
    ...Object.entries({ TP: tp, FP: fp, FN: fn, TN: tn }).map(([name, value]) => [name, written(value)]),
    ...(reweighted ? [REWEIGHTED] : []),
    ...Object.entries(rates).map(([name, value]) => [name, rate(value)]),
  ];
}

export function nearestRow(values, wanted) {
  return values.reduce((best, value, row) => (Math.abs(value - wanted) < Math.abs(values[best] - wanted) ? row : best), 0);
}

export const rowOfRecall = (curve, recall) => nearestRow(curve.tp, recall * curve.positives);
// The point of another curve with the same recall.
export const beside = (curves, { curve, row }, other) => ({ curve: other, row: rowOfRecall(curves[other], curves[curve].tp[row] / curves[curve].positives) });

// Places in the picture. A threshold is a point of a line or, in cost space, a line between two points.

export function placed({ box: [left, top, right, bottom] }, x, y) {
  // What has no place is null.
  return [left + (x ?? NaN) * (right - left), bottom - (y ?? NaN) * (bottom - top)];
}

const within = ([left, top, right, bottom], [x, y], slack = 0) =>
  x >= left - slack && x <= right + slack && y >= top - slack && y <= bottom + slack;

function away(panel, line, row, [across, down]) {
  const [x, y] = placed(panel, line.x[row], line.y[row]);
  if (!line.x2) return (x - across) ** 2 + (y - down) ** 2;
  const [x2, y2] = placed(panel, line.x2[row], line.y2[row]);
  return (y + ((y2 - y) * (across - x)) / (x2 - x) - down) ** 2;
}

export function nearest(panel, place, hidden = new Set()) {
  let best = null;
  for (const line of panel.lines.filter(({ curve }) => !hidden.has(curve))) {
    line.x.forEach((_, row) => {
      const far = away(panel, line, row, place);
      if (far < (best?.far ?? Infinity)) best = { curve: line.curve, row, far };
    });
  }
  return best && { curve: best.curve, row: best.row };
}

function mark(panel, line, row, color) {
  const [x1, y1] = placed(panel, line.x[row], line.y[row]);
  if (!Number.isFinite(x1 + y1)) return [];
  if (line.x2) {
    const [x2, y2] = placed(panel, line.x2[row], line.y2[row]);
    return [draw("line", { x1, y1, x2, y2, stroke: color, class: "prplot-mark-line" })];
  }
  return within(panel.box, [x1, y1], 1) ? [draw("circle", { cx: x1, cy: y1, r: 4.6, stroke: color, class: "prplot-mark" })] : [];
}

// Controls. Each is made once, and shows one value after another.

const swatch = (name, color) => make("span", { class: "prplot-name", ...(color && { style: `--color: ${color}` }) }, name);

// A slider over stops, with a field for other numbers, and a box where there may be none, which brings the last one back.
function slider({ title, stops, words, typed, optional, start }, set) {
  const range = make("input", { type: "range", min: "0", max: `${stops.length - 1}`, step: "1", "aria-label": title });
  const field = typed ? make("input", { type: "text", inputmode: "decimal", autocomplete: "off", size: "7", "aria-label": `${title}, number` }) : make("output");
  const box = on(make("input", { type: "checkbox", "aria-label": title }), "change", () => set(box.checked ? before : null));
  let [shown, before] = [null, start];
  on(range, "input", () => [made.show(stops[range.value]), set(stops[range.value])]);
  // Leaving a field after Enter is no news.
  const take = ({ type, key }) => (type === "change" || key === "Enter") && field.value.trim() !== shown && set(field.value.trim());
  if (typed) on(field, "change keydown", take);
  const made = {
    parts: [...(optional ? [box] : []), range, field],
    show(value, text) {
      const at = nearestRow(stops, (before = value ?? before));
      const word = stops[at] === value && words ? words[at] : String(value);
      [range.value, box.checked, shown] = [`${at}`, value !== null, value === null ? "" : (text ?? word)];
      range.setAttribute("aria-valuetext", (words && value !== null ? word : shown) || "off");
      if (typed) field.value = shown;
      else write(field, shown);
    },
  };
  return made;
}

const builders = {
  number: slider,
  choice({ options, title }, set) {
    const list = make("select", { "aria-label": title }, ...options.map(([, word], at) => make("option", { value: `${at}` }, word)));
    on(list, "change", () => set(options[list.value][0]));
    return { parts: [list], show: (value) => (list.value = `${options.findIndex(([option]) => option === value)}`) };
  },
  flag({ title }, set) {
    const box = on(make("input", { type: "checkbox", "aria-label": title }), "change", () => set(box.checked));
    return { parts: [box], show: (value) => (box.checked = value) };
  },
  several({ options }, set) {
    const chosen = () => options.filter((_, k) => boxes[k].checked).map(([option]) => option);
    const boxes = options.map(([option]) => on(make("input", { type: "checkbox", value: `${option}` }), "change", () => set(chosen())));
    const parts = options.map(([, word, color, more], k) => make("label", {}, boxes[k], " ", swatch(word, color), more ?? ""));
    return { parts, show: (value) => boxes.forEach((box, k) => (box.checked = value === null || value.includes(options[k][0]))) };
  },
  between(control, set) {
    let ends = control.value;
    const low = slider({ ...control, title: `${control.title}, from` }, (value) => set([value, ends[1]]));
    const high = slider({ ...control, title: `${control.title}, to` }, (value) => set([ends[0], value]));
    return { parts: [...low.parts, ...high.parts], show: (value) => [low, high].forEach((part, k) => part.show((ends = value)[k])) };
  },
};

export class Face {
  constructor(root, ask) {
    [this.root, this.ask, this.made, this.hidden, this.large] = [root, ask, new Map(), new Set(), false];
    // The picture is a part of the page, unless it has another address.
    this.href = "#prplot-picture";
    [this.lacks, this.larger, this.led] = [make("p", { role: "status" }), button("", () => this.enlarge(!this.large)), (event) => this.lead(event)];
    root.classList.add("prplot-face");
    const part = (name, tag = "div", attributes = {}) => (this[name] = make(tag, { class: `prplot-${name}`, ...attributes }));
    part("head").append(part("title", "h1"), part("step"), part("text", "p"));
    part("picture").append(part("stage"), part("read", "output"), part("hint", "p"));
    part("more", "details").append(make("summary", {}, "More"));
    part("controls").append(part("first"), this.more);
    part("words").append(part("sentence", "p", { role: "status" }), part("notes", "p", { role: "alert" }), part("task"), part("tables"));
    part("code", "details").append(make("summary", {}, "Code"), button("Copy", (event) => this.copy(event.target)), part("lines", "pre"));
    root.append(make("div", { class: "prplot-body" }, this.head, this.picture, this.controls, this.words, this.code));
    this.listen();
  }

  // Notebooks leave plain keys alone where the focus is within such a part, and take those with others held.
  listen() {
    const own = (is, { target } = {}) => {
      for (const part of [this.root, target]) part?.toggleAttribute("data-lm-suppress-shortcuts", is);
    };
    own(true);
    on(this.root, "keydown", (event) => {
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
      own(plain, event);
      if (plain && event.key !== "Tab") event.stopPropagation();
    });
    on(this.root, "keyup focusin", (event) => own(true, event));
    on(this.root, "fullscreenchange", () => document.fullscreenElement || this.enlarge(false));
    on(this.stage, "pointermove", (event) => this.pointed(event));
    on(this.stage, "pointerdown", (event) => this.pressed(event));
    on(this.stage, "pointerup pointercancel", () => (this.drags = null));
    on(this.stage, "pointerleave", () => this.drags || this.rest());
    on(this.stage, "keydown", (event) => this.keyed(event));
    on(this.stage, "focus blur", ({ type }) => {
      this.keys &&= type === "focus";
      this.look(this.point);
    });
  }

  // Without a secure connection there is no navigator.clipboard.
  copy(told) {
    getSelection().selectAllChildren(this.lines);
    write(told, document.execCommand("copy") ? "Copied" : "Select and copy");
  }

  show(state) {
    this.state = state;
    this.root.dataset.kind = state.kind;
    for (const name of ["title", "text", "hint", "sentence"]) write(this[name], state[name] ?? "");
    write(this.larger, this.large ? "Leave large view (Escape)" : state.step ? "Lecture" : "Large view");
    write(this.notes, (state.notes ?? []).join("\n"));
    write(this.lines, state.code ?? "");
    this.code.hidden = !state.code;
    if (this.tables.dataset.html !== state.tables) this.tables.innerHTML = this.tables.dataset.html = state.tables ?? "";
    this.showSteps(state);
    this.showControls(state.controls ?? []);
    this.showPicture(state.facts ?? {});
  }

  // Steps of a lesson: back and on, a number to guess, and a task that says what it lacks.
  showSteps({ step, task, guess }) {
    if (!step) return;
    const [at, last] = step;
    if (this.step.dataset.at !== `${step}`) {
      this.step.dataset.at = `${step}`;
      const goes = (title, to, more) => button(title, () => this.ask({ go: to, ...more }), { disabled: to < 0 || to === last });
      this.step.replaceChildren(goes("Back", at - 1), make("span", {}, `${at + 1} of ${last}`), goes("Next", at + 1), goes("Reset", at), goes("Start again", 0, { again: true }), this.larger);
      this.task.replaceChildren(...(guess ? [this.guessing(guess)] : []), this.lacks);
    }
    if (guess && guess.waits !== this.waits) [this.guess.value, this.skip.hidden] = [guess.given ?? "", !guess.waits];
    this.waits = guess?.waits;
    const answer = guess && !guess.waits && `${guess.given === null ? "It" : `You guessed ${guess.given}; it`} is ${guess.answer}.`;
    write(this.lacks, answer || (task ? `${task.text} ${task.lacks || "✓ Done."}` : ""));
    this.lacks.classList.toggle("prplot-done", Boolean(task && !task.lacks));
  }

  // The browser says what a number must be. In the large view an answered guess gives the keys back.
  guessing({ question, low, high }) {
    const bounds = { min: `${low}`, max: `${high}`, placeholder: `${low} to ${high}` };
    this.guess = make("input", { type: "number", step: "any", required: true, ...bounds, "aria-label": "Your guess" });
    this.skip = button("Show me", () => this.ask({ skip: true }));
    const take = (event) => [event.preventDefault(), this.large && this.stage.focus(), this.ask({ guess: this.guess.valueAsNumber })];
    return on(make("form", {}, `${question} `, this.guess, " ", make("button", {}, "Guess"), " ", this.skip), "submit", take);
  }

  // The large view is for a lecture room: it fills the screen, or the window where that is not allowed.
  enlarge(large) {
    this.root.toggleAttribute("data-large", (this.large = large));
    this.show(this.state);
    window[large ? "addEventListener" : "removeEventListener"]("keydown", this.led, true);
    if (large && this.state.step) this.root.requestFullscreen?.().catch(() => {});
    if (!large && document.fullscreenElement) document.exitFullscreen();
    if (large) this.stage.focus();
  }

  // In a frame of the same origin it takes the room that it needs.
  fitFrame() {
    const frame = window.frameElement;
    if (frame) new ResizeObserver(() => this.large || (frame.style.height = `${this.root.offsetHeight + 16}px`)).observe(this.root);
  }

  // In the large view of a lesson keys go from step to step, unless a control has the focus.
  lead(event) {
    if (event.key === "Escape") this.enlarge(false);
    const by = { ArrowLeft: -1, PageUp: -1, ArrowRight: 1, PageDown: 1 }[event.key];
    if (!by || !this.state.step || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select")) return;
    event.preventDefault();
    event.stopPropagation();
    const [to, last] = [this.state.step[0] + by, this.state.step[1]];
    if (to >= 0 && to < last) this.ask({ go: to });
  }

  // A control stays the same part of the page while what it offers is the same, so that it keeps the focus.
  showControls(controls) {
    const [first, groups] = [[], new Map()];
    for (const control of controls) {
      const { value, text, disabled = false, ...offered } = control;
      const key = JSON.stringify(offered);
      let own = this.made.get(control.name);
      if (own?.key !== key) {
        own = { key, ...builders[control.kind](control, (chosen) => this.ask({ set: { [control.name]: chosen } })) };
        const [tag, title] = control.kind === "several" ? ["fieldset", "legend"] : ["div", "span"];
        const label = make(title, { class: "prplot-label" }, control.title);
        own.row = make(tag, { class: `prplot-control prplot-of-${control.name}`, "data-kind": control.kind }, label, ...own.parts);
        this.made.set(control.name, own);
      }
      own.show(value, text);
      for (const part of own.row.querySelectorAll("input, select")) part.disabled = disabled;
      if (control.group && !groups.has(control.group)) groups.set(control.group, []);
      (groups.get(control.group) ?? first).push(own.row);
    }
    const put = (parent, rows) => {
      if (rows.length !== parent.children.length || rows.some((row, k) => row !== parent.children[k])) parent.replaceChildren(...rows);
    };
    put(this.first, first);
    for (const [group, rows] of groups) {
      const own = this.made.get(`group ${group}`) ?? make("section", { "aria-label": group }, make("h2", {}, group), make("div"));
      this.made.set(`group ${group}`, own);
      put(own.lastChild, rows);
    }
    put(this.more, [this.more.firstChild, ...[...groups.keys()].map((group) => this.made.get(`group ${group}`))]);
    this.more.hidden = !groups.size;
    this.controls.hidden = !controls.length;
  }

  // A picture is shown in tiles, which stand beside each other where there is room, and else beneath each other.
  showPicture({ size = [0, 0], tiles = [[0, 0, ...size]], panels = [], curves = [], at = [] }) {
    const key = JSON.stringify([size, tiles]);
    if (this.stage.dataset.tiles !== key) {
      this.stage.dataset.tiles = key;
      this.stage.replaceChildren(
        ...tiles.map(([x, y, width, height]) => {
          const whole = draw(this.href.startsWith("#") ? "use" : "image", { x: 0, y: 0, width: size[0], height: size[1] });
          const tile = draw("svg", { viewBox: `${x} ${y} ${width} ${height}` }, whole, draw("g", { class: "prplot-marks" }));
          const share = `${(100 * width) / size[0]}% - 0.5px`;
          const most = `${width / height / tiles.length} * var(--tallest, 1e5px)`;
          tile.style.flex = `0 1 max(${share}, min(100%, ${width}px * var(--shrink, 0.8) - 1px, ${most}))`;
          return tile;
        }),
      );
      this.root.style.setProperty("--wide", `${size[0]}px`);
      this.root.style.setProperty("--aspect", `${size[0] / size[1]}`);
      [["wide", 0, 900], ["tall", 1, 600]].forEach(([name, k, most]) => this.root.toggleAttribute(`data-${name}`, size[k] > most));
    }
    for (const part of this.stage.querySelectorAll("image, use")) part.setAttribute("href", this.href);
    // For whoever drives the page.
    this.stage.dataset.boxes = JSON.stringify(panels.map((panel) => panel.box));
    this.stage.hidden = !size[0];
    [this.panels, this.curves, this.at] = [panels, curves, at];
    const words = curves.length ? ["slider", "0", "Operating point"] : ["img", "-1", this.state.sentence || this.state.title];
    ["role", "tabindex", "aria-label"].forEach((name, k) => this.stage.setAttribute(name, words[k]));
    const kept = this.point && curves[this.point.curve]?.name === this.point.name && this.point.row < curves[this.point.curve].tp.length;
    if (kept && ((this.drags && !this.drags.scores) || this.hovered || this.keys)) this.look(this.point);
    else this.rest();
  }

  // The point that is read: of the pointer or, while nobody points, the operating point.
  rest() {
    this.hovered = false;
    const own = this.curves.findIndex(({ name }, k) => name === this.chosen && this.at[k] !== null && !this.hidden.has(k));
    const curve = own < 0 ? this.at.findIndex((row, k) => row !== null && !this.hidden.has(k)) : own;
    this.look(curve < 0 ? null : { curve, row: this.at[curve] }, this.state.facts?.exact?.[curve]);
  }

  look(point, exact) {
    const curve = point && this.curves[point.curve];
    this.point = point && { ...point, name: curve.name };
    const lines = this.panels.flatMap((panel) => panel.lines.map((line) => ({ panel, line })));
    const own = point ? lines.filter(({ line }) => line.curve === point.curve) : [];
    // In a notebook Python has drawn the operating points.
    const marked = this.state.kind === "page" || this.hovered || this.drags || this.stage.matches(":focus-visible");
    const pale = (this.state.facts?.entries ?? []).filter((entry) => this.hidden.has(entry.curve)).map((entry) => entry.box);
    for (const group of this.stage.querySelectorAll(".prplot-marks")) {
      const veils = pale.map(([x, y, x2, y2]) => draw("rect", { x, y, width: x2 - x, height: y2 - y, class: "prplot-veil" }));
      group.replaceChildren(...veils, ...(marked ? own : []).flatMap(({ panel, line }) => mark(panel, line, point.row, curve.color)));
    }
    const cells = point ? reading(exact ?? curve, exact ? 0 : point.row, this.times?.(curve)) : [];
    const said = cells.flatMap(([what, value]) => [make("span", { class: "prplot-cell" }, make("span", { class: "prplot-key" }, what), ` ${value}`), " "]);
    this.read.replaceChildren(...(curve?.name ? [swatch(curve.name, curve.color), " "] : []), ...said);
    const text = this.read.textContent.trim() || this.state.sentence || "";
    const values = { min: 0, max: (curve?.tp.length ?? 1) - 1, now: point?.row ?? 0, text };
    for (const [name, value] of Object.entries(values)) this.stage.setAttribute(`aria-value${name}`, `${value}`);
  }

  // A drag keeps to the tile and the curve on which it began: the pointer may leave them.
  found(event) {
    const here = this.stage.getRootNode().elementFromPoint(event.clientX, event.clientY);
    const tile = this.drags?.tile ?? here?.closest(".prplot-stage > svg");
    const { x, y } = tile ? new DOMPoint(event.clientX, event.clientY).matrixTransform(tile.getScreenCTM().inverse()) : {};
    const [place, entries] = [[x, y], this.state.facts.entries ?? []];
    // Where panels overlap, the last one is on top.
    const panel = this.panels.findLast(({ box }) => within(box, place));
    const hidden = this.drags ? new Set([...this.curves.keys()].filter((k) => k !== this.drags.curve)) : this.hidden;
    return { tile, place, panel, entry: entries.find(({ box }) => within(box, place)), point: panel && nearest(panel, place, hidden) };
  }

  pointed(event) {
    // Browsers tell of moves also where the page moved under a pointer that rests.
    if (event.clientX === this.x && event.clientY === this.y) return;
    [this.x, this.y] = [event.clientX, event.clientY];
    const { place, panel, entry, point } = this.found(event);
    this.stage.style.cursor = entry ? "pointer" : panel?.scores ? "ew-resize" : point ? "crosshair" : "";
    if (this.drags?.scores) this.cut(this.drags.scores, place);
    else if (point && (this.drags || !entry)) {
      this.hovered = true;
      if (this.drags) this.move(point);
      else this.look(point);
    }
  }

  pressed(event) {
    if (event.button) return;
    const { tile, place, panel, entry, point } = this.found(event);
    if (entry && !this.drags) return this.ask({ hide: entry.curve, number: this.state.facts.number });
    if (!panel?.scores && !point) return;
    this.drags = { tile, curve: point?.curve, scores: panel.scores && panel };
    this.stage.setPointerCapture(event.pointerId);
    if (panel.scores) this.cut(panel, place);
    else this.move(point);
  }

  // A threshold on a histogram of scores; what is read then is the operating point.
  cut({ box: [left, , right], scores: [low, high] }, [across]) {
    this.hovered = this.keys = false;
    const cut = low + ((across - left) / (right - left)) * (high - low);
    if (Number.isFinite(cut)) this.ask({ cut, span: high - low });
  }

  move(point) {
    const same = this.point && point.curve === this.point.curve && point.row === this.point.row && this.at[point.curve] === point.row;
    this.look(point);
    this.chosen = this.point.name;
    if (!same) this.ask({ point, number: this.state.facts.number });
  }

  // Left and right go along a curve, up and down to another one.
  keyed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== this.stage || !this.curves.length) return;
    const shown = [...this.curves.keys()].filter((k) => !this.hidden.has(k));
    const { curve, row } = this.point ?? { curve: shown[0], row: 0 };
    const last = this.curves[curve].tp.length - 1;
    const far = Math.max(1, Math.round(last / 10));
    const along = { ArrowRight: 1, ArrowLeft: -1, PageDown: far, PageUp: -far, End: last, Home: -last }[event.key];
    const down = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (along === undefined && down === undefined) return;
    event.preventDefault();
    this.keys = true;
    const next = shown[(shown.indexOf(curve) + down + shown.length) % shown.length];
    if (along === undefined && shown.length > 1) this.move(beside(this.curves, { curve, row }, next));
    else this.move({ curve, row: Math.min(Math.max(row + (along ?? down), 0), last) });
  }
}

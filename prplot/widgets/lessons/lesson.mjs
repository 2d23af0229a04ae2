// A lesson that needs no kernel: every state that its controls can have was drawn before, and is shown when asked for.

export async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

// Which state some positions of the controls are, the last control first to move.
export function numberOf(positions, controls) {
  return positions.reduce((number, position, k) => number * controls[k].words.length + position, 0);
}

export function written(number, digits) {
  const text = Math.abs(number).toFixed(digits);
  const [whole, rest] = text.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  const sign = number < 0 && Number(text) !== 0 ? "-" : "";
  return `${sign}${grouped}${rest ? `.${rest}` : ""}`;
}

// The guess beside the truth, with the difference in words.
export function answer(guessed, truth, digits) {
  const away = Number((Number(guessed.toFixed(digits)) - Number(truth.toFixed(digits))).toFixed(digits));
  if (away === 0) return `You said ${written(guessed, digits)}, and so it is.`;
  const more = digits ? (away > 0 ? "too much" : "too little") : away > 0 ? "too many" : "too few";
  return (
    `You said ${written(guessed, digits)}; it is ${written(truth, digits)}. ` +
    `That was ${written(Math.abs(away), digits)} ${more}.`
  );
}

function make(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

class LessonPage {
  constructor(root, facts) {
    [this.root, this.facts] = [root, facts];
    this.positions = [...facts.start];
    this.guessed = facts.guess.given;
    this.done = new Set();
    this.stage = root.querySelector(".prplot-stage");
    this.sentence = root.querySelector(".prplot-sentence");
    this.tasks = [...root.querySelectorAll(".prplot-tasks li")];
    this.lacks = this.tasks.map((task) => task.appendChild(make("span", { class: "prplot-lacks", role: "status" })));
    root.querySelector(".prplot-question").after(this.ask());
    this.inputs = facts.controls.map((control, k) => this.control(control, k));
    const presets = facts.presets.map(([title, at]) => this.button(title, () => this.go(at)));
    presets.at(-1).addEventListener("click", () => this.startAgain());
    this.stage.before(
      make("div", { class: "prplot-row" }, ...this.inputs.map(({ label }) => label).filter((_, k) => facts.controls[k].words.length > 1)),
      make("div", { class: "prplot-row" }, ...presets),
    );
    this.show();
  }

  button(title, act) {
    const made = make("button", { type: "button" }, title);
    made.addEventListener("click", act);
    return made;
  }

  ask() {
    const { low, high, digits } = this.facts.guess;
    const input = make("input", { type: "number", min: low, max: high, step: 10 ** -digits, "aria-label": "Your guess" });
    this.answer = make("p", { class: "prplot-answer", role: "status" });
    const say = () => {
      const value = Number(input.value);
      if (input.value.trim() === "" || !(value >= low && value <= high)) {
        this.answer.textContent = `A guess is a number from ${written(low, digits)} to ${written(high, digits)}.`;
        return;
      }
      this.guessed = value;
      this.go(this.facts.guess.at);
    };
    input.addEventListener("keydown", (event) => event.key === "Enter" && say());
    const row = make("div", { class: "prplot-row" }, make("label", {}, "Your guess ", input), this.button("That is my guess", say));
    return make("div", { class: "prplot-ask" }, row, this.answer);
  }

  control({ label, kind, words }, k) {
    const move = (position) => {
      this.positions[k] = position;
      this.show();
    };
    if (kind === "select") {
      const input = make("select", {}, ...words.map((word, at) => make("option", { value: at }, word)));
      input.addEventListener("change", () => move(Number(input.value)));
      return { label: make("label", {}, `${label} `, input), set: (at) => (input.value = `${at}`) };
    }
    if (kind === "check") {
      const input = make("input", { type: "checkbox" });
      input.addEventListener("change", () => move(Number(input.checked)));
      return { label: make("label", {}, input, ` ${label}`), set: (at) => (input.checked = at === 1) };
    }
    const input = make("input", { type: "range", min: 0, max: words.length - 1, step: 1 });
    const value = make("output");
    input.addEventListener("input", () => move(Number(input.value)));
    const set = (at) => {
      input.value = `${at}`;
      input.setAttribute("aria-valuetext", words[at]);
      value.textContent = words[at];
    };
    const end = (at) => (input.max = `${at}`);
    return { label: make("label", {}, `${label} `, input, " ", value), set, end };
  }

  startAgain() {
    this.guessed = null;
    this.answer.textContent = "";
    this.root.querySelector(".prplot-ask input").value = "";
    this.done.clear();
    this.show();
  }

  go(positions) {
    this.positions = [...positions];
    this.show();
  }

  show() {
    const { facts } = this;
    for (const [k, ends] of Object.entries(facts.ends)) {
      const last = ends[numberOf(this.positions, facts.controls)];
      this.inputs[k].end(last);
      this.positions[k] = Math.min(this.positions[k], last);
    }
    const number = numberOf(this.positions, facts.controls);
    this.inputs.forEach(({ set }, k) => set(this.positions[k]));
    const before = this.stage.querySelector("svg");
    const drawn = new DOMParser().parseFromString(facts.drawn[number].map((part) => facts.parts[part]).join(""), "image/svg+xml");
    const svg = document.importNode(drawn.documentElement, true);
    for (const name of ["width", "height", "version"]) svg.removeAttribute(name);
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", `${this.root.querySelector("h1").textContent} ${facts.said[number]}`);
    before.replaceWith(svg);
    if (this.sentence.textContent !== facts.said[number]) this.sentence.textContent = facts.said[number];
    this.lacks.forEach((span, k) => {
      const lacking = facts.lacks[number][k];
      if (!lacking) this.done.add(k);
      const said = lacking ? (this.done.has(k) ? "✓ Done before." : lacking) : "✓ Done.";
      if (span.textContent !== said) span.textContent = said;
      span.classList.toggle("prplot-done", this.done.has(k));
    });
    if (this.guessed !== null) {
      this.answer.textContent = answer(this.guessed, facts.guess.truth, facts.guess.digits);
      if (this.positions.every((at, k) => at === facts.guess.at[k])) this.mark(svg, facts.boxes[number]);
    }
  }

  // Where the guess lies in the picture; the place is linear in what was guessed.
  mark(svg, box) {
    if (!box) return;
    const [[left, top, right, bottom], xs, ys] = box;
    const [at, one] = this.facts.guess.place;
    const [x, y] = [1, 2].map((k) => at[k] + (one[k] - at[k]) * this.guessed);
    const cx = left + ((x - xs[0]) / (xs[1] - xs[0])) * (right - left);
    const cy = bottom + ((y - ys[0]) / (ys[1] - ys[0])) * (top - bottom);
    const made = document.createElementNS("http://www.w3.org/2000/svg", "g");
    made.setAttribute("class", "prplot-guessed");
    made.innerHTML = `<path d="M${cx} ${cy}m-5-3l2-2 3 3 3-3 2 2-3 3 3 3-2 2-3-3-3 3-2-2 3-3z"/><text x="${cx}" y="${cy - 8}" text-anchor="middle">your guess</text>`;
    svg.append(made);
  }
}

if (typeof document !== "undefined") {
  for (const root of document.querySelectorAll(".prplot-lesson[data-facts]")) {
    new LessonPage(root, await unpacked(root.dataset.facts));
  }
}

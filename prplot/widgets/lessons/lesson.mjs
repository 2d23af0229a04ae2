// A lesson that needs no kernel: each step was drawn before at every stop of its control, and is shown when asked for.

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

for (const root of document.querySelectorAll("[data-lesson]")) {
  const { steps, parts, ...begun } = await unpacked(root.dataset.lesson);
  const still = root.firstElementChild;
  still.className = "prplot-source";
  let [number, given] = [begun.step, begun.guess];
  let at = steps[number].begin;
  const show = () => {
    const { states, begin, truth, ...step } = steps[number];
    const { sentence, lacks, facts, parts: own } = states[at];
    const [control] = step.controls;
    still.innerHTML = own.map((part) => parts[part]).join("");
    const value = control.kind === "number" ? control.stops[at] : control.kind === "flag" ? at === 1 : control.options[at][0];
    const right = truth && given !== null && given.trim() !== "" && given >= truth.low && given <= truth.high;
    const answer = right ? `You guessed ${given}; it is ${truth.written}.` : step.guess && `A guess is a number from ${step.guess.bounds}.`;
    const guess = step.guess && { ...step.guess, given, answer: given === null ? null : answer };
    face.show({ ...step, controls: [{ ...control, value }], task: step.task && { ...step.task, lacks }, guess, sentence, facts });
    return right;
  };
  const face = new Face(root, ({ set, go, guess }) => {
    const { truth, controls: [{ kind, stops, options }] } = steps[number];
    if (go !== undefined) [number, at] = [go, steps[go].begin];
    if (go === 0) given = null;
    for (const value of Object.values(set ?? {})) at = kind === "number" ? stops.indexOf(value) : kind === "flag" ? Number(value) : options.findIndex(([option]) => option === value);
    if (guess !== undefined) given = guess;
    if (show() && guess !== undefined) at = truth.at;
    show();
  });
  face.source = "#prplot-picture";
  show();
}

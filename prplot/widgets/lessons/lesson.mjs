// A lesson that needs no kernel: each step was drawn before at every stop of its control, and is shown when asked for.

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

for (const root of document.querySelectorAll("[data-lesson]")) {
  const { steps, parts, number, given } = await unpacked(root.dataset.lesson);
  const now = { number, given, at: steps[number].begin };
  const drawing = root.querySelector(".prplot-drawing");
  root.replaceChildren(drawing);
  const show = () => {
    const { stops, states, truth, state, facts } = steps[now.number];
    const { sentence, lacks, parts: own } = states[now.at];
    drawing.innerHTML = own.map((part) => parts[part]).join("");
    const controls = [{ ...state.controls[0], value: stops[now.at] }];
    const answer = truth && now.given !== null ? `You guessed ${now.given}; it is ${truth.written}.` : null;
    const guess = state.guess && { ...state.guess, given: now.given, answer };
    face.show({ ...state, controls, guess, task: state.task && { ...state.task, lacks }, sentence, facts });
  };
  const face = new Face(root, ({ set, go, guess }) => {
    if (go !== undefined) [now.number, now.at] = [go, steps[go].begin];
    if (go === 0) now.given = null;
    const { stops, truth } = steps[now.number];
    for (const value of Object.values(set ?? {})) now.at = stops.indexOf(value);
    if (guess !== undefined) [now.given, now.at] = [guess, truth.at];
    show();
  });
  face.source = "#prplot-picture";
  show();
}

// A lesson that needs no kernel: each step was drawn before at every stop of its control, and is shown when asked for.

for (const root of document.querySelectorAll("[data-lesson]")) {
  const packed = Uint8Array.from(atob(root.dataset.lesson), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const { steps, parts, now } = await new Response(stream).json();
  const drawing = root.querySelector(".prplot-drawing");
  root.replaceChildren(drawing);
  const show = () => {
    const { stops, states, state, before } = steps[now.number];
    const waits = Boolean(before) && now.given === null && !now.skipped;
    const { sentence, lacks, facts, parts: own } = waits ? before : states[now.at];
    drawing.innerHTML = own.map((part) => parts[part]).join("");
    const controls = [{ ...state.controls[0], value: stops[now.at], disabled: waits }];
    const guess = state.guess && { ...state.guess, given: now.given, waits };
    face.show({ ...state, controls, guess, task: state.task && { ...state.task, lacks }, sentence, facts });
  };
  const face = new Face(root, ({ set, go, again, guess, skip }) => {
    if (again || (go === now.number && steps[go].before)) [now.given, now.skipped] = [null, false];
    if (go !== undefined) Object.assign(now, { number: go, at: steps[go].begin });
    const { stops, answered } = steps[now.number];
    for (const value of Object.values(set ?? {})) now.at = stops.indexOf(value);
    if (guess !== undefined) now.given = guess;
    if (guess !== undefined || skip) [now.skipped, now.at] = [true, answered];
    show();
  });
  show();
  face.fitFrame();
}

// In a notebook Python draws, and answers every request with another picture. Of what is asked for meanwhile only the
// last is kept. Without an answer for a while nobody is there to draw, as in a notebook that was stored.
export default {
  render({ model, el }) {
    const name = Math.random().toString(36).slice(2);
    let [number, flight, next, busy, url] = [0, null, null, 0, ""];
    const ask = (what) => {
      if (flight !== null) {
        next = what.set && next?.set ? { set: { ...next.set, ...what.set } } : what;
        return;
      }
      number += 1;
      flight = `${name} ${number}`;
      busy = setTimeout(() => el.classList.add("prplot-busy"), 200);
      model.send({ flight, ...what });
    };
    const face = new Face(el, ask);
    const dead = setTimeout(() => el.classList.add("prplot-dead"), 5000);
    const show = async () => {
      // Not every notebook has set the picture already when it tells of what is seen.
      await Promise.resolve();
      const [seen, before, image] = [model.get("seen"), url, new Image()];
      url = URL.createObjectURL(new Blob([model.get("picture")], { type: "image/png" }));
      image.src = url;
      await image.decode().catch(() => {}); // Else there is nothing to see until it is decoded.
      face.href = image.src;
      face.show(seen);
      URL.revokeObjectURL(before);
      if (!seen.answered.includes(flight)) return;
      clearTimeout(dead);
      clearTimeout(busy);
      el.classList.remove("prplot-busy", "prplot-dead");
      const later = next;
      [flight, next] = [null, null];
      if (later) ask(later);
    };
    model.on("change:seen", show);
    show();
    ask({});
    return () => {
      model.off("change:seen", show);
      clearTimeout(dead);
    };
  },
};

// The page's side of the board widget.  It keeps no state but the cursor: what is shown comes from
// the kernel, and what is pressed goes to it.

const SVG = "http://www.w3.org/2000/svg";

const KEYS = {
  "[": { do: "step", by: -1 },
  "]": { do: "step", by: 1 },
  PageUp: { do: "rung", up: false },
  PageDown: { do: "rung", up: true },
  m: { do: "view", view: "marks" },
  s: { do: "view", view: "steps" },
  t: { do: "toggle" },
  a: { do: "adopt" },
  u: { do: "undo" },
};

const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

const HELP =
  "Click or Space: on, off, open · arrows: move · Delete: open · [ and ]: step back, forward · " +
  "PageUp, PageDown: rung · M: marks · S: steps · T: solutions in turn · A: adopt what is shown · " +
  "U: undo";

const GONE = "The kernel is gone, or was started anew: run the cell again.";

function make(parent, name, attributes = {}, text = "") {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.textContent = text;
  parent.append(node);
  return node;
}

function draw(parent, name, attributes) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  parent.append(node);
  return node;
}

// Ctrl, Alt or the like; but AltGr, which comes as Ctrl+Alt, writes [ and ] on many keyboards.
function modified(event) {
  const held = event.ctrlKey || event.metaKey || event.altKey;
  return held && !event.getModifierState("AltGraph");
}

function undoes(event) {
  const accelerated = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  return accelerated && event.key.toLowerCase() === "z";
}

function render({ model, el }) {
  const places = model.get("_places");
  const { points, edges, half, moves, names, words } = places;
  let cursor = 0;

  const root = make(el, "div", { class: "kazoe" });
  const bar = make(root, "div", { class: "kazoe-bar", role: "toolbar", "aria-label": "Board" });
  const help = `kazoe-help-${Math.random().toString(36).slice(2)}`;
  const stage = make(root, "div", {
    class: "kazoe-stage",
    tabindex: "0",
    role: "application",
    "aria-roledescription": "puzzle board",
    "aria-label": places.title,
    "aria-describedby": help,
  });
  const picture = make(stage, "div", { class: "kazoe-picture" });
  const overlay = document.createElementNS(SVG, "svg");
  overlay.setAttribute("class", "kazoe-overlay");
  overlay.setAttribute("aria-hidden", "true");
  stage.append(overlay);
  const slider = make(root, "input", {
    class: "kazoe-slider",
    type: "range",
    min: "0",
    "aria-label": "Step",
  });
  const spoken = make(root, "div", { class: "kazoe-spoken", "aria-live": "polite" });
  const status = make(root, "div", { class: "kazoe-status" });
  const reason = make(root, "div", { class: "kazoe-reason", role: "status", "aria-live": "polite" });
  const violations = make(root, "ul", { class: "kazoe-violations", "aria-live": "polite" });
  make(root, "div", { class: "kazoe-help", id: help }, HELP);

  // Without a kernel a message is thrown back or, in a notebook opened anew, silently dropped.  Of
  // the widget's own models only the layout tells whether there is one.
  function live() {
    return model.get("layout")?.comm_live !== false;
  }

  function send(message) {
    if (!live()) return lost();
    root.setAttribute("aria-busy", "true");
    try {
      model.send(message);
    } catch {
      lost();
    }
  }

  function lost() {
    root.setAttribute("aria-busy", "false");
    reason.textContent = GONE;
  }

  // Not at once: the models are told one by one.
  const recheck = () => setTimeout(() => live() || lost());

  function button(text, title, message, view) {
    const node = make(bar, "button", { type: "button", title, "aria-label": title }, text);
    if (view) node.dataset.view = view;
    node.addEventListener("click", () => send(message));
    return node;
  }
  button("Marks", "Show your marks (M)", KEYS.m, "marks");
  button("Steps", "Show the ladder's steps (S)", KEYS.s, "steps");
  button("Solutions", "Show a solution, then the other (T)", KEYS.t, "solutions");
  button("|◀", "One rung back (PageUp)", KEYS.PageUp).classList.add("kazoe-apart");
  button("◀", "One step back ([)", KEYS["["]);
  button("▶", "One step forward (])", KEYS["]"]);
  button("▶|", "One rung forward (PageDown)", KEYS.PageDown);
  button("Adopt", "Make what is shown your marks (A)", KEYS.a).classList.add("kazoe-apart");
  button("Undo", "Take back the last change of marks (U)", KEYS.u);
  button("Reset", "Take away all marks, back to the bare board", { do: "reset" });

  // While the kernel is at work on a step, only the last of those wanted meanwhile is kept.
  let wanted = null;
  slider.addEventListener("input", () => {
    wanted = Number(slider.value);
    if (root.getAttribute("aria-busy") !== "true") follow();
  });

  function follow() {
    const position = wanted;
    wanted = null;
    send({ do: "go", position });
  }

  function cycle(back) {
    if (points.length) send({ do: "cycle", place: cursor, back });
  }

  // The picture

  function show() {
    const shown = model.get("_shown");
    // Parsed as XML and adopted: nothing in it is run as a script.
    const parsed = new DOMParser().parseFromString(shown.svg, "image/svg+xml");
    const svg = document.importNode(parsed.documentElement, true);
    svg.setAttribute("aria-hidden", "true");
    svg.querySelector("title")?.remove(); // it would pop up over every cell
    picture.replaceChildren(svg);
    for (const name of ["viewBox", "width", "height"]) {
      overlay.setAttribute(name, svg.getAttribute(name));
    }
    status.textContent = shown.status;
    reason.textContent = shown.reason;
    violations.replaceChildren();
    for (const text of shown.violations) make(violations, "li", {}, text);
    for (const node of bar.querySelectorAll("[data-view]")) {
      node.setAttribute("aria-pressed", String(node.dataset.view === shown.view));
    }
    root.dataset.view = shown.view;
    root.setAttribute("aria-busy", "false");
    slider.hidden = shown.last === null;
    if (shown.last !== null) {
      slider.max = String(shown.last);
      if (wanted === null) slider.value = String(shown.position);
      slider.setAttribute("aria-valuetext", shown.status);
    }
    if (wanted !== null) follow();
    decorate();
    if (document.activeElement === stage) speak();
  }

  // Signs over the picture: a warning triangle at every mark that breaks a rule, and the cursor.
  // Black on white with an edge of the other, to be seen on any shade.
  function decorate() {
    overlay.replaceChildren();
    for (const place of model.get("_shown").broken) {
      const [x, y] = points[place];
      const group = draw(overlay, "g", {
        class: "kazoe-broken",
        transform: edges[place] ? `translate(${x},${y})` : `translate(${x + 12},${y - 11})`,
      });
      draw(group, "path", {
        d: "M0-6L6.5 5H-6.5Z",
        fill: "#000",
        stroke: "#fff",
        "stroke-width": 3.5,
        "stroke-linejoin": "round",
        "paint-order": "stroke",
      });
      draw(group, "path", { d: "M0-2.8V1M0 2.2V3.6", stroke: "#fff", "stroke-width": 1.5 });
    }
    if (!points.length) return;
    const [x, y] = points[cursor];
    const ring = draw(overlay, "g", { class: "kazoe-cursor", transform: `translate(${x},${y})` });
    const d = edges[cursor] ? "M0-11A11 11 0 1 1 0 11A11 11 0 1 1 0-11" : corners(half - 2, 8);
    for (const [stroke, width] of [["#fff", 6], ["#000", 3]]) {
      draw(ring, "path", { d, fill: "none", stroke, "stroke-width": width });
    }
  }

  function corners(a, b) {
    return [[1, 1], [1, -1], [-1, -1], [-1, 1]]
      .map(([i, j]) => `M${i * a} ${j * (a - b)}V${j * a}H${i * (a - b)}`)
      .join("");
  }

  function move(to) {
    cursor = to;
    decorate();
    speak();
  }

  function speak() {
    if (!points.length) return;
    const word = words[cursor][model.get("_shown").values[cursor]];
    spoken.textContent = `${names[cursor]} ${word}${places.printed[cursor] ? ", printed" : ""}`;
  }

  // Pointer and keys

  function placeAt(event) {
    const matrix = overlay.getScreenCTM();
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    // A cell is a square around its middle; an edge has the diamond between its two cells.
    const reach = ([x, y], edge) => {
      const [right, down] = [Math.abs(at.x - x), Math.abs(at.y - y)];
      return edge ? right + down : Math.max(right, down);
    };
    // In the middle of a cell, where four edges meet, none is meant; beside cells edges are smaller.
    const room = edges.every(Boolean) ? half - 2 : half / 2;
    const hit = (edge, within) =>
      points.findIndex((point, i) => edges[i] === edge && reach(point, edge) <= within);
    const edge = hit(true, room);
    return edge < 0 ? hit(false, half) : edge;
  }

  stage.addEventListener("click", (event) => {
    const place = placeAt(event);
    if (place < 0) return;
    stage.focus();
    move(place);
    cycle(event.shiftKey);
  });

  // Wherever one clicks, the board has the keys, and JupyterLab has them not.
  root.addEventListener("click", (event) => {
    if (!event.target.closest("button, input")) stage.focus({ preventScroll: true });
  });

  root.addEventListener("keydown", (event) => {
    if (modified(event) && !undoes(event)) return;
    const onStage = event.target === stage;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (undoes(event)) send(KEYS.u);
    else if (KEYS[key]) send(KEYS[key]);
    else if (onStage && ARROWS.includes(key)) {
      if (points.length) move(moves[cursor][ARROWS.indexOf(key)]);
    } else if (onStage && (key === " " || (key === "Enter" && !event.shiftKey))) {
      cycle(key === " " && event.shiftKey);
    } else if (onStage && (key === "Delete" || key === "Backspace")) {
      if (points.length) send({ do: "clear", place: cursor });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });

  // JupyterLab leaves keys alone whose target has this attribute; most of its selectors speak of the
  // very element that has the focus, so that an attribute around it would come too late.  It keeps
  // its own Ctrl keys, but for Ctrl+Z, and Shift+Enter.
  function guard(event) {
    if (!root.contains(event.target)) return;
    const theirs = (modified(event) && !undoes(event)) || (event.key === "Enter" && event.shiftKey);
    event.target.toggleAttribute("data-lm-suppress-shortcuts", !theirs);
  }
  window.addEventListener("keydown", guard, true);

  model.on("change:_shown", show);
  model.on("comm_live_update", recheck);
  show();
  return () => {
    window.removeEventListener("keydown", guard, true);
    model.off("change:_shown", show);
    model.off("comm_live_update", recheck);
  };
}

export default { render };

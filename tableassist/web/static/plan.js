// The plan: SVG elements as the table sends them, with zoom, pan and picking.
const STEP = 1.3;
const MOST = 12;
const FINGER_PX = 16;

export class Plan {
  constructor(svg, onPick) {
    this.svg = svg;
    this.size = [915, 915];
    this.parts = [];
    this.view = [0, 0, 915, 915];
    this.pointers = new Map();
    this.moved = 0;
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"]) svg.addEventListener(name, (event) => this.up(event));
    svg.addEventListener("wheel", (event) => { event.preventDefault(); this.zoom(event.deltaY < 0 ? 1 / STEP : STEP, this.place(event)); }, { passive: false });
    svg.addEventListener("click", (event) => {
      if (this.moved > 8) return;
      onPick(this.piece(event));
    });
    svg.addEventListener("keydown", (event) => this.key(event));
  }

  // The one that was hit, or the nearest that a finger may have meant.
  piece(event) {
    const hit = event.target.closest("[data-piece]");
    if (hit !== null) return hit.dataset.piece;
    let [nearest, least] = [null, FINGER_PX];
    for (const each of this.svg.querySelectorAll("[data-piece]")) {
      const box = each.getBoundingClientRect();
      const away = Math.hypot(Math.max(box.left - event.clientX, 0, event.clientX - box.right), Math.max(box.top - event.clientY, 0, event.clientY - box.bottom));
      if (away < least) [nearest, least] = [each.dataset.piece, away];
    }
    return nearest;
  }

  resize(mat) {
    if (mat === undefined || (mat[0] === this.size[0] && mat[1] === this.size[1])) return;
    this.size = mat;
    this.whole();
  }

  whole() { this.show([0, 0, ...this.size]); }

  show(view) { this.view = view; this.svg.setAttribute("viewBox", view.join(" ")); }

  set(parts, under = null) {
    // The server escapes all names in these elements.
    const groups = parts.map((part) => this.group(part));
    this.svg.replaceChildren(...(under === null ? [] : [under]), ...groups);
    this.parts = groups;
  }

  change(parts) {
    for (const [place, part] of Object.entries(parts)) {
      const old = this.parts[Number(place)];
      if (old === undefined) continue;
      const now = this.group(part);
      old.replaceWith(now);
      this.parts[Number(place)] = now;
    }
  }

  group(part) {
    const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
    group.innerHTML = part;
    return group;
  }

  place(event) {
    const box = this.svg.getBoundingClientRect();
    return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
  }

  zoom(by, at = [0.5, 0.5]) {
    const [x, y, width, height] = this.view;
    const wide = Math.min(this.size[0], Math.max(this.size[0] / MOST, width * by));
    const high = wide * this.size[1] / this.size[0];
    this.pan(x + (width - wide) * at[0], y + (height - high) * at[1], wide, high);
  }

  pan(x, y, width, height) {
    const clamp = (value, most) => Math.min(Math.max(0, value), Math.max(0, most));
    this.show([clamp(x, this.size[0] - width), clamp(y, this.size[1] - height), width, height]);
  }

  key(event) {
    const [x, y, width, height] = this.view;
    const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key in moves) this.pan(x + moves[event.key][0] * width / 8, y + moves[event.key][1] * height / 8, width, height);
    else if (event.key === "+") this.zoom(1 / STEP);
    else if (event.key === "-") this.zoom(STEP);
    else if (event.key === "0") this.whole();
    else return;
    event.preventDefault();
  }

  down(event) {
    this.moved = 0;
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
  }

  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (before === undefined) return;
    const now = [event.clientX, event.clientY];
    this.moved += Math.hypot(now[0] - before[0], now[1] - before[1]);
    const box = this.svg.getBoundingClientRect();
    if (this.pointers.size === 2) {
      const other = [...this.pointers].find(([id]) => id !== event.pointerId)[1];
      const apart = (one) => Math.max(1, Math.hypot(one[0] - other[0], one[1] - other[1]));
      const middle = [((now[0] + other[0]) / 2 - box.left) / box.width, ((now[1] + other[1]) / 2 - box.top) / box.height];
      this.zoom(apart(before) / apart(now), middle);
    } else if (this.moved > 8) {
      const [x, y, width, height] = this.view;
      this.pan(x - (now[0] - before[0]) / box.width * width, y - (now[1] - before[1]) / box.height * height, width, height);
    }
    this.pointers.set(event.pointerId, now);
  }

  up(event) { this.pointers.delete(event.pointerId); }
}

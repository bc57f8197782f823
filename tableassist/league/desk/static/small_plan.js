// A small plan of a table. Its elements come from the table, whoever sits there: only what draws is taken over.
const SVG = "http://www.w3.org/2000/svg";
const TAGS = new Set(["g", "path", "text", "tspan", "title", "circle", "ellipse", "line", "rect", "polyline", "polygon"]);
const ATTRIBUTES = new Set(["class", "d", "x", "y", "dx", "dy", "font-size", "text-anchor", "transform", "cx", "cy", "r", "rx", "ry", "x1", "y1", "x2", "y2", "points", "width", "height"]);
const parser = new DOMParser();

export class SmallPlan {
  constructor(label) {
    this.svg = document.createElementNS(SVG, "svg");
    this.svg.setAttribute("class", "plan");
    this.svg.setAttribute("role", "img");
    this.svg.setAttribute("aria-label", label);
    this.parts = [];
    this.drawn = [];
  }

  show(parts, mat) {
    const [width, height] = mat?.[0] > 0 && mat?.[1] > 0 ? mat : [915, 915];
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const same = this.parts.length === parts.length;
    this.drawn = parts.map((part, at) => {
      if (same && this.parts[at] === part) return this.drawn[at];
      const now = drawn(part);
      if (same) this.drawn[at].replaceWith(now);
      return now;
    });
    if (!same) this.svg.replaceChildren(...this.drawn);
    this.parts = [...parts];
  }
}

export function drawn(part) {
  const group = document.createElementNS(SVG, "g");
  const read = parser.parseFromString(`<svg xmlns="${SVG}">${part}</svg>`, "image/svg+xml");
  if (!read.querySelector("parsererror")) group.append(...copied(read.documentElement));
  return group;
}

function copied(from) {
  const made = [];
  for (const node of from.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) made.push(document.createTextNode(node.data));
    if (node.nodeType !== Node.ELEMENT_NODE || !TAGS.has(node.localName)) continue;
    const one = document.createElementNS(SVG, node.localName);
    for (const { name, value } of node.attributes) if (ATTRIBUTES.has(name)) one.setAttribute(name, value);
    one.append(...copied(node));
    made.push(one);
  }
  return made;
}

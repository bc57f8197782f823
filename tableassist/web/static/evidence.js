// A ruling opened: its words, the camera's picture close up, and the plan where it was decided.
import { at, button, element, get, language, rulingLines, said } from "./page.js";
import { Plan } from "./plan.js";

const PAUSE_MS = 1000;
const SVG = "http://www.w3.org/2000/svg";

export class Evidence {
  constructor(time) {
    this.time = time;
    this.id = null;
    this.row = "";
    this.at_ms = 0;
    this.later = 0;
    this.views = {};
    at("sheet").addEventListener("close", () => { if (!at("sheet").open) this.id = null; });
  }

  async open(id) {
    this.id = id;
    this.row = "";
    this.views = {};
    at("sheet").replaceChildren(this.closing(), element("p", said("loading"), "quiet"));
    if (!at("sheet").open) at("sheet").showModal();
    await this.load();
  }

  closing() { return button(said("close"), () => at("sheet").close(), "close"); }

  // Answered anew, it is shown anew; not more than once a second.
  follow(rows) {
    const row = this.id === null ? undefined : rows.find((each) => each?.id === this.id);
    const made = JSON.stringify(row);
    if (row === undefined || made === this.row) return;
    this.row = made;
    clearTimeout(this.later);
    this.later = setTimeout(() => { if (this.id === row.id) this.load(); }, Math.max(0, this.at_ms + PAUSE_MS - Date.now()));
  }

  async load() {
    const id = this.id;
    this.at_ms = Date.now();
    try {
      const asked = new URLSearchParams({ ruling: id, lang: language, ...this.time() });
      const answer = await get(`/api/evidence?${asked}`);
      const got = await answer.json();
      if (this.id === id) this.show(answer.ok ? got : null);
    } catch {
      if (this.id === id && !this.views.words) at("sheet").replaceChildren(this.closing(), element("p", said("lost")));
    }
  }

  show(got) {
    if (got === null) { at("sheet").replaceChildren(this.closing(), element("p", said("not_ruled"))); this.views = {}; return; }
    if (!this.views.words) this.build(got);
    this.views.words.replaceChildren(...rulingLines(got.ruling, "h2"));
    this.draw("picture", got.picture);
    this.draw("plan", got.plan);
  }

  build(got) {
    this.views.words = element("div", "", "told");
    const figures = element("div", "", "figures");
    for (const [name, title] of [["picture", said("close_up")], ["plan", said("on_plan")]]) {
      if (!got[name]) continue;
      const figure = element("figure");
      const svg = document.createElementNS(SVG, "svg");
      svg.setAttribute("class", name === "picture" ? "plan photo" : "plan");
      svg.setAttribute("role", "img");
      svg.setAttribute("tabindex", "0");
      svg.setAttribute("aria-label", `${title}: ${got.ruling.question}`);
      figure.append(svg, element("figcaption", title, "quiet"));
      figures.append(figure);
      this.views[name] = new Plan(svg, () => {});
    }
    at("sheet").replaceChildren(this.closing(), this.views.words, figures);
  }

  draw(name, got) {
    const plan = this.views[name];
    if (!got || !plan) return;
    plan.resize(got.size);
    plan.set(got.parts, got.jpeg ? photo(got) : null);
  }
}

function photo(got) {
  const image = document.createElementNS(SVG, "image");
  image.setAttribute("href", `data:image/jpeg;base64,${got.jpeg}`);
  image.setAttribute("width", got.size[0]);
  image.setAttribute("height", got.height);
  image.setAttribute("y", got.size[1] - got.height);
  return image;
}

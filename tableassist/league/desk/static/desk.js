// The judge's desk: the queue of disputes and too-close calls, all tables, and one moment opened.
import { at, button, element, get, language, rulingLines, said } from "./page.js";
import { Cards, ask, clockTime, notice, runClock } from "./parts.js";
import { drawn } from "./small_plan.js";
import { follow, state } from "./state.js";

const SVG = "http://www.w3.org/2000/svg";
const CHOICES = ["yes", "no", "stand", "other"];
let newestFirst = false;
let opened = null;
let queueShown = "";
let me = "";
get("/api/me").then((answer) => answer.json()).then((got) => { me = got.id ?? ""; showActions(); });

const cards = new Cards(at("tables"), tellTable);
const key = (item) => `${item.match} ${item.dispute}`;

follow((names) => {
  cards.show(names);
  showWarnings();
  showQueue();
  const now = opened && (state.queue ?? []).find((each) => key(each) === key(opened.item));
  if (now && JSON.stringify(now) !== JSON.stringify(opened.item)) { opened.item = now; showActions(); }
});
runClock();

function showWarnings() {
  at("warnings").replaceChildren(...(state.warnings ?? []).map((each) => element("p", each)));
  at("warnings").hidden = !(state.warnings ?? []).length;
}

function showQueue() {
  const made = JSON.stringify([state.queue, newestFirst]);
  if (made === queueShown) return;
  queueShown = made;
  const focused = document.activeElement?.dataset?.dispute;
  const all = state.queue ?? [];
  const waiting = all.filter((each) => each.state !== "decided");
  const order = newestFirst ? [...waiting].reverse() : waiting;
  at("queue-count").textContent = String(waiting.length);
  at("queue").replaceChildren(...(order.length ? order.map(queueItem) : [element("li", said("queue_empty"), "quiet")]));
  at("decided").replaceChildren(...all.filter((each) => each.state === "decided").map(queueItem));
  at("decided-box").hidden = waiting.length === all.length;
  // Whoever goes through the list by keys stays where they are.
  if (focused) document.querySelector(`.question[data-dispute="${CSS.escape(focused)}"]`)?.focus();
}

function queueItem(item) {
  const one = element("li", "", item.state === "claimed" ? "card claimed" : "card");
  const open = button(item.question || said("judge_wanted"), () => openItem(item), "question");
  open.dataset.dispute = item.dispute;
  one.append(open, element("p", [item.table_title, said(item.is_call ? "a_call" : "a_dispute"), item.by, clockTime(item.raised_ms)].filter(Boolean).join(" · "), "quiet"));
  if (item.state === "claimed") one.append(element("p", said("is_on_it", { judge: item.judge }), "quiet"));
  if (item.state === "decided") one.append(element("p", decidedWords(item), "quiet"), element("p", doneWords(item), item.refused ? "bad" : "quiet"));
  return one;
}

const decidedWords = (item) => `${item.judge}: ${said(`decide_${item.verdict}`)}. ${item.reason}`;
const doneWords = (item) => (item.refused ? said("refused", { words: item.refused }) : said(item.is_done ? "is_done" : "not_yet_done"));

async function openItem(item) {
  opened = { item };
  at("sheet").replaceChildren(closing(), element("p", said("loading"), "quiet"));
  if (!at("sheet").open) at("sheet").showModal();
  try {
    const answer = await get(`/api/dispute?${new URLSearchParams({ match: item.match, dispute: item.dispute, lang: language })}`);
    const got = await answer.json();
    if (!opened || key(opened.item) !== key(item)) return;
    if (!answer.ok) { at("sheet").replaceChildren(closing(), element("p", got.error)); return; }
    opened = { item: got.item };
    build(got);
  } catch { at("sheet").replaceChildren(closing(), element("p", said("lost"))); }
}

const closing = () => button(said("close"), () => at("sheet").close(), "close");
// The word that it was closed comes late: by then another moment may be open.
at("sheet").addEventListener("close", () => { if (!at("sheet").open) opened = null; });

function build(got) {
  const about = element("div", "", "told");
  about.append(element("h2", got.item.question || said("judge_wanted")), element("p", [got.item.table_title, got.item.by].filter(Boolean).join(" · "), "quiet"));
  const seen = got.evidence?.opened;
  if (seen) about.append(...rulingLines(seen.ruling, "p"));
  else if (got.ruling) {
    const line = element("p");
    line.append(element("span", got.ruling.word, `verdict ${got.ruling.verdict}`), ` ${got.ruling.rule}`);
    about.append(line, element("p", [got.ruling.measured, got.ruling.why].filter(Boolean).join(" · "), "quiet"), element("p", got.ruling.section, "quiet"));
  }
  if (seen && got.ruling) about.append(element("p", said("at_table", { word: got.ruling.word, measured: got.ruling.measured }), "quiet"));
  const figures = element("div", "", "figures");
  for (const [name, title] of [["picture", said("close_up")], ["plan", said("on_plan")]]) if (seen?.[name]) figures.append(figure(seen[name], title, name));
  const actions = element("section", "", "card");
  actions.id = "actions";
  at("sheet").replaceChildren(closing(), about, actions, checked(got), figures);
  showActions();
}

function checked(got) {
  const box = element("details", "", "checked");
  if (!got.evidence) {
    return element("p", said(got.item.is_coming ? "evidence_coming" : "no_evidence"), "quiet");
  }
  const outcome = got.evidence.outcome;
  const head = element("summary", said(`evidence_${outcome}`), outcome === "agrees" ? "good" : "bad");
  box.append(head, element("p", got.evidence.final));
  for (const each of got.evidence.lines) box.append(element("p", each, "quiet"));
  return box;
}

function figure(got, title, name) {
  const box = element("figure");
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", name === "picture" ? "plan photo" : "plan");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", title);
  svg.setAttribute("viewBox", `0 0 ${got.size[0]} ${got.size[1]}`);
  if (got.jpeg) {
    const image = document.createElementNS(SVG, "image");
    image.setAttribute("href", `data:image/jpeg;base64,${got.jpeg}`);
    image.setAttribute("width", got.size[0]);
    image.setAttribute("height", got.height);
    image.setAttribute("y", got.size[1] - got.height);
    svg.append(image);
  }
  svg.append(...got.parts.map(drawn));
  box.append(svg, element("figcaption", title, "quiet"));
  return box;
}

function showActions() {
  const box = at("actions");
  if (!box || !opened) return;
  const item = opened.item;
  if (item.state === "decided") { box.replaceChildren(element("p", decidedWords(item)), element("p", doneWords(item), item.refused ? "bad" : "quiet")); return; }
  const asked = { match: item.match, dispute: item.dispute, version: item.version };
  if (item.state !== "claimed") {
    delete box.dataset.claimed;
    box.replaceChildren(button(said("claim"), async () => { if (!(await ask({ do: "claim", ...asked })).ok) told(); }, "do"));
    return;
  }
  if (item.user !== me) { box.replaceChildren(element("p", said("is_on_it", { judge: item.judge }))); return; }
  if (box.dataset.claimed === key(item)) return;
  box.dataset.claimed = key(item);
  box.replaceChildren(element("p", said("you_are_on_it")), form(asked));
}

// What the desk refused is said in the sheet, which lies over the page.
function told() {
  const box = at("actions");
  if (box && at("notice").textContent) box.append(element("p", at("notice").textContent, "bad"));
}

function form(asked) {
  const made = element("form", "", "decide");
  const choices = element("div", "", "chips");
  let verdict = "";
  const buttons = CHOICES.map((each) => {
    const one = button(said(`decide_${each}`), () => {
      verdict = each;
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === one));
    });
    one.setAttribute("aria-pressed", "false");
    return one;
  });
  choices.append(...buttons);
  const label = element("label", said("reason"));
  const reason = element("input");
  reason.id = "reason";
  reason.maxLength = 500;
  reason.required = true;
  label.append(reason);
  const send = element("button", said("send_decision"), "do");
  const version = () => opened?.item.version ?? asked.version;
  made.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!verdict) { notice(said("choose_first")); told(); return; }
    if (!(await ask({ do: "decide", ...asked, version: version(), verdict, reason: reason.value })).ok) told();
  });
  made.append(choices, label, send, button(said("release"), () => ask({ do: "release", ...asked, version: version() })));
  return made;
}

function tellTable(name, title) {
  const box = at("tell");
  const made = element("form");
  const label = element("label", said("tell_to", { table: title }));
  const words = element("input");
  words.maxLength = 500;
  words.required = true;
  label.append(words);
  made.append(label, element("button", said("send"), "do"), button(said("cancel"), () => box.close()));
  made.addEventListener("submit", async (event) => {
    event.preventDefault();
    if ((await ask({ do: "tell", table: name, words: words.value })).ok) { box.close(); notice(said("told", { table: title })); }
  });
  box.replaceChildren(made);
  box.showModal();
  words.focus();
}

at("order").addEventListener("click", () => {
  newestFirst = !newestFirst;
  at("order").textContent = said(newestFirst ? "newest_first" : "oldest_first");
  showQueue();
});
at("order").textContent = said("oldest_first");

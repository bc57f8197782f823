// What several pages show alike: the clock, tables of points, pairings, a table's card.
import { at, button, element, language, said, token } from "./page.js";
import { SmallPlan } from "./small_plan.js";
import { state } from "./state.js";

export async function ask(command) {
  at("notice").hidden = true;
  try {
    const answer = await fetch("/api/commands", {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "accept-language": language },
      body: JSON.stringify(command),
    });
    const got = await answer.json();
    if (!got.ok || got.problem) notice(got.error ?? got.problem);
    return got;
  } catch { notice(said("no_answer")); return { ok: false }; }
}

export function notice(words) {
  at("notice").textContent = words;
  at("notice").hidden = !words;
}

export function clockWords() {
  const clock = state.clock;
  if (!clock) return "";
  const left = clock.ends_ms === null ? clock.left_ms : clock.ends_ms - (Date.now() + state.ahead_ms);
  const all = Math.ceil(Math.abs(left) / 1000);
  const two = (number) => String(Math.floor(number)).padStart(2, "0");
  const time = `${left < 0 ? "−" : ""}${two(all / 60)}:${two(all % 60)}`;
  return said(clock.ends_ms === null ? "clock_stands" : "clock_runs", { round: clock.round, time });
}

export function runClock() {
  setInterval(() => {
    const words = clockWords();
    if (at("clock").textContent !== words) at("clock").textContent = words;
    at("clock").classList.toggle("over", words.includes("−"));
  }, 250);
}

export function tableOf(heads, rows, caption) {
  const table = element("table");
  table.append(element("caption", caption));
  const head = element("tr");
  head.append(...heads.map((each) => { const cell = element("th", each); cell.scope = "col"; return cell; }));
  const top = element("thead");
  top.append(head);
  const body = element("tbody");
  body.append(...rows.map((row) => {
    const line = element("tr");
    line.append(...row.map((each) => { const cell = element("td"); cell.append(each instanceof Node ? each : String(each ?? "–")); return cell; }));
    return line;
  }));
  table.append(top, body);
  const box = element("div", "", "wide");
  box.append(table);
  return box;
}

const round = (value) => (value === null ? "–" : value.toLocaleString(language, { maximumFractionDigits: 2 }));

export const rating = (value) => (value === null ? "–" : value.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }));

export function standings() {
  const heads = [said("place"), said("player"), said("points"), said("record"), ...(state.evening?.tie_breaks ?? [])];
  const rows = (state.standings ?? []).map((row) => [row.place, row.name, row.points, row.record.join("\u2060–\u2060"), ...row.tie_breaks.map(round)]);
  return tableOf(heads, rows, said("standings"));
}

export function season() {
  const heads = [said("place"), said("player"), said("points"), said("evenings"), said("rating")];
  return tableOf(heads, (state.season ?? []).map((row) => [row.place, row.name, row.points, row.evenings, rating(row.rating)]), said("season"));
}

export function outcome(pairing) {
  if (pairing.second === null) return said("bye");
  const [first, second] = pairing.names;
  const gold = `${pairing.gold[0]} : ${pairing.gold[1]}`;
  if (!pairing.outcome) return said("playing");
  if (pairing.outcome === "draw") return said("drawn", { gold });
  if (pairing.outcome === "both-lost") return said("both_lost");
  const name = pairing.outcome === "first" ? first : second;
  return said(pairing.ended === "walkover" ? "won_walkover" : pairing.ended === "concession" ? "won_concession" : "won", { name, gold });
}

export function pairings(round) {
  const heads = [said("table"), said("first"), said("second"), said("result")];
  const rows = round.pairings.map((each) => [each.table_title || "–", each.names[0], each.names[1] ?? "–", outcome(each) + (each.counts || !each.outcome ? "" : ` (${said("unconfirmed")})`)]);
  return tableOf(heads, rows, said("round", { number: round.number }));
}

// A card of each table; those that have changed are written anew.
export class Cards {
  constructor(box, judge) {
    this.box = box;
    this.judge = judge;
    this.cards = new Map();
  }

  show(names) {
    for (const name of names) {
      const card = state.tables[name];
      if (card === undefined) { this.cards.get(name)?.box.remove(); this.cards.delete(name); continue; }
      if (!this.cards.has(name)) this.add(name);
      this.write(this.cards.get(name), name, card);
    }
    const order = Object.keys(state.tables).sort((one, other) => one.localeCompare(other, language, { numeric: true }));
    const now = order.map((name) => this.cards.get(name)?.box).filter(Boolean);
    if (now.some((each, place) => this.box.children[place] !== each)) this.box.replaceChildren(...now);
  }

  add(name) {
    const box = element("li", "", "card");
    const plan = new SmallPlan(name);
    const words = element("div");
    box.append(plan.svg, words);
    this.cards.set(name, { box, plan, words });
  }

  write(made, name, card) {
    made.plan.show(card.plan ?? [], card.mat);
    made.plan.svg.setAttribute("aria-label", said("plan_of", { table: card.title }));
    made.box.classList.toggle("offline", !card.online);
    made.box.classList.toggle("called", Boolean(card.calls?.length));
    const lines = [element("h3", card.title)];
    if (card.players?.length) {
      const list = element("p", "", "score");
      for (const [player, score] of card.players) list.append(element("span", `${player} ${score}`, player === card.turn ? "turn" : ""));
      lines.push(list);
    } else lines.push(element("p", said("no_game"), "quiet"));
    if (card.turn && !card.ended) lines.push(element("p", said("turn_of", { player: card.turn }), "quiet"));
    if (card.ended) lines.push(element("p", said("ended"), "quiet"));
    if (card.last) lines.push(element("p", card.last, "quiet"));
    if (!card.online) lines.push(element("p", card.seen_ms ? said("offline_since", { time: clockTime(card.seen_ms) }) : said("offline"), "bad"));
    if (this.judge) lines.push(...this.judging(name, card));
    made.words.replaceChildren(...lines);
  }

  judging(name, card) {
    const lines = [];
    for (const player of card.calls ?? []) lines.push(element("p", said("called", { player }), "bad"));
    if (card.too_close) lines.push(element("p", said("too_close", { count: card.too_close }), "quiet"));
    if (card.waiting) lines.push(element("p", said("waiting", { count: card.waiting }), "quiet"));
    if (card.skew) lines.push(element("p", card.skew, "bad"));
    for (const each of card.health ?? []) lines.push(element("p", each, "bad"));
    lines.push(button(said("tell"), () => this.judge(name, card.title)));
    return lines;
  }
}

export function clockTime(ms) {
  return new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" }).format(new Date(ms));
}

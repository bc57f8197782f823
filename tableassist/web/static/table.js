// One page for every role: shows the state that the table sends, and asks the table for what a person taps.
import { Camera } from "./camera.js";
import { Evidence } from "./evidence.js";
import { AGAIN_MS, at, button, element, get, language, query, role, rulingLines, said, token, webSocket } from "./page.js";
import { Photo } from "./photo.js";
import { Plan } from "./plan.js";

const SILENT_MS = 5000;
const TRIES = 40;
const DICE = ["⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];
const delayMs = Math.min(600, Math.max(0, Number(query.get("delay")) || 0)) * 1000;
let state = {};
let selected = null;
let socket = null;
let again = 0;
let heard = 0;
let closed = "";
let pressed = false;
const shown = new Map();
const told = { table: "", asked: "" };
if (role === "stream") document.body.classList.add(`scene-${/^[a-z]+$/.test(query.get("scene") ?? "") ? query.get("scene") : "all"}`);

// The table's answers

function connect() {
  clearTimeout(again);
  const one = socket = webSocket("/live");
  one.addEventListener("open", () => { heard = Date.now(); tell(); });
  one.addEventListener("message", (event) => {
    if (one !== socket) return;
    heard = Date.now();
    network("");
    const message = JSON.parse(event.data);
    if (message.type === "beat") return;
    if (delayMs) setTimeout(() => take(message), delayMs); else take(message);
  });
  one.addEventListener("close", (event) => {
    if (one !== socket) return;
    if (event.code === 4401 || event.code === 4403) { closed = said("no_seat"); network(closed); return; }
    lose(event.code === 4429 ? said("too_many") : said("lost"));
  });
}

// A socket whose network is gone may take minutes to say so: it is given up, and another is tried.
function lose(text) {
  if (closed) return;
  network(text);
  const old = socket;
  socket = null;
  old?.close();
  clearTimeout(again);
  again = setTimeout(connect, AGAIN_MS);
}

addEventListener("offline", () => { if (role !== "replay") lose(said("lost")); });
addEventListener("online", () => { if (role !== "replay" && socket === null && !closed) connect(); });

function tell() {
  if (socket !== null && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ token, language, selected }));
}

function network(text) {
  at("network").textContent = closed || text;
  at("network").hidden = !(closed || text);
}

setInterval(() => { if (socket !== null && heard && Date.now() - heard > SILENT_MS) { heard = Date.now(); lose(said("lost")); } }, 500);

function take(message) {
  if (message.type === "state") {
    state = message;
    plan.resize(state.table.mat_mm);
    plan.set(state.plan);
  } else {
    const { plan_parts: parts, ...others } = message;
    Object.assign(state, others);
    if (others.table !== undefined) plan.resize(others.table.mat_mm);
    if (others.plan !== undefined) plan.set(others.plan);
    if (parts !== undefined) plan.change(parts);
  }
  if (!pressed) show();
}

// Nothing is replaced under a finger, and nothing that is the same.

function show() {
  if (state.table === undefined) return;
  showTable(state.table);
  showFacts(state.facts ?? []);
  showRulings(state.rulings, state.question);
  showShooting(state.table.pieces ?? [], state.you);
  evidence.follow([...state.rulings, state.question]);
  showGame(state.game, state.table);
}

function fresh(id, ...data) {
  const made = JSON.stringify(data);
  if (shown.get(id) === made) return false;
  shown.set(id, made);
  return true;
}

addEventListener("pointerdown", () => { pressed = true; }, true);
for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => { pressed = false; setTimeout(show); }, true);

// What a person asks for

async function ask(command) {
  const key = crypto.getRandomValues(new Uint32Array(4)).join("-");
  for (let tries = 0; tries < TRIES; tries += 1) {
    try {
      const answer = await fetch("/api/commands", {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}`, "idempotency-key": key, "accept-language": language },
        body: JSON.stringify(command),
      });
      if (answer.status === 429) { await new Promise((done) => setTimeout(done, AGAIN_MS)); continue; }
      const got = await answer.json().catch(() => ({ ok: false, error: String(answer.status) }));
      if (answer.status === 401) closed = said("no_seat");
      network("");
      notice("asked", got.ok || closed ? "" : answer.status === 503 ? said("no_answer") : got.error);
      return got;
    } catch {
      network(said("lost"));
      await new Promise((done) => setTimeout(done, AGAIN_MS));
    }
  }
  notice("asked", said("lost"));
  return { ok: false };
}

function notice(about, text) {
  told[about] = text;
  const words = [told.asked, told.table].filter(Boolean).join(" · ");
  if (at("notice").textContent !== words) at("notice").textContent = words;
  at("notice").hidden = !words;
}

// What is shown

function showTable(table) {
  if (!fresh("table", table)) return;
  document.body.classList.toggle("unseen", table.mat_mm === undefined);
  document.body.classList.toggle("cards", Boolean(table.cards));
  at("name").textContent = table.name;
  const pieces = [{ id: "", name: said("all") }, ...(table.pieces ?? [])];
  const box = at("select");
  if (fresh("pieces", pieces)) box.replaceChildren(...pieces.map((piece) => { const option = element("option", piece.name); option.value = piece.id; return option; }));
  box.value = selected ?? "";
  if (table.hidden) notice("table", said("hidden"));
  else if (table.judged === false) notice("table", said("not_judged"));
  else notice("table", (table.warnings ?? []).join(" · "));
}

function showRulings(rulings, question) {
  if (!fresh("rulings", rulings, question, state.table.asked)) return;
  at("question").hidden = !question;
  at("told-rulings").hidden = !rulings.length;
  if (question) at("question").replaceChildren(...rulingLines(question), ...(role === "stream" ? [] : [closer(question)]), ...(mayClose(question) ? [button(said("close_ruling"), () => ask({ do: "close", ruling: question.id }))] : []));
  at("rulings").replaceChildren(...rulings.map((row) => {
    const item = element("li", "", "card");
    item.append(...rulingLines(row));
    const line = element("div", "", "row");
    line.append(closer(row));
    item.append(line);
    if (role === "play" || role === "judge") line.append(button(said("ask"), () => ask({ do: "ask", ruling: row.id })));
    if (role === "judge") {
      for (const verdict of ["yes", "no"]) line.append(button(`${said("overrule")}: ${said(verdict)}`, () => overrule(row, verdict)));
    }
    return item;
  }));
}

function mayClose(question) {
  const asked = (state.table.asked ?? []).filter((each) => each.ruling === question.id);
  return role === "judge" ? asked.length > 0 : role === "play" && asked.some((each) => each.by === state.you);
}

// Ships to look at: one tap confirms all that no picture shows of a ship, another takes it back.
function showFacts(facts) {
  const isShown = (role === "play" || role === "judge") && facts.length > 0;
  at("facts").hidden = !isShown;
  if (!isShown || !fresh("facts", facts)) return;
  at("ships").replaceChildren(...facts.map((ship) => {
    const item = element("li", "", "card row");
    const box = element("input");
    box.type = "checkbox";
    box.checked = ship.confirmed;
    box.addEventListener("change", () => ask({ do: "confirm", piece: ship.piece, confirmed: box.checked }));
    const label = element("label");
    label.append(box, element("span", ` ${ship.words}`), element("span", ship.answers ? ` · ${ship.answers}` : "", "quiet"));
    item.append(label);
    return item;
  }));
}

function closer(row) {
  const made = button(said("closer"), () => evidence.open(row.id));
  made.setAttribute("aria-label", `${said("closer")}: ${row.question}`);
  return made;
}

function overrule(row, verdict) {
  const box = at("picker");
  const field = element("input");
  field.setAttribute("aria-label", said("reason"));
  field.placeholder = said("reason");
  field.maxLength = 300;
  box.replaceChildren(element("p", row.question), field, button(`${said("overrule")}: ${said(verdict)}`, () => {
    box.close();
    ask({ do: "overrule", ruling: row.id, verdict, reason: field.value });
  }, "do"), button(said("cancel"), () => box.close()));
  box.showModal();
}

const NO_GAME = { phase_words: "", ending_words: "", score: {}, units: [], acts: [], owed: [], proposals: [], offers: [], armed: null, undo_request: null };

function showGame(played, table) {
  const game = played ?? { ...NO_GAME, phase_words: role === "play" ? said("no_game") : "" };
  at("turn").textContent = game.ending_words || game.phase_words;
  at("turn").classList.toggle("ended", Boolean(game.ending_words));
  at("score").textContent = Object.entries(game.score).map(([player, gold]) => `${player} ${gold}`).join(" · ");
  if (fresh("asked", table.calls, game.undo_request, game.proposals, game.armed, game.owed, game.offers)) showAsked(game, table.calls ?? []);
  if (fresh("offers", selected, game.offers, game.owed, game.units, game.ending_words)) showOffers(game);
  if (fresh("acts", game.acts)) showActs(game);
  const last = game.acts.reduce((newest, act) => (newest && newest.number > act.number ? newest : act), null);
  if (fresh("bar", last?.number, last?.words, played === null)) showBar(last, played === null);
}

function showAsked(game, calls) {
  const cards = [];
  for (const player of calls) if (role === "judge") cards.push(card(said("called", { player }), button(said("answered"), () => ask({ do: "call-judge" }), "do")));
  if (game.undo_request) cards.push(undoCard(game));
  for (const each of game.proposals) {
    if (!each.mine) { cards.push(card(said("answers", { player: each.player, words: each.options.map((option) => option.words).join(" / ") }))); continue; }
    const options = each.options.map((option, place) => button(option.words, () => ask({ do: "answer", proposal: each.number, option: place }), "do"));
    cards.push(stack(...options, button(said("dismiss"), () => ask({ do: "answer", proposal: each.number, accept: false }))));
  }
  if (game.armed) {
    const inside = game.armed.mine ? [element("p", said(game.armed.die === "enemy_roll" ? "waiting_enemy_die" : "waiting_die"), "quiet"), dice((value) => ask({ do: "roll", value })), button(said("cancel"), () => ask({ do: "disarm" }))] : [];
    cards.push(card(game.armed.words, ...inside));
  }
  for (const each of game.owed) if (each.words !== game.armed?.words) cards.push(owedCard(game, each));
  at("asked").replaceChildren(...(role === "watch" || role === "stream" ? [] : cards));
}

function undoCard(game) {
  const refuse = (words) => button(words, () => ask({ do: "answer-undo", agree: false }));
  const asked = game.undo_request;
  if (asked.player === game.you) return card(said("undo_waits", { words: asked.words }), refuse(said("cancel")));
  return card(said("undo_asked", asked), button(said("agree"), () => ask({ do: "answer-undo", agree: true, entry: asked.entry }), "do"), refuse(said("refuse")));
}

function owedCard(game, owed) {
  const answers = owed.mine ? game.offers.filter((offer) => offer.words === owed.words) : [];
  const made = card(owed.words, ...answers.flatMap((offer) => inline(offer)));
  made.classList.add("owed");
  return made;
}

function inline(offer) {
  if (offer.needs.length === 1) return [choices(offer, offer.needs[0], (value) => ask({ do: "offer", text: offer.text, values: { [offer.needs[0].field]: value } }))];
  return [button(offer.needs.length ? said("roll_dice") : offer.words, () => pick(offer), "do")];
}

function card(text, ...inside) {
  const made = element("div", "", "card");
  if (text) made.append(element("p", text));
  const row = element("div", "", "choices");
  row.append(...inside);
  made.append(row);
  return made;
}

function stack(...inside) {
  const made = element("div", "", "card stack");
  made.append(...inside);
  return made;
}

function dice(onValue) {
  const row = element("div", "", "dice");
  DICE.forEach((face, place) => {
    const one = button(face, () => onValue(place + 1));
    one.setAttribute("aria-label", said("roll", { value: place + 1 }));
    row.append(one);
  });
  return row;
}

function number(onValue) {
  const row = element("form", "", "choices");
  const field = element("input");
  Object.assign(field, { type: "number", min: 0, max: 1000, step: 1, required: true, inputMode: "numeric" });
  field.setAttribute("aria-label", said("number"));
  const done = element("button", said("ok"), "do");
  row.append(field, done);
  row.addEventListener("submit", (event) => { event.preventDefault(); onValue(field.valueAsNumber); });
  return row;
}

function choices(offer, need, onValue) {
  if (/roll$/.test(need.field)) return dice(onValue);
  if (need.choices.length === 0) return number(onValue);
  const row = element("div", "", "choices");
  if (need.most > 1 || need.least === 0) {
    const taken = new Set();
    const boxes = need.choices.map((choice, place) => {
      const one = button(need.names[place], () => {
        if (taken.delete(choice)) one.setAttribute("aria-pressed", "false");
        else if (taken.size < need.most) { taken.add(choice); one.setAttribute("aria-pressed", "true"); }
        one.classList.toggle("do", taken.has(choice));
        done.disabled = taken.size < need.least;
      });
      one.setAttribute("aria-pressed", "false");
      return one;
    });
    const done = button(said("ok"), () => onValue([...taken]), "do last");
    done.disabled = need.least > 0;
    row.append(...boxes, done);
  } else {
    row.append(...need.choices.map((choice, place) => button(need.names[place], () => onValue(choice))));
  }
  return row;
}

function pick(offer) {
  const missing = offer.needs.filter((need) => !/roll$/.test(need.field));
  const box = at("picker");
  const values = {};
  const next = () => {
    const need = missing.shift();
    if (need === undefined) { box.close(); ask({ do: "offer", text: offer.text, values }); return; }
    box.replaceChildren(element("p", offer.words), choices(offer, need, (value) => { values[need.field] = value; next(); }), button(said("cancel"), () => box.close()));
    if (!box.open) box.showModal();
  };
  next();
}

function showOffers(game) {
  const owed = new Set(game.owed.map((each) => each.words));
  const open = game.offers.filter((offer) => !owed.has(offer.words));
  const ships = new Map();
  for (const offer of open) {
    if (selected && offer.ship && offer.ship !== selected) continue;
    ships.set(offer.ship, [...(ships.get(offer.ship) ?? []), offer]);
  }
  const names = Object.fromEntries(game.units.map((unit) => [unit.id, unit.name]));
  const made = [];
  for (const [ship, offers] of ships) {
    if (ship) made.push(element("h3", names[ship]));
    made.push(...offers.map((offer) => button(offer.words, () => pick(offer), "do")));
  }
  if (!made.length && role === "play" && !game.ending_words && !game.owed.some((each) => each.mine)) made.push(element("p", said("nothing_to_do"), "quiet"));
  at("offers").replaceChildren(...made);
}

function showActs(game) {
  at("acts").replaceChildren(...[...game.acts].reverse().map((act) => {
    const item = element("li", `${act.number}. ${act.words}`, act.opinion === "foul" && !act.stands ? "card foul" : "card");
    const about = [act.opinion === "foul" && !act.stands ? said("foul") : "", act.by, act.die || (act.seen ? said("seen") : "")].filter(Boolean).join(" · ");
    if (about) item.append(element("p", about, "quiet"));
    if (act.came?.length) item.append(element("p", `${act.came.join(". ")}.`, "quiet"));
    for (const reason of act.reasons) item.append(element("p", `${reason.words} (${reason.section})`, "quiet"));
    if (role === "judge") {
      const row = element("div", "", "row");
      if (act.opinion === "foul") row.append(button(said(act.stands ? "taken_back" : "stands"), () => ask({ do: "amend", entry: act.number, change: act.stands ? "let-fall" : "let-stand" })));
      row.append(button(said("strike"), () => ask({ do: "amend", entry: act.number, change: "strike" })));
      item.append(row);
    }
    return item;
  }));
}

// The button names the act that it undoes: what is logged meanwhile is not undone by it.
function showBar(last, isIdle) {
  const made = [];
  if ((role === "play" || role === "judge") && last) {
    const undo = button(said("undo"), () => ask({ do: "undo", entry: last.number }));
    undo.append(element("span", `: ${last.words}`, "quiet"));
    made.push(undo);
  }
  if (role === "judge" && isIdle) made.push(button(said("begin_game"), () => ask({ do: "begin-game" })));
  if (role === "play") made.push(button(said("call_judge"), async () => { if ((await ask({ do: "call-judge" })).ok) notice("asked", said("judge_called")); }));
  at("bar").replaceChildren(...made);
}

// The selection; "may I shoot that?" is a tap on the ship and a tap on the target

function select(piece) { selected = piece || null; past.shown = -1; tell(); show(); at("select").value = selected ?? ""; }

const owner = (piece) => (state.table?.pieces ?? []).find((each) => each.id === piece)?.owner ?? "";

function pickOnPlan(piece) {
  const asks = role === "play" && piece !== null && selected !== null && owner(selected) && owner(piece) && owner(selected) !== owner(piece);
  if (asks) askShot(selected, piece); else select(piece === selected ? null : piece);
}

async function askShot(ship, target) {
  const got = await ask({ do: "ask-shot", ship, target });
  if (got.ok) evidence.open(got.ruling);
  if (got.ok) notice("asked", got.words ?? "");
}

function showShooting(pieces, you) {
  if (role !== "play" || !fresh("shooting", pieces, you, selected)) return;
  const mine = pieces.filter((piece) => piece.owner && (piece.owner === you || !you));
  const name = pieces.find((piece) => piece.id === selected)?.name;
  const ships = element("div", "", "chips");
  ships.append(...mine.map((piece) => {
    const one = button(piece.name, () => select(piece.id === selected ? null : piece.id), piece.id === selected ? "do" : "");
    one.setAttribute("aria-pressed", String(piece.id === selected));
    return one;
  }));
  const parts = [element("h2", said("your_ships")), ships];
  if (selected && owner(selected)) {
    const targets = element("div", "", "chips");
    targets.append(...pieces.filter((piece) => piece.owner && piece.owner !== owner(selected)).map((piece) => button(piece.name, () => askShot(selected, piece.id))));
    parts.push(element("h2", said("may_shoot", { ship: name })), targets);
  }
  at("shooting").hidden = !mine.length;
  at("shooting").replaceChildren(...parts);
}

const plan = new Plan(at("plan"), pickOnPlan);
const camera = new Camera(() => past.t_s);
const evidence = new Evidence(() => (role === "replay" ? { t_s: past.t_s } : {}));
at("select").addEventListener("change", (event) => select(event.target.value));
at("zoom-in").addEventListener("click", () => plan.zoom(1 / 1.3));
at("zoom-out").addEventListener("click", () => plan.zoom(1.3));
at("zoom-all").addEventListener("click", () => plan.whole());

// A finished match: any time of it

const past = { t_s: 0, span_s: 0, plays: false, busy: false, shown: -1 };

async function look() {
  if (past.busy || past.shown === past.t_s) return;
  past.busy = true;
  const wanted = past.t_s;
  const asked = new URLSearchParams({ t_s: wanted, lang: language, ...(selected ? { piece: selected } : {}) });
  try {
    const answer = await get(`/api/at?${asked}`);
    if (answer.status === 401) { closed = said("no_seat"); network(""); return; }
    const message = await answer.json();
    past.span_s = message.span_s;
    past.shown = wanted;
    at("time").max = message.span_s;
    at("additions").hidden = message.additions.length === 0;
    at("additions").replaceChildren(...message.additions.map((words) => Object.assign(document.createElement("li"), { textContent: words })));
    network("");
    take({ type: "state", ...message });
    camera.follow();
  } catch { network(said("lost")); } finally { past.busy = false; }
}

function clock(t_s) {
  const two = (number) => String(Math.floor(number)).padStart(2, "0");
  return `${two(t_s / 3600)}:${two(t_s / 60 % 60)}:${two(t_s % 60)}`;
}

function startReplay() {
  at("past").hidden = false;
  at("play").setAttribute("aria-label", said("play"));
  at("time").addEventListener("input", (event) => { past.t_s = Number(event.target.value); });
  at("play").addEventListener("click", () => { past.plays = !past.plays; at("play").textContent = past.plays ? "⏸" : "▶"; at("play").setAttribute("aria-label", said(past.plays ? "pause" : "play")); });
  setInterval(() => {
    if (past.plays) { past.t_s = Math.min(past.span_s, past.t_s + 0.2); at("time").value = past.t_s; }
    at("clock").textContent = clock(past.t_s);
    look();
  }, 200);
}

new Photo();
if (role === "replay") startReplay(); else connect();

// The evening: players and fleets, rounds, results, standings; for an admin also who is let in.
import { at, button, element, get, said } from "./page.js";
import { ask, notice, outcome, rating, runClock, season, standings, tableOf } from "./parts.js";
import { follow, state } from "./state.js";

const shown = {};
let picked = null;

// Whether what a part is made of has changed; the part is written anew only then, so that nobody's typing is lost.
function fresh(name, ...of) {
  const made = JSON.stringify(of);
  if (shown[name] === made) return false;
  shown[name] = made;
  return true;
}

follow(() => {
  const { evening, players, clock, users } = state;
  const round = evening?.rounds.at(-1);
  if (fresh("head", evening)) showHead(evening, round);
  if (fresh("players", players, evening?.id, evening?.is_over)) showPlayers(evening);
  if (fresh("round", evening, clock)) showRound(evening, round);
  if (fresh("standings", state.standings, evening?.tie_breaks)) at("standings").replaceChildren(...(state.standings?.length ? [standings()] : []));
  if (fresh("season", state.season)) at("season").replaceChildren(...(state.season?.length ? [season()] : []));
  if (fresh("users", users, Object.keys(state.tables))) showUsers();
});
runClock();

function field(words, input) {
  const label = element("label", words);
  label.append(input);
  return label;
}

function input(type, value = "", id = "") {
  const made = element("input");
  made.type = type;
  if (id) made.id = id;
  if (type === "checkbox") made.checked = value; else made.value = value;
  return made;
}

function choice(options, value, id = "") {
  const made = element("select");
  if (id) made.id = id;
  made.append(...options.map(([key, words]) => { const one = element("option", words); one.value = key; return one; }));
  made.value = value;
  return made;
}

function showHead(evening, round) {
  const open = evening && !evening.is_over;
  at("evening-title").textContent = evening?.title ?? "";
  at("begin").hidden = at("season-box").hidden = Boolean(open);
  const made = [];
  if (open && (!round || round.state === "over")) {
    made.push(button(said("pair", { number: (round?.number ?? 0) + 1 }), () => ask({ do: "pair" }), "do"));
    made.push(button(said("end_evening"), () => { if (confirm(said("end_evening_sure"))) ask({ do: "end-evening" }); }));
  }
  at("head").replaceChildren(...made);
}

at("begin").addEventListener("submit", async (event) => {
  event.preventDefault();
  const players = [...document.querySelectorAll("#players input[type=checkbox]:checked")].map((each) => each.value);
  const tie_breaks = [...document.querySelectorAll("#tie-breaks select")].map((each) => each.value).filter(Boolean);
  await ask({
    do: "begin-evening",
    title: at("new-title").value,
    players,
    system: at("new-system").value,
    rounds: Number(at("new-rounds").value),
    round_min: Number(at("new-minutes").value),
    edition: at("new-edition").value,
    build_total: Number(at("new-points").value),
    keep_clubs_apart: at("new-clubs").checked,
    tie_breaks: [...new Set(tie_breaks)],
  });
});

at("begin-season").addEventListener("submit", async (event) => {
  event.preventDefault();
  const for_places = at("season-places").value.split(/[ ,]+/).filter(Boolean).map(Number);
  if ((await ask({ do: "begin-season", title: at("season-title").value, best: Number(at("season-best").value), for_places })).ok) notice(said("season_begun"));
});

function showPlayers(evening) {
  const open = evening && !evening.is_over;
  const rows = (state.players ?? []).map((player) => {
    const pick = input("checkbox", true);
    pick.value = player.id;
    pick.setAttribute("aria-label", player.name);
    const inside = open ? button(said(player.is_in && !player.has_left ? "leaves" : "enters"), () => ask({ do: player.is_in && !player.has_left ? "leave" : "enter", player: player.id })) : pick;
    const fleet = element("div");
    fleet.append(player.fleet ? `${player.fleet.name || said("fleet")}: ${player.fleet.points}` : "–");
    for (const each of player.fleet?.problems ?? []) fleet.append(element("p", each, "bad"));
    const acts = element("div", "", "chips");
    acts.append(button(said("fleet"), () => enterFleet(player)));
    if (!open) acts.append(button(said("remove"), () => ask({ do: "remove-player", player: player.id })));
    return [inside, player.name, player.club || "–", fleet, rating(player.rating), acts];
  });
  at("players").replaceChildren(tableOf([said("takes_part"), said("player"), said("club"), said("fleet"), said("rating"), ""], rows, said("players")));
}

at("add-player").hidden = false; // before it is listened to, sending it would end this page's scripts
at("add-player").addEventListener("submit", async (event) => {
  event.preventDefault();
  if ((await ask({ do: "add-player", name: at("player-name").value, club: at("player-club").value })).ok) {
    at("player-name").value = "";
    at("player-name").focus();
  }
});

function enterFleet(player) {
  const box = at("dialog");
  const made = element("form");
  const text = element("textarea");
  text.rows = 8;
  text.required = true;
  text.maxLength = 12000;
  const found = element("div");
  made.append(field(said("fleet_of", { player: player.name }), text), element("p", said("fleet_how"), "quiet"), found, element("button", said("check_and_keep"), "do"), button(said("close"), () => box.close()));
  made.addEventListener("submit", async (event) => {
    event.preventDefault();
    const got = await ask({ do: "fleet", player: player.id, contents: text.value });
    const lines = got.ok ? [element("p", said("fleet_points", { points: got.points })), ...got.problems.map((each) => element("p", each, "bad"))] : [element("p", got.error ?? said("no_answer"), "bad")];
    if (got.ok && !got.problems.length) lines.push(element("p", said("fleet_fine"), "good"));
    found.replaceChildren(...lines);
  });
  box.replaceChildren(made);
  box.showModal();
  text.focus();
}

function showRound(evening, round) {
  const boxes = [];
  if (round?.state === "drawn") boxes.push(drawn(round));
  if (round?.state === "running") boxes.push(running(round));
  const over = (evening?.rounds ?? []).filter((each) => each.state === "over").reverse();
  for (const each of over) boxes.push(finished(each));
  at("round").replaceChildren(...boxes);
}

// Shown before it is fixed: a tap on two players changes their places.
function drawn(round) {
  const box = element("section", "", "card");
  box.append(element("h2", said("round", { number: round.number })), element("p", said("drawn_how"), "quiet"));
  const tables = [["", "–"], ...Object.entries(state.tables).map(([name, card]) => [name, card.title])];
  const rows = round.pairings.map((each) => {
    const table = choice(tables, each.table ?? "");
    table.setAttribute("aria-label", said("table"));
    table.addEventListener("change", () => change(round, (other) => (other.id === each.id ? { ...other, table: table.value || null } : other.table === table.value ? { ...other, table: each.table } : other)));
    const cells = [each.first, each.second].map((player, place) => {
      if (player === null) return said("bye");
      const one = button(each.names[place], () => swap(round, player, one), picked?.player === player ? "do" : "");
      one.setAttribute("aria-pressed", String(picked?.player === player));
      return one;
    });
    return [each.second === null ? "–" : table, ...cells];
  });
  box.append(tableOf([said("table"), said("first"), said("second")], rows, said("pairings")));
  const row = element("div", "", "chips");
  row.append(button(said("fix_round"), () => ask({ do: "fix-round", round: round.id, version: round.version }), "do"), button(said("draw_again"), () => ask({ do: "pair" })));
  box.append(row);
  return box;
}

function swap(round, player, one) {
  if (!picked || picked.round !== round.id) {
    picked = { player, round: round.id };
    one.className = "do";
    one.setAttribute("aria-pressed", "true");
    return;
  }
  const other = picked.player;
  picked = null;
  const exchanged = (each) => (each === player ? other : each === other ? player : each);
  if (other === player) { shown.round = ""; showRound(state.evening, round); return; }
  change(round, (each) => ({ ...each, first: exchanged(each.first), second: exchanged(each.second) }));
}

async function change(round, how) {
  const pairs = round.pairings.map(how).map(({ first, second, table }) => ({ first, second, table: second === null ? null : table }));
  const got = await ask({ do: "change-pairings", round: round.id, version: round.version, pairings: pairs });
  if (!got.ok) { shown.round = ""; showRound(state.evening, round); }
}

function running(round) {
  const box = element("section", "", "card");
  box.append(element("h2", said("round", { number: round.number })));
  const row = element("div", "", "chips");
  const clock = state.clock;
  if (clock) {
    const set = (how, by_s = 0) => ask({ do: "clock", round: round.id, version: state.clock?.version ?? round.version, change: how, by_s });
    row.append(button(said(clock.ends_ms === null ? "start_clock" : "stop_clock"), () => set(clock.ends_ms === null ? "start" : "stop"), "do"), button(said("five_more"), () => set("longer", 300)));
  }
  row.append(button(said("end_round"), () => ask({ do: "end-round", round: round.id, version: round.version })));
  box.append(row, results(round));
  return box;
}

function finished(round) {
  const box = element("details");
  box.append(element("summary", said("round", { number: round.number })), results(round));
  return box;
}

function results(round) {
  const rows = round.pairings.map((each) => {
    if (each.second === null) return ["–", each.names[0], "–", said("bye"), ""];
    const told = element("div");
    told.append(outcome(each));
    if (each.outcome && !each.counts) told.append(element("p", said("confirmed_by", { names: each.names.filter((_, place) => each.confirmed[place]).join(", ") || "–" }), "quiet"));
    if (each.by && each.by !== "referee") told.append(element("p", `${each.by}: ${each.why}`, "quiet"));
    return [round.state === "running" ? moving(round, each) : each.table_title || "–", each.names[0], each.names[1], told, button(said("enter_result"), () => enterResult(each))];
  });
  return tableOf([said("table"), said("first"), said("second"), said("result"), ""], rows, said("pairings"));
}

// To another table while the round is played: that one is told at once.
function moving(round, pairing) {
  const taken = new Set(round.pairings.filter((each) => each !== pairing).map((each) => each.table));
  const free = Object.entries(state.tables).filter(([name]) => !taken.has(name)).map(([name, card]) => [name, card.title]);
  const table = choice(pairing.table ? free : [["", "–"], ...free], pairing.table ?? "");
  table.setAttribute("aria-label", said("table"));
  table.addEventListener("change", () => ask({ do: "table", pairing: pairing.id, version: pairing.version, table: table.value }));
  return table;
}

function enterResult(pairing) {
  const box = at("dialog");
  const made = element("form");
  const who = choice([["first", pairing.names[0]], ["second", pairing.names[1]], ["draw", said("draw")], ["both-lost", said("both_lost")]], pairing.outcome || "first", "result-winner");
  const how = choice(["played", "concession", "walkover"].map((each) => [each, said(`ended_${each}`)]), ["concession", "walkover"].includes(pairing.ended) ? pairing.ended : "played", "result-ended");
  const gold = pairing.gold.map((each, place) => input("number", each, `result-gold-${place}`));
  const reason = input("text", "", "result-reason");
  reason.required = true;
  reason.maxLength = 500;
  made.append(field(said("winner"), who), field(said("how_ended"), how), ...gold.map((each, place) => field(said("gold_of", { player: pairing.names[place] }), each)), field(said("reason"), reason), element("button", said("keep"), "do"), button(said("close"), () => box.close()));
  made.addEventListener("submit", async (event) => {
    event.preventDefault();
    const asked = { do: "result", pairing: pairing.id, version: pairing.version, outcome: who.value, ended: how.value, first_gold: Number(gold[0].value), second_gold: Number(gold[1].value), reason: reason.value };
    const got = await ask(asked);
    if (got.ok) box.close(); else made.append(element("p", got.error ?? "", "bad"));
  });
  box.replaceChildren(made);
  box.showModal();
}

function showUsers() {
  at("admin").hidden = state.users === undefined;
  at("users").replaceChildren(...(state.users ?? []).map((each) => {
    const one = element("li", `${each.name} (${said(`role_${each.role}`)}) `);
    one.append(button(said("revoke"), () => ask({ do: "revoke-judge", name: each.name })));
    return one;
  }));
}

at("add-judge").addEventListener("submit", async (event) => {
  event.preventDefault();
  const got = await ask({ do: "add-judge", name: at("judge-name").value, role: at("judge-role").value, hours: Number(at("judge-hours").value) });
  if (got.ok) at("judge-link").textContent = `${location.origin}/desk#${got.token}`;
});

at("invite").addEventListener("submit", async (event) => {
  event.preventDefault();
  const got = await ask({ do: "invite-table", table: at("table-name").value, title: at("table-title").value });
  if (got.ok) at("table-code").textContent = said("code_for", { code: got.code });
});

get("/api/me").then((answer) => { if (!answer.ok) notice(said("no_seat")); });

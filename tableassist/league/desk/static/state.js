// What is so now: the whole state first, then what changes, over one websocket.
import { AGAIN_MS, at, language, said, token, webSocket } from "./page.js";

const SILENT_MS = 12000;
export const state = { tables: {}, ahead_ms: 0 };
let heard_ms = Date.now();

export function follow(show) {
  const socket = webSocket("/live");
  socket.addEventListener("open", () => socket.send(JSON.stringify({ token, language })));
  socket.addEventListener("message", (event) => {
    heard_ms = Date.now();
    network("");
    const message = JSON.parse(event.data);
    if (message.type !== "beat") show(take(message));
  });
  socket.addEventListener("close", (event) => {
    if (event.code === 4401) { network(said("no_seat")); return; }
    network(said(event.code === 4429 ? "too_many" : "lost"));
    setTimeout(() => follow(show), AGAIN_MS);
  });
  const watch = setInterval(() => {
    if (socket.readyState === WebSocket.CLOSED) clearInterval(watch);
    else if (Date.now() - heard_ms > SILENT_MS) { heard_ms = Date.now(); socket.close(); }
  }, 1000);
}

export function network(words) {
  at("network").hidden = !words;
  at("network").textContent = words;
}

// Gives the names of the tables that are to be shown anew.
function take(message) {
  const { type, tables = {}, gone = [], ...sections } = message;
  Object.assign(state, sections);
  if (message.now_ms) state.ahead_ms = message.now_ms - Date.now();
  if (type === "state") { state.tables = tables; return new Set(Object.keys(tables)); }
  for (const [name, card] of Object.entries(tables)) state.tables[name] = changed(state.tables[name] ?? {}, card);
  for (const name of gone) delete state.tables[name];
  return new Set([...Object.keys(tables), ...gone]);
}

function changed(before, card) {
  const { parts, ...rest } = card;
  const now = { ...before, ...rest };
  for (const [place, part] of Object.entries(parts ?? {})) now.plan[Number(place)] = part;
  return now;
}

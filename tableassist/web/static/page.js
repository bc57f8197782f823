// What every part of a page needs: its words, its seat, and small elements.
export const words = JSON.parse(document.getElementById("words").textContent);
export const role = document.body.dataset.role;
export const query = new URLSearchParams(location.search);
export const token = decodeURIComponent(location.hash.slice(1)) || sessionStorage.getItem("token") || "";
export const language = document.documentElement.lang;
export const AGAIN_MS = 1500;
if (token) sessionStorage.setItem("token", token);

export const at = (id) => document.getElementById(id);

export function said(key, values = {}) {
  return words[key].replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

export function element(tag, text = "", className = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

export function button(text, onClick, className = "") {
  const made = element("button", text, className);
  made.type = "button";
  made.addEventListener("click", onClick);
  return made;
}

export function webSocket(path) {
  return new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
}

export function get(path) {
  return fetch(path, { headers: { authorization: `Bearer ${token}`, "accept-language": language } });
}

export function verdictLine(row, tag = "p") {
  const line = element(tag);
  const over = row.overruled;
  line.append(element("span", over ? over.word : row.word, `verdict ${over ? over.verdict : row.verdict}`), ` ${row.question}`);
  return line;
}

export function rulingLines(row, tag = "p") {
  const lines = [verdictLine(row, tag)];
  if (row.overruled) lines.push(element("p", `${said("overruled", { by: row.overruled.by || said("a_person"), word: row.overruled.word })} ${row.overruled.why}`, "quiet"));
  lines.push(element("p", row.line), element("p", [row.measured, row.why].filter(Boolean).join(" · "), "quiet"), element("p", row.section, "quiet"));
  return lines;
}

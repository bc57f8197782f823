// The camera's picture, live while it is shown: the next one is asked for when the last has been drawn.
import { AGAIN_MS, at, get, role, said, token, webSocket } from "./page.js";

export class Camera {
  constructor(time) {
    this.time = time;
    this.wanted = false;
    this.socket = null;
    this.url = "";
    this.count = 0;
    at("camera").setAttribute("aria-pressed", "false");
    at("camera").addEventListener("click", () => this.turn(!this.wanted));
    document.addEventListener("visibilitychange", () => this.follow());
  }

  turn(wanted) {
    this.wanted = wanted;
    at("camera").setAttribute("aria-pressed", String(wanted));
    at("picture").hidden = !wanted;
    if (!wanted) this.clear();
    this.follow();
  }

  follow() {
    const look = this.wanted && !document.hidden;
    if (role === "replay") { if (look) this.still(); return; }
    if (look && this.socket === null) this.connect();
    if (!look && this.socket !== null) { this.socket.close(); this.socket = null; }
  }

  connect() {
    const socket = this.socket = webSocket("/camera");
    socket.binaryType = "blob";
    at("picture-told").textContent = said("no_picture");
    socket.addEventListener("open", () => socket.send(JSON.stringify({ token })));
    socket.addEventListener("message", async (event) => { await this.show(event.data); if (socket.readyState === WebSocket.OPEN) socket.send("shown"); });
    socket.addEventListener("close", (event) => {
      if (this.socket !== socket) return;
      this.socket = null;
      at("picture-told").textContent = event.code === 4429 ? said("too_many") : said("lost");
      if (event.code !== 4401) setTimeout(() => this.follow(), AGAIN_MS);
    });
  }

  async still() {
    const answer = await get(`/api/picture.jpg?t_s=${this.time()}`).catch(() => null);
    if (answer?.ok) await this.show(await answer.blob());
    else { this.clear(); at("picture-told").textContent = said(answer ? "no_picture" : "lost"); }
  }

  async show(blob) {
    const url = URL.createObjectURL(blob);
    const image = at("still");
    image.src = url;
    await image.decode().catch(() => {});
    if (this.url) URL.revokeObjectURL(this.url);
    this.url = url;
    this.count += 1;
    image.dataset.count = this.count;
    at("picture-told").textContent = "";
  }

  clear() {
    if (this.url) URL.revokeObjectURL(this.url);
    this.url = "";
    at("still").removeAttribute("src");
  }
}

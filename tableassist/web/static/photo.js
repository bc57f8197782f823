// "Photograph the spot": a photo from the phone's camera becomes a second view of the table.
import { at, language, role, said, token } from "./page.js";

export class Photo {
  constructor() {
    this.field = at("photo-file");
    at("photo").hidden = role !== "play" && role !== "judge";
    at("take-photo").addEventListener("click", () => this.field.click());
    this.field.addEventListener("change", () => { const [file] = this.field.files; this.field.value = ""; if (file) this.send(file); });
  }

  async send(file) {
    at("take-photo").disabled = true;
    this.tell(said("photo_sent"));
    // By the phone's own clock: how long ago matters, not when.
    const age = Math.max(0, (Date.now() - file.lastModified) / 1000);
    try {
      const answer = await fetch(`/api/photo?age_s=${age}`, {
        method: "POST",
        headers: { "content-type": file.type || "application/octet-stream", authorization: `Bearer ${token}`, "accept-language": language },
        body: file,
      });
      const got = await answer.json().catch(() => ({ ok: false, error: String(answer.status) }));
      this.tell(got.ok ? got.words : said("photo_refused", { why: got.error }));
    } catch {
      this.tell(said("photo_lost"));
    } finally {
      at("take-photo").disabled = false;
    }
  }

  tell(text) {
    at("photo-told").textContent = text;
    at("photo-told").hidden = !text;
  }
}

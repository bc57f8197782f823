// The public page: pairings, clock, standings, and the tables as spectators may see them.
import { at, element, said } from "./page.js";
import { Cards, pairings, runClock, season, standings } from "./parts.js";
import { follow, state } from "./state.js";

const cards = new Cards(at("tables"), null);

follow((names) => {
  cards.show(names);
  const evening = state.evening;
  at("evening-title").textContent = evening?.title ?? "";
  const round = evening?.rounds.at(-1);
  at("pairings").replaceChildren(round ? pairings(round) : element("p", said("no_round"), "quiet"));
  at("standings").replaceChildren(...(state.standings?.length ? [standings()] : []));
  at("season").replaceChildren(...(state.season?.length ? [season()] : []));
});
runClock();

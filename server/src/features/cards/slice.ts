import type { Slice } from "../../slice.ts";
import { cardComments } from "./comment-kind.ts";
import { ownedCards, placedSections } from "./owned-cards.ts";
import { cardRooms } from "./rooms.ts";
import { registerCards } from "./routes.ts";

/** Sections of departments, and the cards in them. Specification, sections 2 and 6. */
export const cards: Slice = {
  name: "cards",
  routes: [registerCards],
  rooms:
    ({ db }) =>
    (viewer) =>
      cardRooms(db, viewer),
  owned: [ownedCards],
  placed: [placedSections],
  commentKinds: [cardComments],
};

import { cardRoutes as routes } from "@atoll/contract/cards/routes";
import type { Card, CardChange } from "@atoll/contract/cards/schemas";
import { defineChanges } from "../../../capabilities/changes/area-changes.ts";
import { removeFromLists, updateLists } from "../../../capabilities/grouped-list/use-grouped-list.ts";
import { draftsOf } from "../../../capabilities/offline/drafts/use-draft.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { call } from "../../../lib/server/api-client.ts";
import type { SignedIn } from "../../../lib/signed-in.ts";
import { boardKind } from "./board-kind.ts";

/** A change of cards on its way to the server. */
export type CardAct = { act: "change" } & Pick<CardChange, "set" | "afterId" | "seen">;

/** How changes of cards are sent and undone: at once on the screen, queued without a connection. */
export const cardChanges = defineChanges<CardAct>({
  name: "card-changes",
  async send(signedIn, changeId, { about, change: { set, afterId, seen } }) {
    const body = {
      changeId,
      cardIds: about,
      set,
      ...(afterId !== undefined && { afterId }),
      ...(seen !== undefined && { seen }),
    };
    const { cards } = await call(routes.changeCards, { body });
    keep(signedIn, about, cards);
  },
  async undo(signedIn, changeId, { about }) {
    const { cards } = await call(routes.undoChange, { params: { changeId } });
    keep(signedIn, about, cards);
  },
  onRefused(signedIn, { about: [cardId], title, change: { set } }, error) {
    const words = wordsIn(set);
    if (cardId === undefined || words === "") return undefined;
    const drafts = draftsOf(signedIn);
    const place = commentDraft(cardId);
    drafts.write(place, [drafts.read(place).trim(), words].filter((text) => text !== "").join("\n\n"));
    return `${title} could not be saved. ${errorMessage(error)} Your text is kept in its comment field.`;
  },
  refusal: "could not be changed.",
  words: { one: "a change of a card", many: "changes of cards" },
});

/** The key of the draft of a comment on a card. */
const commentDraft = (cardId: string) => `comment:card/${cardId}`;

/** Returns the text that a person typed in a change, so that it is not lost if the server refuses the change later. */
function wordsIn({ title, body, reason, data = {}, added = [] }: CardChange["set"]): string {
  const values = Object.values(data).flatMap((value) =>
    Array.isArray(value) ? value.map(({ text }) => text) : [value],
  );
  const texts = [title, ...values, ...added.map(({ item }) => item), reason, body];
  return texts.filter((text) => typeof text === "string" && text !== "").join("\n");
}

/** Puts the answer into every board and open card that shows one of them. */
function keep(signedIn: SignedIn, ids: readonly string[], cards: readonly Card[]): void {
  const { queryClient } = signedIn;
  updateLists(signedIn, boardKind, cards);
  removeFromLists(
    signedIn,
    boardKind,
    ids.filter((id) => !cards.some((card) => card.id === id)),
  );
  for (const card of cards) {
    queryClient.setQueryData<{ card: Card }>(["cards", "card", card.id], (open) => open && { ...open, card });
  }
}

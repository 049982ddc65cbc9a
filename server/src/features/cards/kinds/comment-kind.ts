import { sql } from "kysely";
import type { CommentedKind } from "../../../slice.ts";
import { notify } from "../../notifications/public.ts";
import { broadcastCards } from "../changes/card-changes.ts";
import { isReadable, judgeReaders } from "../readable.ts";

// Aliases that no query around it uses: the id may be a column of theirs.
const isCardReadable: CommentedKind["isReadable"] = (viewer, cardId) =>
  sql<boolean>`EXISTS (SELECT FROM cards own_card JOIN card_types own_type ON own_type.id = own_card.type_id
    WHERE own_card.id = ${cardId} AND ${isReadable(viewer, "own_card", "own_type")})`;

/** Readers of a card may read and write comments. Nobody may delete another person's. */
export const cardComments: CommentedKind = {
  kind: "card",
  hold: (tx, cardId) => sql`SELECT FROM cards WHERE id = ${cardId} FOR KEY SHARE`.execute(tx),
  judge: judgeReaders(isCardReadable),
  isReadable: isCardReadable,
  async onComment(context, tx, { what, subjectId, actorId, newlyCalledIds }) {
    await notify(tx, { kind: "card.mention", subjectId, actorId, people: newlyCalledIds });
    if (what === "edited") return undefined;
    await tx
      .updateTable("cards")
      .set({
        comment_count: sql`comment_count + ${what === "posted" ? 1 : -1}`,
        version: sql`version + 1`,
      })
      .where("id", "=", subjectId)
      .execute();
    if (what === "posted") {
      const card = await tx
        .selectFrom("cards")
        .select("owner_id")
        .where("id", "=", subjectId)
        .executeTakeFirst();
      if (card?.owner_id)
        await notify(tx, {
          kind: "card.comment",
          subjectId,
          actorId,
          people: [card.owner_id],
          spared: newlyCalledIds,
        });
    }
    return () => {
      broadcastCards(context, [subjectId]).catch((error: unknown) =>
        context.log.warn(
          { err: error, cardId: subjectId },
          "a comment of a card was not counted on open screens",
        ),
      );
    };
  },
};

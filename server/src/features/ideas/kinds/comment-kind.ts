import { canModerateIdeas, canReadIdea } from "@atoll/contract/ideas/policy";
import { sql } from "kysely";
import type { CommentedKind } from "../../../slice.ts";
import { notify } from "../../notifications/public.ts";
import { followBecause } from "../../votes/public.ts";
import { broadcastIdeas, changed } from "../broadcast-ideas.ts";
import { ideaKind } from "../idea-kind.ts";
import { selectIdeas } from "../queries.ts";
import { canReadByName, isIdeaReadable, partsOf } from "../readable.ts";

/** Comments on ideas: readers of an idea write some unless it is locked, and moderators delete those of others. */
export const ideaComments: CommentedKind = {
  kind: ideaKind,
  hold: (tx, id) => sql`SELECT FROM ideas WHERE id = ${id} FOR KEY SHARE`.execute(tx),
  async judge(db, ideaId, people) {
    const row = await selectIdeas(db).where("i.id", "=", ideaId).executeTakeFirst();
    if (!row || row.merged_into_id !== null) return new Map();
    const parts = partsOf(row);
    return new Map(
      people
        .filter((person) => canReadIdea(person, parts))
        .map((person) => {
          if (!canReadByName(person, row))
            return [person.id, { mayComment: false, mayModerate: false, readsAsHiddenAuthor: true }];
          const mayModerate = canModerateIdeas(person);
          return [person.id, { mayComment: !parts.isLocked || mayModerate, mayModerate }];
        }),
    );
  },
  isReadable: isIdeaReadable,
  async onComment(context, tx, { what, subjectId, actorId, newlyCalledIds }) {
    await notify(tx, { kind: "idea.mention", subjectId, actorId, people: newlyCalledIds });
    if (what === "edited") return undefined;
    if (what === "posted") await followBecause(tx, { kind: ideaKind, id: subjectId }, actorId, "commented");
    await tx
      .updateTable("ideas")
      .set({
        comment_count: sql`comment_count + ${what === "posted" ? 1 : -1}`,
        version: changed.version,
      })
      .where("id", "=", subjectId)
      .execute();
    if (what === "posted")
      await notify(tx, {
        kind: "idea.comment",
        subjectId,
        actorId,
        rule: "followers",
        spared: newlyCalledIds,
      });
    return () => {
      broadcastIdeas(context, [subjectId]).catch((error: unknown) =>
        context.log.warn({ err: error, ideaId: subjectId }, "open screens do not count a comment on an idea"),
      );
    };
  },
};

import { sql } from "kysely";
import type { FoundThing } from "../../../platform/search/search-sources.ts";
import type { SliceSearchSource } from "../../../slice.ts";
import { ideaKind } from "../idea-kind.ts";
import { selectIdeas } from "../queries.ts";
import { isIdeaReadable, isReadable } from "../readable.ts";

/** Ideas by their titles, texts and tags. An anonymous one is nobody's. */
export const ideaSource: SliceSearchSource = {
  kind: ideaKind,
  isReadable: (_context, viewer, { id }) => isIdeaReadable(viewer, id),
  async present(_context, tx, viewer, ids, { isQuoted }) {
    const rows = await selectIdeas(tx)
      .select(["i.content", "i.reply"])
      .where(sql<boolean>`i.id = ANY(${ids}::uuid[])`)
      .where(isReadable(viewer))
      .execute();
    return new Map(
      rows.map((row): [string, FoundThing] => [
        row.id,
        {
          title: row.title,
          // The decision comes first, because it answers more than the request.
          text: isQuoted ? [row.reply, row.content].filter(Boolean).join("\n") : row.content,
          ...(row.reply !== null && { facts: [{ name: "Official reply", value: row.reply }] }),
          tags: row.tags,
          at: row.created_at.toISOString(),
          personId: row.author_id,
          departmentIds: row.department_id === null ? [] : [row.department_id],
          link: `/ideas/${row.id}`,
          detail: {
            kind: "idea",
            status: row.status,
            voteCount: row.vote_count,
            commentCount: row.comment_count,
          },
        },
      ]),
    );
  },
};

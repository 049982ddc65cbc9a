import { sql } from "kysely";
import { type FoundThing, presentSubjects } from "../../platform/search/search-sources.ts";
import type { SliceSearchSource } from "../../slice.ts";
import { commentFiles } from "./comment-files.ts";

/** Comments, searchable by everyone who may read the thing they are about. */
export const commentSource: SliceSearchSource = {
  kind: "comment",
  // As the files of a comment, which are read with it.
  isReadable: (context, viewer, { id }) => commentFiles(context).isFindable(viewer, id),
  async present(context, tx, viewer, ids, asked) {
    const rows = await tx
      .selectFrom("comments as c")
      .select(["c.id", "c.subject_kind", "c.subject_id", "c.author_id", "c.content", "c.created_at"])
      .where(sql<boolean>`c.id = ANY(${ids}::uuid[])`)
      .where("c.deleted_at", "is", null)
      // Under a name that no condition of a slice uses for a table of its own.
      .where(
        sql<boolean>`EXISTS (SELECT FROM comments presented WHERE presented.id = c.id
          AND ${commentFiles(context).isFindable(viewer, sql`presented.id`)})`,
      )
      .execute();
    const subjects = rows.map((row) => ({ kind: row.subject_kind, id: row.subject_id }));
    const subjectOf = await presentSubjects(context, tx, viewer, subjects, asked);
    return new Map(
      rows.flatMap((row): [string, FoundThing][] => {
        const subject = { kind: row.subject_kind, id: row.subject_id };
        const thing = subjectOf(subject);
        if (!thing) return [];
        return [
          [
            row.id,
            {
              title: "",
              text: row.content,
              at: row.created_at.toISOString(),
              personId: row.author_id,
              departmentIds: thing.departmentIds,
              // The browser unfolds the comments as far as this one, and brings it into view.
              link: `${thing.link}#comment-${row.id}`,
              detail: { kind: "comment", subject: { ...subject, title: thing.title } },
            },
          ],
        ];
      }),
    );
  },
};

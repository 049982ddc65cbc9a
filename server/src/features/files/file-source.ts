import { type RawBuilder, sql } from "kysely";
import { type FoundThing, presentSubjects } from "../../platform/search/search-sources.ts";
import type { SliceSearchSource } from "../../slice.ts";
import { presentAttachment } from "./present.ts";

/** Files by their names and what stands in them, for whoever may read what they are attached to. */
export const fileSource: SliceSearchSource = {
  kind: "file",
  isReadable({ fileKinds }, viewer, { id, subjectKind, subjectId }) {
    const ofKinds = fileKinds
      .openTo(viewer)
      .map((kind) => sql<boolean>`(${subjectKind} = ${kind.kind} AND ${kind.isReadable(viewer, subjectId)})`);
    return sql<boolean>`((${anyOf(ofKinds)}) AND EXISTS (
      SELECT FROM files hf WHERE hf.id = ${id} AND hf.subject_id IS NOT NULL AND hf.discarded_at IS NULL))`;
  },
  async present(context, tx, viewer, ids, asked) {
    const rows = await tx
      .selectFrom("files as f")
      .selectAll("f")
      .where(sql<boolean>`f.id = ANY(${ids}::uuid[])`)
      .where("f.discarded_at", "is", null)
      .execute();
    const subjects = rows.flatMap((row) =>
      row.subject_id === null ? [] : [{ kind: row.subject_kind, id: row.subject_id }],
    );
    const subjectOf = await presentSubjects(context, tx, viewer, subjects, asked);
    return new Map(
      rows.flatMap((row): [string, FoundThing][] => {
        const subject = { kind: row.subject_kind, id: row.subject_id ?? "" };
        const thing = subjectOf(subject);
        if (!thing) return [];
        return [
          [
            row.id,
            {
              title: row.original_name,
              text: "",
              at: row.created_at.toISOString(),
              personId: row.owner_id,
              departmentIds: thing.departmentIds,
              link: thing.link,
              detail: {
                kind: "file",
                attachment: presentAttachment(row),
                subject: { ...subject, title: thing.title },
              },
            },
          ],
        ];
      }),
    );
  },
};

function anyOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<unknown> {
  return sql.join([sql<boolean>`false`, ...conditions], sql` OR `);
}

import { type RawBuilder, sql } from "kysely";
import { type Asked, type FoundThing, presentSubjects } from "../../platform/search/search-sources.ts";
import type { RequestViewer, SliceContext, SliceSearchSource } from "../../slice.ts";
import { presentAttachment } from "./present.ts";

/** Files, searchable by name and content by everyone who may read the thing they are attached to. */
export const fileSource: SliceSearchSource = {
  kind: "file",
  isReadable: (context, viewer, { id, subjectKind, subjectId }) =>
    sql<boolean>`(${isSubjectReadable(context, viewer, subjectKind, subjectId)} AND EXISTS (
      SELECT FROM files hf WHERE hf.id = ${id} AND hf.subject_id IS NOT NULL AND hf.discarded_at IS NULL))`,
  async present(context, tx, viewer, ids, asked) {
    const rows = await tx
      .selectFrom("files as f")
      .selectAll("f")
      .select(textAround(asked).as("text"))
      .where(sql<boolean>`f.id = ANY(${ids}::uuid[])`)
      .where("f.discarded_at", "is", null)
      // Under a name that no condition of a slice uses for a table of its own.
      .where(
        sql<boolean>`EXISTS (SELECT FROM files presented WHERE presented.id = f.id
          AND ${isSubjectReadable(context, viewer, sql`presented.subject_kind`, sql`presented.subject_id`)})`,
      )
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
              text: row.text ?? "",
              at: row.created_at.toISOString(),
              // A file of a thing with a hidden author must not show its owner, who would be the author.
              personId: thing.personId === null ? null : row.owner_id,
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

/** SQL: the viewer may read the thing that a file is attached to. */
function isSubjectReadable(
  { fileKinds }: SliceContext,
  viewer: RequestViewer,
  subjectKind: RawBuilder<string>,
  subjectId: RawBuilder<string>,
): RawBuilder<boolean> {
  const ofKinds = fileKinds
    .openTo(viewer)
    .map((kind) => sql<boolean>`(${subjectKind} = ${kind.kind} AND ${kind.isReadable(viewer, subjectId)})`);
  return sql<boolean>`(${anyOf(ofKinds)})`;
}

/** Enough before and after the first word that is found, for a part of the text to be shown. */
const around = 2_000;

/** SQL: the part of a file's text with the first of the words, or else its beginning. */
function textAround({ terms }: Asked): RawBuilder<string | null> {
  const folded = terms.map((term) => term.folded);
  return sql<string | null>`(
    SELECT substr(t.text, greatest(1, coalesce(place.first, 1) - ${sql.lit(around)}), ${sql.lit(2 * around)})
    FROM file_texts t LEFT JOIN search_entries e ON e.id = t.file_id AND e.kind = 'file',
      LATERAL (SELECT min(nullif(strpos(e.folded, w), 0)) AS first FROM unnest(${folded}::text[]) AS w) place
    WHERE t.file_id = f.id)`;
}

function anyOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<unknown> {
  return sql.join([sql<boolean>`false`, ...conditions], sql` OR `);
}

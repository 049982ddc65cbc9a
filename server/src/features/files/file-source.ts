import { fileLink } from "@atoll/contract/files/links";
import type { Attachment } from "@atoll/contract/files/schemas";
import { type RawBuilder, sql } from "kysely";
import { fold } from "../../platform/search/fold.ts";
import { type Asked, type FoundThing, presentSubjects } from "../../platform/search/search-sources.ts";
import { shareLoop } from "../../platform/turns/share-loop.ts";
import type { RequestViewer, SliceContext, SliceSearchSource } from "../../slice.ts";
import { presentAttachment } from "./present.ts";

/** Files, searchable by name and content by everyone who may read the thing they are attached to. */
export const fileSource: SliceSearchSource = {
  kind: "file",
  showsByWords: true,
  isReadable: (context, viewer, { id, subjectKind, subjectId }) =>
    sql<boolean>`(${isSubjectReadable(context, viewer, subjectKind, subjectId)} AND EXISTS (
      SELECT FROM files hf WHERE hf.id = ${id} AND hf.subject_id IS NOT NULL AND hf.discarded_at IS NULL))`,
  async present(context, tx, viewer, ids, asked) {
    const rows = await tx
      .selectFrom("files as f")
      .leftJoinLateral(textAround(asked).as("part"), (join) => join.onTrue())
      .selectAll("f")
      .select(["part.text", "part.before_pages", "part.before_lines"])
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
    const things = new Map<string, FoundThing>();
    const yieldToLoop = shareLoop();
    for (const row of rows) {
      const subject = { kind: row.subject_kind, id: row.subject_id ?? "" };
      const thing = subjectOf(subject);
      if (!thing) continue;
      const attachment = presentAttachment(row);
      const { text, ...found } = findPassage(row.text ?? "", asked);
      const passage = placeIn(attachment, found, row);
      things.set(row.id, {
        title: row.original_name,
        text,
        at: row.created_at.toISOString(),
        // A file of a thing with a hidden author must not show its owner, who would be the author.
        personId: thing.personId === null ? null : row.owner_id,
        departmentIds: thing.departmentIds,
        link: attachment.preview === null ? thing.link : fileLink(thing.link, { id: row.id, ...passage }),
        detail: { kind: "file", attachment, passage, subject: { ...subject, title: thing.title } },
      });
      await yieldToLoop();
    }
    return things;
  },
};

/** SQL: the viewer may read the thing that a file is attached to, and search finds its files. */
function isSubjectReadable(
  { fileKinds }: SliceContext,
  viewer: RequestViewer,
  subjectKind: RawBuilder<string>,
  subjectId: RawBuilder<string>,
): RawBuilder<boolean> {
  const ofKinds = fileKinds.openTo(viewer).map((kind) => {
    const isFindable = kind.isFindable?.(viewer, subjectId) ?? kind.isReadable(viewer, subjectId);
    return sql<boolean>`(${subjectKind} = ${kind.kind} AND ${isFindable})`;
  });
  return sql<boolean>`(${anyOf(ofKinds)})`;
}

/** Characters that a passage is looked for in, from a little before the first of the words. */
const lookedThrough = 64_000;
/** Characters of context before the first of the words, and before a passage. */
const before = 500;
/** Characters of a text that are shown or quoted from. */
const maxPassage = 4_000;
/** Words this near to each other are of one passage. */
const nearBy = 500;
const maxNearLines = 20;

interface TextPart {
  text: string | null;
  /** The pages and lines that end before the part. Pages are null for a file without marks of pages. */
  before_pages: number | null;
  before_lines: number | null;
}

/** SQL: the part of a file's text from the first of the words, or else its beginning. */
function textAround({ terms }: Asked): RawBuilder<TextPart> {
  const folded = terms.map((term) => term.folded);
  return sql<TextPart>`(
    SELECT substr(t.text, place.first, ${sql.lit(lookedThrough)}) AS text,
      CASE WHEN strpos(t.text, E'\\f') > 0 THEN regexp_count(skipped.text, E'\\f') END AS before_pages,
      regexp_count(skipped.text, E'\\n') AS before_lines
    FROM file_texts t LEFT JOIN search_entries e ON e.id = t.file_id AND e.kind = 'file',
      LATERAL (SELECT greatest(1, coalesce(min(nullif(strpos(e.folded, w), 0)), 1) - ${sql.lit(before)}) AS first
        FROM unnest(${folded}::text[]) AS w) place,
      LATERAL (SELECT substr(t.text, 1, place.first - 1) AS text) skipped
    WHERE t.file_id = f.id)`;
}

interface FoundPassage {
  /** The text around the passage. */
  text: string;
  /** The position of the line with the passage. Undefined if no line has any of the words. */
  at: number | undefined;
  lookedThrough: string;
}

/** Finds the line that, with the lines that follow closely, has most of the words. */
function findPassage(text: string, { terms }: Asked): FoundPassage {
  const words = terms.map(({ folded, forms = [] }) => [folded, ...forms].filter((word) => word !== ""));
  let start = 0;
  const lines = text.split("\n").map((line) => {
    const own = fold(line);
    const found = new Set(
      words.flatMap((forms, index) => (forms.some((form) => own.includes(form)) ? [index] : [])),
    );
    const at = start;
    start += line.length + 1;
    return { at, found };
  });
  let best: { at: number; score: number } | undefined;
  for (const [index, { at, found }] of lines.entries()) {
    if (found.size === 0) continue;
    const together = new Set(found);
    for (const next of lines.slice(index + 1, index + 1 + maxNearLines)) {
      if (next.at > at + nearBy) break;
      for (const word of next.found) together.add(word);
    }
    // The line with more of the words is marked.
    const score = together.size + found.size;
    if (score > (best?.score ?? 0)) best = { at, score };
  }
  const from = Math.max(0, (best?.at ?? 0) - before);
  return { text: text.slice(from, from + maxPassage).toWellFormed(), at: best?.at, lookedThrough: text };
}

/** Returns where the passage is for a viewer of files of this kind. Other kinds have neither pages nor lines. */
function placeIn(
  { preview }: Attachment,
  { at, lookedThrough }: Pick<FoundPassage, "at" | "lookedThrough">,
  { before_pages, before_lines }: TextPart,
): { page: number | null; line: number | null } | null {
  if (at === undefined) return null;
  const skipped = lookedThrough.slice(0, at);
  if (preview === "pdf" && before_pages !== null)
    return { page: 1 + before_pages + countOf(lookedThrough.slice(0, at + 1), "\f"), line: null };
  if (preview === "text") return { page: null, line: 1 + (before_lines ?? 0) + countOf(skipped, "\n") };
  return null;
}

const countOf = (text: string, mark: string) => text.split(mark).length - 1;

function anyOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<unknown> {
  return sql.join([sql<boolean>`false`, ...conditions], sql` OR `);
}

import type { ArticleVersion, ArticleVersionText } from "@atoll/contract/knowledge/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import type { People } from "../../people/public.ts";
import { parseSteps, personIn } from "../model/present.ts";

const listed = [
  "number",
  "title",
  "note",
  "words",
  "must_read",
  "published_at",
  "published_by",
  "approved_by",
] as const;
/** A list of versions ends here; older ones open by their number. */
const maxListed = 500;

interface ListedRow {
  number: number;
  title: string;
  note: string;
  words: number;
  must_read: boolean;
  published_at: Date;
  published_by: string;
  approved_by: string | null;
}

/** The published versions of an article that the viewer may read, the newest first. */
export async function listVersions(
  { db, people }: { db: Database; people: People },
  articleId: string,
): Promise<ArticleVersion[]> {
  const rows = await db
    .selectFrom("article_versions")
    .select(listed)
    .where("article_id", "=", articleId)
    .orderBy("number", "desc")
    .limit(maxListed)
    .execute();
  const known = await people.of(rows.flatMap(peopleOf));
  return rows.map((row) => presentVersion(known, row));
}

/**
 * One version with its text.
 * @throws {AppError} `version_not_found`.
 */
export async function readVersion(
  { db, people }: { db: Database; people: People },
  articleId: string,
  number: number,
): Promise<ArticleVersionText> {
  const row = await db
    .selectFrom("article_versions")
    .select([...listed, "summary", "body", "steps"])
    .where("article_id", "=", articleId)
    .where("number", "=", number)
    .executeTakeFirst();
  if (!row) throw new AppError("version_not_found");
  const known = await people.of(peopleOf(row));
  return {
    ...presentVersion(known, row),
    summary: row.summary,
    body: row.body,
    steps: parseSteps(row.steps),
  };
}

const peopleOf = ({ published_by, approved_by }: ListedRow): string[] =>
  approved_by === null ? [published_by] : [published_by, approved_by];

function presentVersion(known: ReadonlyMap<string, Person>, row: ListedRow): ArticleVersion {
  return {
    number: row.number,
    title: row.title,
    note: row.note,
    words: row.words,
    mustRead: row.must_read,
    publishedAt: row.published_at.toISOString(),
    publishedBy: personIn(known, row.published_by),
    approvedBy: row.approved_by === null ? null : personIn(known, row.approved_by),
  };
}

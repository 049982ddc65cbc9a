import type { ListedIdea } from "@atoll/contract/ideas/schemas";
import { sql } from "kysely";
import { csvBeginning, toCsv } from "../../../platform/csv.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { presentListed } from "../present.ts";
import { type ListQuery, listIdeas } from "./list-ideas.ts";

const columns = [
  "id",
  "idea",
  "why it matters",
  "status",
  "status since",
  "expected",
  "posted by",
  "owner",
  "department",
  "visible to",
  "tags",
  "votes",
  "comments",
  "impact",
  "effort in weeks",
  "scores",
  "official reply",
  "reply by",
  "posted at",
];

/**
 * Returns a part of a CSV file of ideas, in the order of a list. The first part begins with the names of the columns. Each
 * part checks again what the viewer may read. An anonymous author is not named, not even to themselves.
 */
export async function exportIdeas(
  { db, people }: Pick<SliceContext, "db" | "people">,
  viewer: RequestViewer,
  query: ListQuery,
): Promise<{ csv: string; count: number; nextCursor: string | null }> {
  const { rows, nextCursor } = await listIdeas(db, viewer, query);
  const [ideas, texts] = await Promise.all([
    presentListed(people, rows),
    findTexts(
      db,
      rows.map(({ id }) => id),
    ),
  ]);
  const cells = ideas.map((idea) => toCells(idea, texts.get(idea.id)));
  const csv = query.cursor === undefined ? csvBeginning + toCsv([columns, ...cells]) : toCsv(cells);
  return { csv, count: ideas.length, nextCursor };
}

interface Texts {
  content: string;
  reply: string | null;
}

function toCells(idea: ListedIdea, texts: Texts | undefined): (string | number)[] {
  const { score, reply } = idea;
  return [
    idea.id,
    idea.title,
    texts?.content ?? "",
    idea.status,
    idea.statusAt,
    idea.targetOn ?? "",
    idea.author?.name ?? "Anonymous",
    idea.owner?.name ?? "",
    idea.department?.name ?? "",
    idea.audience.length === 0 ? "everyone" : idea.audience.map(({ name }) => name).join(", "),
    idea.tags.join(", "),
    idea.voteCount,
    idea.commentCount,
    score?.impact ?? "",
    score?.effortWeeks ?? "",
    score?.count ?? 0,
    reply === null ? "" : (texts?.reply ?? ""),
    reply?.by.name ?? "",
    idea.createdAt,
  ];
}

async function findTexts(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, Texts>> {
  const rows = await db
    .selectFrom("ideas")
    .select(["id", "content", "reply"])
    .where(sql<boolean>`id = ANY(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, ...texts }) => [id, texts]));
}

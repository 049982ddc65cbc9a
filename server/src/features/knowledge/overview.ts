import type { ArticleKind } from "@atoll/contract/knowledge/limits";
import type { KnowledgeOverview, Obligation } from "@atoll/contract/knowledge/overview-schemas";
import { canWriteKnowledge } from "@atoll/contract/knowledge/policy";
import { sql } from "kysely";
import type { Database } from "../../tables.ts";
import type { RequestViewer } from "../identity/public.ts";
import type { People } from "../people/public.ts";
import { isStale } from "./articles/list-articles.ts";
import { findRecent, findStarred } from "./finding/own-pages.ts";
import { peopleOfArticle, presentArticle, presentArticles, presentRead } from "./model/present.ts";
import { dayText, hasConfirmed, lastRead, selectArticles } from "./model/queries.ts";
import { isEditable, isForViewer, isReadablePublished } from "./model/readable.ts";
import { findMissing } from "./trust/missed-searches.ts";

interface Sources {
  db: Database;
  people: People;
}

/** A few of each: the overview is a page to look at, and each part links to all of it. */
const shown = 3;
const maxObligations = 200;

/** The knowledge base at a glance, of what the viewer may read. */
export async function findOverview(sources: Sources, viewer: RequestViewer): Promise<KnowledgeOverview> {
  const { db, people } = sources;
  const published = () => selectArticles(db).where(isReadablePublished(viewer));
  const [sections, obligations, verified, stale, popular, missing, starredRows, recentRows] =
    await Promise.all([
      countSections(db, viewer),
      findObligations(sources, viewer),
      published()
        .where(sql<boolean>`NOT ${isStale} AND a.verified_at IS NOT NULL`)
        .orderBy("a.verified_at", "desc")
        .orderBy("a.id")
        .limit(shown)
        .execute(),
      findStale(db, viewer),
      findPopular(db, viewer),
      canWriteKnowledge(viewer) ? findMissing(db) : [],
      findStarred(db, viewer),
      findRecent(db, viewer),
    ]);
  const needsReviewMine = await countStaleOf(db, viewer);
  const [recentlyVerified, needsReview, popularArticles, starred, recent] = await Promise.all([
    presentArticles(people, verified),
    presentArticles(people, stale),
    presentArticles(people, popular),
    presentArticles(people, starredRows),
    presentArticles(people, recentRows),
  ]);
  const views = new Map(popular.map((row) => [row.id, row.views]));
  const open = obligations.filter(({ state }) => state !== "done");
  return {
    ...sections,
    obligations: obligations.slice(0, shown),
    openObligations: open.length,
    recentlyVerified,
    needsReview,
    needsReviewMine,
    popular: popularArticles.map((article) => ({ article, views: views.get(article.id) ?? 0 })),
    missing,
    starred,
    recent,
  };
}

async function countSections(db: Database, viewer: RequestViewer) {
  const { rows } = await sql<{ kind: ArticleKind; count: number; verified: number }>`
    SELECT a.kind, count(*) AS count, count(*) FILTER (WHERE NOT coalesce(${isStale}, false)) AS verified
    FROM articles a WHERE ${isReadablePublished(viewer)} GROUP BY a.kind`.execute(db);
  const section = (kind: ArticleKind) => {
    const row = rows.find((one) => one.kind === kind);
    return { count: row?.count ?? 0, verified: row?.verified ?? 0 };
  };
  return { articles: section("article"), faq: section("faq"), sops: section("sop") };
}

/** Pages due for review that the viewer may edit: their own first, then the longest overdue. */
function findStale(db: Database, viewer: RequestViewer) {
  return selectArticles(db)
    .where(isStale)
    .where(isEditable(viewer))
    .orderBy(sql`a.owner_id = ${viewer.id}`, "desc")
    .orderBy("a.review_at")
    .orderBy("a.id")
    .limit(shown)
    .execute();
}

/** The pages of a person that are due for review, the longest overdue first. */
export function findStaleOf(db: Database, viewer: RequestViewer, count: number) {
  return selectArticles(db)
    .where(isStale)
    .where("a.owner_id", "=", viewer.id)
    .orderBy("a.review_at")
    .orderBy("a.id")
    .limit(count)
    .execute();
}

/** How many pages of a person are due for review. */
export async function countStaleOf(db: Database, viewer: RequestViewer): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM articles a
    WHERE ${isStale} AND a.owner_id = ${viewer.id}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Pages that most people opened within a week, also suggested in the search field. */
function findPopular(db: Database, viewer: RequestViewer) {
  return selectArticles(db)
    .innerJoin(
      (week) =>
        week
          .selectFrom("article_views")
          .select(["article_id", ({ fn }) => fn.countAll<number>().as("views")])
          .where("day", ">", sql<Date>`(now() AT TIME ZONE 'UTC')::date - 7`)
          .groupBy("article_id")
          .as("w"),
      (join) => join.onRef("w.article_id", "=", "a.id"),
    )
    .select("w.views")
    .where(isReadablePublished(viewer))
    .orderBy("w.views", "desc")
    .orderBy("a.id")
    .limit(shown)
    .execute();
}

/** Pages that the viewer has to read and confirm: open ones by due day, then confirmed ones, newest first. */
export async function findObligations({ db, people }: Sources, viewer: RequestViewer): Promise<Obligation[]> {
  const own = sql`${viewer.id}::uuid`;
  const isDone = hasConfirmed(own);
  const rows = await selectArticles(db)
    .select([
      dayText("a.due_on").as("due_on"),
      lastRead(own, "read").as("last_read"),
      lastRead(own, "confirmed").as("last_confirmed"),
      isDone.as("is_done"),
    ])
    .where("a.must_read_version", "is not", null)
    .where(isForViewer(viewer))
    .orderBy("is_done")
    .orderBy(sql`a.due_on NULLS LAST`)
    .orderBy("a.id")
    .limit(maxObligations)
    .execute();
  const known = await people.of(rows.flatMap(peopleOfArticle));
  return rows.map((row) => {
    const version = row.must_read_version ?? 1;
    const hasOpened = row.last_read !== null && row.last_read.version >= version;
    return {
      article: presentArticle(known, row),
      version,
      dueOn: row.due_on,
      state: row.is_done ? "done" : hasOpened ? "opened" : "open",
      confirmed: presentRead(row.last_confirmed),
    };
  });
}

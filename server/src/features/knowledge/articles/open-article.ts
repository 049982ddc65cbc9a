import { canEditArticle, canGovernArticle, canSeeArticleReaders } from "@atoll/contract/knowledge/policy";
import type { OpenArticle } from "@atoll/contract/knowledge/schemas";
import { sql } from "kysely";
import type { Database } from "../../../tables.ts";
import { hasUnplaced } from "../../documents/public.ts";
import { filesOf, presentAttachment } from "../../files/public.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { hasGuests, type People } from "../../people/public.ts";
import { accessArticle } from "../model/lock-article.ts";
import { partsOf } from "../model/policy.ts";
import { parseSteps, peopleOfArticle, personIn, presentArticle, presentRead } from "../model/present.ts";
import { dayText, fromArticles, isFollowedBy, isStarredBy, lastRead, voteOf } from "../model/queries.ts";
import { isReadable } from "../model/readable.ts";
import { countConfirmed } from "../trust/readers.ts";

/**
 * An article as its page shows it to one viewer.
 * @throws {AppError} `article_not_found`.
 */
export async function openArticle(
  { db, people }: { db: Database; people: People },
  viewer: RequestViewer,
  articleId: string,
): Promise<OpenArticle> {
  const row = await accessArticle(db, viewer, articleId);
  const parts = partsOf(row);
  const canEdit = canEditArticle(viewer, parts);
  const canSeeReaders = canSeeArticleReaders(viewer, parts);
  const [rest, above, confirmed, hasUnplacedTexts] = await Promise.all([
    selectRest(db, viewer.id, articleId),
    findAbove(db, viewer, row.path.slice(0, -1)),
    row.must_read_version === null || row.status !== "PUBLISHED" ? null : countConfirmed(db, articleId),
    hasUnplaced(db, { kind: "article", id: articleId }, viewer.id),
  ]);
  const known = await people.of([
    ...peopleOfArticle(row),
    ...(rest.approved_by === null ? [] : [rest.approved_by]),
    ...(rest.draft_updated_by === null ? [] : [rest.draft_updated_by]),
  ]);
  // Pictures that somebody took out of the text, or added to a draft, are for nobody else.
  const attached = new Set(rest.attached);
  const seesDraft = canEdit || row.reviewer_id === viewer.id;
  return {
    ...presentArticle(known, row),
    body: rest.body ?? "",
    note: rest.note ?? "",
    steps: parseSteps(rest.steps),
    effectiveOn: rest.effective_on,
    approvedBy: rest.approved_by === null ? null : personIn(known, rest.approved_by),
    above,
    mustRead: row.must_read_version === null ? null : { version: row.must_read_version, dueOn: rest.due_on },
    lastRead: presentRead(rest.last_read),
    lastConfirmed: presentRead(rest.last_confirmed),
    confirmed,
    isForViewer: row.isForViewer,
    myVote: rest.my_vote,
    isStarred: rest.is_starred,
    isFollowed: rest.is_followed,
    draft:
      seesDraft && rest.draft_updated_by !== null && rest.draft_state !== null
        ? {
            state: rest.draft_state,
            version: rest.draft_version ?? 1,
            updatedAt: (rest.draft_updated_at ?? row.updated_at).toISOString(),
            updatedBy: personIn(known, rest.draft_updated_by),
          }
        : null,
    canEdit,
    canGovern: canGovernArticle(viewer, parts),
    canSeeReaders,
    hasUnplacedTexts,
    ...(rest.has_guests && { hasGuests: true as const }),
    files: (rest.files ?? []).filter(({ id }) => attached.has(id)).map(presentAttachment),
  };
}

/** Fields that only an open article shows. */
function selectRest(db: Database, userId: string, articleId: string) {
  const own = sql`${userId}::uuid`;
  return fromArticles(db)
    .select([
      "v.body",
      "v.note",
      "v.approved_by",
      "v.steps",
      dayText("v.effective_on").as("effective_on"),
      dayText("a.due_on").as("due_on"),
      lastRead(own, "read").as("last_read"),
      lastRead(own, "confirmed").as("last_confirmed"),
      voteOf(userId).as("my_vote"),
      isStarredBy(userId).as("is_starred"),
      isFollowedBy(own).as("is_followed"),
      "d.state as draft_state",
      filesOf("article", sql.ref("a.id")).as("files"),
      hasGuests("article", sql.ref("a.id")).as("has_guests"),
      sql<
        string[] | null
      >`(SELECT json_agg(t.file_id) FROM article_attachments t WHERE t.article_id = a.id)`.as("attached"),
      "d.version as draft_version",
      "d.updated_at as draft_updated_at",
      "d.updated_by as draft_updated_by",
    ])
    .where("a.id", "=", articleId)
    .executeTakeFirstOrThrow();
}

/** The pages above, of those that the viewer may read, the topmost first. */
async function findAbove(
  db: Database,
  viewer: RequestViewer,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("articles as a")
    .select(["a.id", "a.title as name"])
    .where(sql<boolean>`a.id = ANY(${ids}::uuid[])`)
    .where(isReadable(viewer))
    .execute();
  return rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

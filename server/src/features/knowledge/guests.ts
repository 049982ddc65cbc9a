import { guestAccessRoutes } from "@atoll/contract/guest-access/routes";
import { canGovernArticle } from "@atoll/contract/knowledge/policy";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { readableById } from "../../platform/kinds/factories.ts";
import type { GuestKind } from "../../platform/kinds/guest-kinds.ts";
import { exactInstant, fetchPage, isBehind, placeInTime } from "../../platform/page.ts";
import type { RequestViewer, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { leaveOutNames } from "../documents/public.ts";
import { filesOf, presentAttachment } from "../files/public.ts";
import { broadcastArticles } from "./model/broadcast.ts";
import { partsOf } from "./model/policy.ts";
import { fromArticles, selectArticles } from "./model/queries.ts";
import { isReadable } from "./model/readable.ts";

/** Pages that guests are invited to, by the people who decide who reads them. Answers of the FAQ have no page of their own. */
export const guestArticles: GuestKind<RequestViewer, Database, SliceContext> = {
  kind: "article",
  async judge(db, viewer, articleId) {
    const row = await selectArticles(db)
      .where("a.id", "=", articleId)
      .where(isReadable(viewer))
      .executeTakeFirst();
    return row && { mayEdit: row.kind !== "faq" && canGovernArticle(viewer, partsOf(row)), seesGuests: true };
  },
  lock: (tx, articleId) => sql`SELECT FROM articles WHERE id = ${articleId} FOR UPDATE`.execute(tx),
  isReadable: readableById<RequestViewer>({ table: "articles", alias: "a", isReadable }),
  // Colleagues hear of it as of any change, and their forms stay as they are.
  touch: async () => undefined,
  broadcast: (context, articleId) => broadcastArticles(context, [articleId], []),
};

/** Registers the routes for guests. They show the published text of a page, and no page around it. */
export function registerGuestArticles({ routes, db, people }: SliceContext): void {
  routes.route(guestAccessRoutes.listGuestArticles, async ({ query }, { viewer }) => {
    const { rows, nextCursor } = await fetchPage(
      query,
      placeInTime,
      (after, count) =>
        selectOfGuest(db, viewer)
          .where(isBehind("ga.created_at", "a.id", after))
          .select(exactInstant("ga.created_at").as("exact_at"))
          .orderBy("ga.created_at", "desc")
          .orderBy("a.id", "desc")
          .limit(count)
          .execute(),
      ({ exact_at, id }) => [exact_at, id] as [string, string],
    );
    return { items: rows.map(present), nextCursor };
  });

  routes.route(guestAccessRoutes.getGuestArticle, async ({ params }, { viewer }) => {
    const row = await selectOfGuest(db, viewer)
      .select(["v.body", filesOf("article", sql.ref("a.id")).as("files")])
      .select(
        sql<
          string[] | null
        >`(SELECT json_agg(t.file_id) FROM article_attachments t WHERE t.article_id = a.id)`.as("attached"),
      )
      .where("a.id", "=", params.articleId)
      .executeTakeFirst();
    if (!row) throw new AppError("article_not_found");
    const known = await people.of(row.invited_by ? [row.invited_by] : []);
    // Pictures that somebody took out of the text, or added to a draft, are for nobody else.
    const attached = new Set(row.attached);
    return {
      article: {
        ...present(row),
        // Imported pages have titles as the words of links, which are not shown to readers either.
        body: await leaveOutNames(row.body ?? ""),
        files: (row.files ?? []).filter(({ id }) => attached.has(id)).map(presentAttachment),
        invitedBy: (row.invited_by && known.get(row.invited_by)) || null,
      },
    };
  });
}

function selectOfGuest(db: Database, viewer: RequestViewer) {
  return fromArticles(db)
    .innerJoin("guest_access as ga", (join) =>
      join.onRef("ga.subject_id", "=", "a.id").on("ga.subject_kind", "=", "article"),
    )
    .select(["a.id", "a.kind", "a.title", "a.summary", "a.updated_at", "v.published_at", "ga.invited_by"])
    .where("ga.guest_id", "=", viewer.id)
    .where(isReadable(viewer));
}

type GuestArticleRow = Awaited<ReturnType<ReturnType<typeof selectOfGuest>["execute"]>>[number];

function present({ id, kind, title, summary, published_at, updated_at }: GuestArticleRow) {
  return { id, kind, title, summary, publishedAt: (published_at ?? updated_at).toISOString() };
}

import { changeRoutes } from "@atoll/contract/changes/routes";
import { knowledgeRoutes as routes } from "@atoll/contract/knowledge/routes";
import type { ArticleChange, ArticleDraft, NewArticle } from "@atoll/contract/knowledge/schemas";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import type { Route, RouteCall } from "@atoll/contract/route";
import { type Insertable, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll } from "vitest";
import type { Database, Tables } from "../src/tables.ts";
import { idsByName } from "./announcers.ts";
import { createPerson, createRole } from "./factories.ts";
import type { TestServer } from "./harness.ts";
import { everybodyNotified } from "./settled.ts";

/** A signed-in person with what tests of the knowledge base do all the time. */
export type Writer = Awaited<ReturnType<typeof createWriter>>;

export async function createWriter(
  server: TestServer,
  name: string,
  more: { roles?: string[]; departments?: string[] } = {},
) {
  const signedIn = await server.signIn(await createPerson(server.db, { name, ...more }));
  const { client, user } = signedIn;
  const of = (articleId: string) => ({ params: { articleId } });
  const open = async (id: string) => (await client.call(routes.getArticle, of(id))).article;
  const create = async (wanted: Partial<NewArticle> = {}) =>
    (
      await client.call(routes.createArticle, {
        body: { id: uuidv7(), kind: "article", title: "A page", body: "Words", ...wanted },
      })
    ).article;
  const draft = async (id: string): Promise<ArticleDraft> => {
    const found = (await client.call(routes.getArticleDraft, of(id))).draft;
    if (!found) throw new Error("The article has no draft that this person may see");
    return found;
  };
  const save = async (there: ArticleDraft, change: Partial<ArticleDraft>) => {
    const { title, summary, body, note, effectiveOn, mustRead, dueOn, version } = { ...there, ...change };
    const sent = {
      ...{ title, summary, note, effectiveOn, mustRead, dueOn, version },
      ...(change.body === undefined ? {} : { body }),
    };
    return (await client.call(routes.saveArticleDraft, { ...of(there.articleId), body: sent })).draft;
  };
  const publish = async (id: string) => {
    const { version } = await draft(id);
    return (await client.call(routes.publishArticleDraft, { ...of(id), body: { version } })).article;
  };
  return {
    ...signedIn,
    id: user.id,
    of,
    open,
    create,
    draft,
    save,
    publish,
    /** Created and published at once. */
    write: async (wanted: Partial<NewArticle> = {}) => publish((await create(wanted)).id),
    begin: async (id: string, from: number | null = null) =>
      (await client.call(routes.beginArticleDraft, { ...of(id), body: { from } })).draft,
    share: async (id: string) => (await client.call(routes.shareArticleDraft, of(id))).draft,
    submit: async (id: string, reviewerId: string) => {
      const { version } = await draft(id);
      const body = { version, reviewerId };
      return (await client.call(routes.submitArticleDraft, { ...of(id), body })).draft;
    },
    approve: async (id: string, hash: string) =>
      (await client.call(routes.approveArticleDraft, { ...of(id), body: { hash } })).draft,
    confirm: async (id: string, version: number) =>
      (await client.call(routes.confirmArticle, { ...of(id), body: { version } })).lastConfirmed,
    move: (id: string, parentId: string | null, beforeId: string | null = null, changeId?: string) =>
      client.call(routes.moveArticle, { ...of(id), body: { parentId, beforeId, changeId } }),
    archive: (id: string, changeId?: string) =>
      client.call(routes.archiveArticle, { ...of(id), query: { changeId } }),
    change: (id: string, body: ArticleChange) => client.call(routes.changeArticle, { ...of(id), body }),
    undo: (changeId: string) => client.call(changeRoutes.undoChange, { params: { changeId } }),
    tree: async () => (await client.call(routes.getArticleTree, {})).nodes,
    /** The titles of the inbox, once everybody has been notified. */
    inbox: async (): Promise<string[]> => {
      await everybodyNotified(server.db);
      const { items } = await client.call(notificationRoutes.listNotifications, { query: {} });
      return items.map(({ title }) => title);
    },
    /** The code of a refusal. */
    refused: async <R extends Route>(route: R, input: RouteCall<R>): Promise<string> =>
      (await client.refused(route, input)).body.error.code,
  };
}

/** An article as a row, published for everyone unless said otherwise, with its version or its draft. */
export async function createArticleRow(
  db: Database,
  ownerId: string,
  wanted: Partial<Insertable<Tables["articles"]>> & { body?: string } = {},
): Promise<string> {
  const { body = "Words", ...columns } = wanted;
  const id = uuidv7();
  const isDraft = columns.status === "DRAFT";
  const title = columns.title ?? "An article";
  await db
    .insertInto("articles")
    .values({
      id,
      kind: "article",
      title,
      // A key between two others never ends with a zero.
      rank: `a${id}V`,
      path: [id],
      owner_id: ownerId,
      created_by: ownerId,
      status: "PUBLISHED",
      version: isDraft ? null : 1,
      verified_at: isDraft ? null : sql<Date>`now()`,
      shown_department_ids: columns.department_ids ?? [],
      shown_role_ids: columns.role_ids ?? [],
      sent_hash: Buffer.from(id),
      ...columns,
    })
    .execute();
  if (isDraft)
    await db
      .insertInto("article_drafts")
      .values({ article_id: id, title, summary: "", body, editor_ids: [ownerId], updated_by: ownerId })
      .execute();
  else await createVersionRow(db, id, ownerId, { title, body });
  return id;
}

/** A published version as a row. */
async function createVersionRow(
  db: Database,
  articleId: string,
  byId: string,
  { title, body, number = 1 }: { title: string; body: string; number?: number },
): Promise<void> {
  await db
    .insertInto("article_versions")
    .values({
      article_id: articleId,
      number,
      title,
      summary: "",
      body,
      note: "",
      words: 1,
      steps: JSON.stringify([{ id: "one", title: "First" }]),
      effective_on: null,
      must_read: false,
      due_on: null,
      published_by: byId,
      approved_by: null,
    })
    .execute();
  // The index follows the article, which may have been there before its version.
  await sql`SELECT search_index('article', ARRAY[${articleId}]::uuid[])`.execute(db);
}

/**
 * Creates the people of a company for all tests of a file: an administrator, two writers of DevOps, a reader of DevOps,
 * and one of Backend.
 */
export function writersForFile(server: TestServer, administratorRole: "admin" | "super_admin" = "admin") {
  const [greta, wim, vera, dev, ola] = Array.from({ length: 5 }, () => ({}) as Writer) as FiveWriters;
  const departments: Record<string, string> = {};
  beforeAll(async () => {
    await createRole(server.db, { name: "writer", permissions: ["knowledge:write"] });
    const people: [Writer, string, Parameters<typeof createWriter>[2]][] = [
      [greta, "Greta", { roles: [administratorRole] }],
      [wim, "Wim", { roles: ["user", "writer"], departments: ["DevOps"] }],
      [vera, "Vera", { roles: ["user", "writer"], departments: ["DevOps"] }],
      [dev, "Dev", { departments: ["DevOps"] }],
      [ola, "Ola", { departments: ["Backend"] }],
    ];
    for (const [writer, name, more] of people) Object.assign(writer, await createWriter(server, name, more));
    Object.assign(departments, await idsByName(server.db, "departments"));
  });
  return { greta, wim, vera, dev, ola, departments };
}

type FiveWriters = [Writer, Writer, Writer, Writer, Writer];

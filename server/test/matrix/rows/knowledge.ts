import { createHash } from "node:crypto";
import { knowledgeEvents } from "@atoll/contract/knowledge/events";
import { knowledgeRoutes as routes } from "@atoll/contract/knowledge/routes";
import { uuidv7 } from "uuidv7";
import { createArticleRow } from "../../knowledge.ts";
import { everyThing } from "../every-thing.ts";
import { each, signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import type { World } from "../world.ts";
import { must } from "./chat-things.ts";
import {
  createOne,
  editorsOnly,
  furnishKnowledge,
  governorsOnly,
  type Input,
  managers,
  newOne,
  of,
  readers,
  states,
  type Things,
  writers,
} from "./knowledge-things.ts";

const anybody = <Request>(request: Request) => ({
  anybody: { request: () => request, expect: signedIn("ok") },
});
const everyReader = [...readers, "author", ...writers] as const;
/** An article for Backend, a new one for each success. */
const ofOne = <Request>(
  what: "published" | "draft" | "must-read",
  request: (articleId: string) => Request,
  expect: typeof editorsOnly,
) => ({
  "for the department": {
    request: async (input: Input) => request(await newOne(input, what)),
    expect,
  },
  missing: { request: (_input: Input) => request(uuidv7()), expect: signedIn("article_not_found") },
});
/** A draft that only its editors know of. */
const draftEditors = signedIn("article_not_found", each(writers, "ok"));
const ofRun = <Request>(request: (runId: string) => Request) => ({
  "for the department": {
    request: ({ things }: Input) => request(things.runId),
    expect: signedIn("run_not_found", each(everyReader, "ok")),
  },
  "for another department": {
    request: ({ things }: Input) => request(things.foreignRunId),
    expect: signedIn("run_not_found", each(managers, "ok")),
  },
});
const text = { title: "Words", body: "More words" };
const hash = "0".repeat(64);
/** A zip file with one page of Markdown. */
const onePage =
  "UEsDBBQAAAgAAAAAIVyIMbywBQAAAAUAAAAHAAAAUGFnZS5tZFdvcmRzUEsBAj8DFAAACAAAAAAhXIgxvLAFAAAABQAAAAcACQAAAAAAAAAAALSBAAAAAFBhZ2UubWRVVAUAAwC5VWlQSwUGAAAAAAEAAQA+AAAAKgAAAAAA";

/** The hash that an approval refers to, as the server computes it. */
const hashOf = (title: string, body: string) =>
  createHash("sha256")
    .update(JSON.stringify([title, "", body, null]))
    .digest("hex");

async function startRun(world: World, articleId: string): Promise<string> {
  const id = uuidv7();
  await world.db
    .insertInto("sop_runs")
    .values({
      id,
      article_id: articleId,
      version: 1,
      name: "",
      started_by: world.actors.author.id,
      sent_hash: Buffer.from(id),
    })
    .execute();
  return id;
}

/** A draft that waits for its approval. */
async function submitted(input: Input, what: string): Promise<string> {
  return input.spare(`submitted, ${what}`, async () => {
    const id = await createOne(input.world, input.things.colleagueId, "draft");
    await input.world.db
      .updateTable("article_drafts")
      .set({ state: "review" })
      .where("article_id", "=", id)
      .execute();
    return id;
  });
}

async function deletedDraft(input: Input, ownerId: string): Promise<string> {
  return input.spare(`deleted of ${ownerId}`, async () => {
    const id = await createOne(input.world, ownerId, "draft");
    const title = input.world.secrets.hide("the title of a deleted draft", [
      ...managers,
      ...(ownerId === input.world.actors.author.id ? (["author"] as const) : []),
    ]);
    await input.world.db
      .updateTable("articles")
      .set({ title, deleted_at: new Date(), deleted_by: ownerId })
      .where("id", "=", id)
      .execute();
    return id;
  });
}

export const knowledgeSlice = defineSlice<typeof routes, keyof typeof knowledgeEvents, Things>({
  name: "knowledge",
  routes,
  eventNames: knowledgeEvents,
  furnish: furnishKnowledge,
  rows: {
    getKnowledgeOverview: anybody({}),
    getArticleAudience: {
      anybody: { request: () => ({}), expect: signedIn("forbidden", each(["author", ...writers], "ok")) },
    },
    listObligations: anybody({}),
    getArticleTree: {
      ...anybody({}),
      "by a title": {
        request: () => ({ query: { search: "article" } }),
        expect: signedIn("ok"),
      },
    },
    listArticlesBelow: states((id) => ({ ...of(id), query: {} })),
    getArticleNeighbors: states(of),
    listArticleMentions: states((id) => ({ ...of(id), query: {} })),
    starArticle: states((id) => ({ ...of(id), body: { isStarred: false } })),
    listArticles: {
      ...anybody({ query: {} }),
      drafts: { request: () => ({ query: { state: "draft" as const } }), expect: signedIn("ok") },
    },
    exportArticleList: anybody({ query: {} }),
    listFaq: anybody({}),
    getArticleCards: {
      "of everything": {
        request: ({ things }) => ({
          query: {
            of: [things.teamId, things.foreignId, things.draftId, things.strangeId, things.privateId]
              .map((id) => `article:${id}`)
              .join(),
          },
        }),
        expect: signedIn("ok"),
      },
      ...Object.fromEntries(
        ["article", "task", "channel", "person", "announcement", "event"].map((kind) => [
          `of every ${kind}`,
          {
            request: async ({ world }: Input) => ({
              query: { of: (await everyThing(world, kind, 50)).map((id) => `${kind}:${id}`).join() },
            }),
            expect: signedIn("ok"),
          },
        ]),
      ),
    },
    noteMissedSearch: anybody({ body: { words: "a word that is nowhere" } }),
    createArticle: {
      "a draft": {
        request: () => ({ body: { id: uuidv7(), kind: "article" as const, title: "Words" } }),
        expect: signedIn("forbidden", each(writers, "ok")),
      },
      "below a page for another department": {
        request: async ({ world, things, spare }) => ({
          body: {
            id: uuidv7(),
            kind: "article" as const,
            parentId: await spare("parent", () =>
              createArticleRow(world.db, things.colleagueId, {
                department_ids: [world.departmentIds.DevOps ?? ""],
              }),
            ),
          },
        }),
        expect: signedIn("forbidden", { ...each(managers, "ok"), departmentRole: "article_not_found" }),
      },
      "under the id of another's": {
        request: ({ things }) => ({ body: { id: things.strangeId, kind: "article" as const } }),
        expect: signedIn("forbidden", each(writers, "article_id_taken")),
      },
    },
    getArticle: states(of),
    changeArticle: {
      ...ofOne("published", (id) => ({ ...of(id), body: { revision: 1, category: "Office" } }), editorsOnly),
      "in its audience": {
        request: async (input) => ({
          ...of(await newOne(input, "published")),
          body: { revision: 1, departmentIds: [] },
        }),
        expect: governorsOnly,
      },
    },
    moveArticle: ofOne("published", (id) => ({ ...of(id), body: { parentId: null } }), editorsOnly),
    archiveArticle: ofOne("published", of, governorsOnly),
    unarchiveArticle: ofOne("published", of, governorsOnly),
    verifyArticle: ofOne("published", (id) => ({ ...of(id), body: { version: 1 } }), editorsOnly),
    voteOnArticle: states((id) => ({ ...of(id), body: { vote: "yes" as const } }), {
      draft: "article_not_published",
    }),
    markArticleRead: states(of),
    confirmArticle: ofOne(
      "must-read",
      (id) => ({ ...of(id), body: { version: 1 } }),
      signedIn("article_not_found", {
        ...each([...readers, "author", "departmentRole"], "ok"),
        ...each(managers, "confirmation_not_asked"),
      }),
    ),
    listArticleReaders: {
      "for the department": {
        request: ({ things }) => ({ ...of(things.teamId), query: {} }),
        expect: signedIn("article_not_found", {
          ...each([...readers, "departmentRole"], "forbidden"),
          ...each(["author", ...managers], "ok"),
        }),
      },
    },
    listBacklinks: states(of),
    saveFaqAnswer: {
      "a new one": {
        request: () => ({
          ...of(uuidv7()),
          body: { question: "Where?", answer: "There", baseVersion: 0 },
        }),
        expect: signedIn("forbidden", each(writers, "ok")),
      },
      "for another department": {
        request: async ({ world, things, spare }) => ({
          ...of(
            await spare("an answer", () =>
              createArticleRow(world.db, things.colleagueId, {
                kind: "faq",
                department_ids: [world.departmentIds.DevOps ?? ""],
              }),
            ),
          ),
          body: { question: "Where?", answer: "There", baseVersion: 1 },
        }),
        expect: signedIn("article_not_found", each(managers, "ok")),
      },
    },
    exportArticles: {
      ...states((articleId) => ({ query: { articleId } })),
      "of everything": { request: () => ({ query: {} }), expect: signedIn("ok") },
    },
    exportArticleAsWord: {
      ...states((articleId) => ({ params: { articleId }, query: {} })),
      // Nothing of it is published, even for readers of the draft.
      "a draft for the department": {
        request: ({ things }) => ({ params: { articleId: things.draftId }, query: {} }),
        expect: signedIn("article_not_found"),
      },
      "a draft for another department": {
        request: ({ things }) => ({ params: { articleId: things.strangeId }, query: { below: "true" } }),
        expect: signedIn("article_not_found"),
      },
    },
    previewArticleImport: {
      "at the top": {
        request: () => ({ body: { zip: onePage } }),
        expect: signedIn("forbidden", each(writers, "ok")),
      },
      "below a page for another department": {
        request: ({ things }) => ({ body: { zip: onePage, parentId: things.strangeId } }),
        expect: signedIn("forbidden", { departmentRole: "article_not_found", ...each(managers, "ok") }),
      },
    },
    importArticles: {
      "at the top": {
        request: () => ({ body: { id: uuidv7(), zip: onePage, publish: true } }),
        expect: signedIn("forbidden", each(writers, "ok")),
      },
    },
    getArticleDraft: {
      "of a published article": {
        request: ({ things }) => of(things.teamId),
        expect: signedIn("article_not_found", each([...readers, "author", ...writers], "ok")),
      },
      ...ofOne("draft", of, draftEditors),
    },
    beginArticleDraft: ofOne("published", (id) => ({ ...of(id), body: {} }), editorsOnly),
    saveArticleDraft: ofOne("draft", (id) => ({ ...of(id), body: { ...text, version: 1 } }), draftEditors),
    discardArticleDraft: ofOne("draft", of, draftEditors),
    listDeletedDrafts: anybody({}),
    restoreDeletedDraft: {
      "of a colleague": {
        request: async (input) => of(await deletedDraft(input, input.things.colleagueId)),
        expect: signedIn("article_not_found", each(managers, "ok")),
      },
      "of a colleague who had not shared it": {
        request: async ({ world, things }) => {
          const id = await createOne(world, things.colleagueId, "private");
          await world.db
            .updateTable("articles")
            .set({
              title: world.secrets.hide("the title of a deleted private draft", []),
              deleted_at: new Date(),
              deleted_by: things.colleagueId,
            })
            .where("id", "=", id)
            .execute();
          return of(id);
        },
        expect: signedIn("article_not_found"),
      },
      "of the author": {
        request: async (input) => of(await deletedDraft(input, input.world.actors.author.id)),
        expect: signedIn("article_not_found", each(["author", ...managers], "ok")),
      },
      "that is not deleted": {
        request: ({ things }) => of(things.draftId),
        expect: signedIn("article_not_found"),
      },
    },
    shareArticleDraft: {
      ...ofOne("draft", of, draftEditors),
      "that only the author sees": {
        request: async ({ world }) => of(await createOne(world, world.actors.author.id, "private")),
        expect: signedIn("article_not_found", { author: "ok" }),
      },
      "that a colleague has not shared": {
        request: ({ things }) => of(things.privateId),
        expect: signedIn("article_not_found"),
      },
    },
    submitArticleDraft: {
      "to a member": {
        request: async (input) => ({
          ...of(await newOne(input, "draft")),
          body: { version: 1, reviewerId: input.world.actors.member.id },
        }),
        expect: draftEditors,
      },
      "to a stranger": {
        request: ({ world, things }) => ({
          ...of(things.draftId),
          body: { version: 1, reviewerId: world.actors.stranger.id },
        }),
        expect: signedIn("article_not_found", each(writers, "reviewer_unfit")),
      },
    },
    approveArticleDraft: {
      "that is not submitted": {
        request: ({ things }) => ({ ...of(things.draftId), body: { hash } }),
        expect: signedIn("article_not_found", {
          departmentRole: "forbidden",
          ...each(managers, "changed_meanwhile"),
        }),
      },
      "that is submitted to managers": {
        request: async (input) => ({
          ...of(await submitted(input, "to approve")),
          body: { hash: hashOf("An article", "Words") },
        }),
        expect: signedIn("article_not_found", { departmentRole: "forbidden", ...each(managers, "ok") }),
      },
    },
    refuseArticleDraft: {
      "that is not submitted": {
        request: ({ things }) => ({ ...of(things.draftId), body: {} }),
        expect: signedIn("article_not_found", {
          departmentRole: "forbidden",
          ...each(managers, "changed_meanwhile"),
        }),
      },
      "that is submitted to managers": {
        request: async (input) => ({ ...of(await submitted(input, "to refuse")), body: {} }),
        expect: signedIn("article_not_found", { departmentRole: "forbidden", ...each(managers, "ok") }),
      },
    },
    publishArticleDraft: ofOne("draft", (id) => ({ ...of(id), body: { version: 1 } }), draftEditors),
    listArticleVersions: states(of),
    getArticleVersion: {
      "for the department": {
        request: ({ things }) => ({ params: { articleId: things.teamId, number: 1 } }),
        expect: signedIn("article_not_found", each(everyReader, "ok")),
      },
      "for another department": {
        request: ({ things }) => ({ params: { articleId: things.foreignId, number: 1 } }),
        expect: signedIn("article_not_found", each(managers, "ok")),
      },
    },
    getArticleVersionDocument: {
      "for the department": {
        request: ({ things }) => ({ params: { articleId: things.teamId, number: 1 } }),
        expect: signedIn("article_not_found", {
          ...each(readers, "forbidden"),
          // The author owns it.
          ...each(["author", ...writers], "ok"),
        }),
      },
      "for another department": {
        request: ({ things }) => ({ params: { articleId: things.foreignId, number: 1 } }),
        expect: signedIn("article_not_found", each(managers, "ok")),
      },
    },
    listSopRuns: states((id) => ({ ...of(id), query: {} })),
    startSopRun: ofOne(
      "published",
      (id) => ({ ...of(id), body: { id: uuidv7(), name: "Staging" } }),
      signedIn("article_not_found", each(everyReader, "ok")),
    ),
    changeSopRun: {
      "that was changed since": {
        request: ({ things }) => ({ params: { runId: things.runId }, body: { note: "New", revision: 99 } }),
        expect: signedIn("run_not_found", each(everyReader, "changed_meanwhile")),
      },
      "for another department": {
        request: async ({ world, things, spare }) => ({
          params: { runId: await spare("run", () => startRun(world, things.foreignId)) },
          body: { note: "New", revision: 1 },
        }),
        expect: signedIn("run_not_found", each(managers, "ok")),
      },
    },
    tickSopStep: ofRun((runId) => ({ params: { runId, stepId: "one" } })),
    untickSopStep: ofRun((runId) => ({ params: { runId, stepId: "one" } })),
    endSopRun: {
      "for the department": {
        request: async ({ world, things, spare }) => ({
          params: { runId: await spare("run to end", () => startRun(world, things.teamId)) },
        }),
        expect: signedIn("run_not_found", each(everyReader, "ok")),
      },
    },
  },
  events: {
    "article.changed": {
      change: ({ world, things }) =>
        must(world, world.actors.admin, "PATCH", `/api/knowledge/articles/${things.teamId}`, {
          revision: 1,
          category: "Office",
        }),
      // A person without any permission is still in the department.
      receivers: [...everyReader, "demoted"],
    },
    "article.gone": {
      async change({ world, things }) {
        const id = await createOne(world, things.colleagueId, "published");
        await must(world, world.actors.admin, "PUT", `/api/knowledge/articles/${id}/archive`);
      },
      receivers: [...readers, "author", "demoted"],
    },
    "article.read": {
      change: ({ world, things }) =>
        must(world, world.actors.member, "PUT", `/api/knowledge/articles/${things.teamId}/vote`, {
          vote: "yes",
        }),
      receivers: ["member"],
    },
    "article.counted": {
      change: ({ world, things }) =>
        must(world, world.actors.member, "PUT", `/api/knowledge/articles/${things.teamId}/vote`, {
          vote: "no",
        }),
      receivers: ["author", ...managers],
    },
    "article.run": {
      change: ({ world, things }) =>
        must(world, world.actors.member, "PUT", `/api/knowledge/runs/${things.runId}/steps/one`),
      receivers: [...everyReader, "demoted"],
    },
  },
});

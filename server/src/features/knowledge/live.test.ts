import { knowledgeRoutes as routes } from "@atoll/contract/knowledge/routes";
import { uuidv7 } from "uuidv7";
import { beforeAll, expect, test } from "vitest";
import { eventEqualsRefetch, named } from "../../../test/event-equals-refetch.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { createArticleRow, createWriter, type Writer } from "../../../test/knowledge.ts";

// The data a browser showed before each event, plus the event, equals a fresh fetch.

const server = sharedServer();
let [greta, mari]: Writer[] = [];

beforeAll(async () => {
  greta = await createWriter(server, "Greta", { roles: ["admin"] });
  mari = await createWriter(server, "Mari");
});

const listed = async (who: Writer) =>
  (await who.client.call(routes.listArticles, { query: { limit: 200 } })).items.toSorted((one, other) =>
    one.id < other.id ? -1 : 1,
  );
const ofArticle = named<{ articleId: string }, Awaited<ReturnType<typeof listed>>[number]>(
  ({ articleId }) => articleId,
);
const newArticle = (more: object = {}) =>
  createArticleRow(server.db, greta!.id, { title: "Ferry rules", ...more });

test("a list of pages, after one is changed and one is created", async () => {
  const id = await newArticle();
  const socket = await server.connect(mari!);
  const proof = { socket, event: "article.changed" as const, fetch: () => listed(mari!), apply: ofArticle };
  await eventEqualsRefetch({
    ...proof,
    act: () =>
      greta!.client.call(routes.changeArticle, { ...greta!.of(id), body: { revision: 1, category: "Sea" } }),
  });
  await eventEqualsRefetch({ ...proof, act: () => greta!.write({ title: "Another page" }) });
  socket.close();
});

test("a list of pages, after one is archived and the viewer loses access to one", async () => {
  const socket = await server.connect(mari!);
  const proof = {
    socket,
    event: "article.gone" as const,
    fetch: () => listed(mari!),
    apply: (before: readonly { id: string }[], { articleId }: { articleId: string }) =>
      before.filter(({ id }) => id !== articleId) as never,
  };
  const archived = await newArticle();
  await eventEqualsRefetch({
    ...proof,
    act: () => greta!.client.call(routes.archiveArticle, greta!.of(archived)),
  });
  const narrowed = await newArticle();
  const { departments } = await greta!.client.call(routes.getArticleAudience, {});
  const body = { revision: 1, departmentIds: [departments[0]!.id] };
  await eventEqualsRefetch({
    ...proof,
    act: () => greta!.client.call(routes.changeArticle, { ...greta!.of(narrowed), body }),
  });
  socket.close();
});

test("the viewer's required reading, after a confirmation on another device", async () => {
  const id = await newArticle({ must_read_version: 1 });
  const socket = await server.connect(mari!);
  const heard: string[] = [];
  await eventEqualsRefetch({
    socket,
    event: "article.read",
    fetch: async () => (await mari!.client.call(routes.listObligations, {})).items,
    act: () => mari!.confirm(id, 1),
    apply(before, { articleId }, fresh) {
      heard.push(articleId);
      return articleId === id ? fresh : before;
    },
  });
  expect(new Set(heard)).toEqual(new Set([id]));
  socket.close();
});

test("the owner's list of a page's readers, after one confirms it", async () => {
  const id = await newArticle({ must_read_version: 1 });
  const socket = await server.connect(greta!);
  await eventEqualsRefetch({
    socket,
    event: "article.counted",
    fetch: async () =>
      (await greta!.client.call(routes.listArticleReaders, { ...greta!.of(id), query: { only: "all" } }))
        .items,
    act: () => mari!.confirm(id, 1),
    apply: (before, { articleId }, fresh) => (articleId === id ? fresh : before),
  });
  socket.close();
});

test("the runs of a procedure, after one starts and one ends", async () => {
  const id = await newArticle({ kind: "sop" });
  const socket = await server.connect(greta!);
  const runId = uuidv7();
  const proof = {
    socket,
    event: "article.run" as const,
    fetch: async () => (await greta!.client.call(routes.listSopRuns, { ...greta!.of(id), query: {} })).items,
    apply: named<{ runId: string }, { id: string }>((payload) => payload.runId) as never,
  };
  await eventEqualsRefetch({
    ...proof,
    act: () =>
      mari!.client.call(routes.startSopRun, { ...mari!.of(id), body: { id: runId, name: "Friday" } }),
  });
  await eventEqualsRefetch({
    ...proof,
    act: () => mari!.client.call(routes.endSopRun, { params: { runId } }),
  });
  socket.close();
});

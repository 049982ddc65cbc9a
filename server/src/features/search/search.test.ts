import { chatRoutes } from "@atoll/contract/chat/routes";
import { commentRoutes } from "@atoll/contract/comments/routes";
import type { RouteCall } from "@atoll/contract/route";
import type { Hit } from "@atoll/contract/search/hit-schemas";
import { searchKinds } from "@atoll/contract/search/limits";
import { searchRoutes } from "@atoll/contract/search/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { fullTest } from "../../../../contract/test/full-check.ts";
import { type Announcer, createAnnouncer } from "../../../test/announcers.ts";
import { createChannel } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { createWorkers, type Worker } from "../../../test/tasks.ts";
import { reindex } from "./reindex.ts";

const server = sharedServer();
let [ana, ben]: Worker[] = [];
let greta: Announcer;
/** A channel of Ana and Ben. */
let shared: { id: string };
/** A channel of Ben alone. */
let secret: { id: string };

beforeAll(async () => {
  [ana, ben] = await createWorkers(server, {
    "Ana Reef": { departments: ["Backend"] },
    "Benoît Sand": { departments: ["Marketing"] },
  });
  greta = await createAnnouncer(server, "Greta Holm", { roles: ["admin"] });
  shared = await createChannel(server.db, { name: "support-desk", members: [ana!.user, ben!.user] });
  secret = await createChannel(server.db, { name: "board-room", members: [ben!.user] });
});

type Question = NonNullable<RouteCall<typeof searchRoutes.searchEverywhere>["query"]>;
const search = (query: string, more: Question = {}, who: Worker = ana!) =>
  who.client.call(searchRoutes.searchEverywhere, { query: { query, ...more } });
const found = async (query: string, more: Question = {}, who: Worker = ana!) =>
  (await search(query, more, who)).items.map(({ kind, id }) => ({ kind, id }));
const kindsOf = async (query: string, who: Worker = ana!) =>
  (await search(query, {}, who)).items.map(({ kind }) => kind).toSorted();

async function post(who: Worker, channelId: string, content: string) {
  const body = { id: uuidv7(), content };
  return (await who.client.call(chatRoutes.postMessage, { params: { channelId }, body })).message;
}

async function comment(who: Worker, taskId: string, content: string) {
  return who.client.call(commentRoutes.postComment, {
    params: { kind: "task", subjectId: taskId },
    body: { id: uuidv7(), content },
  });
}

const marked = ({ text, marks }: Hit["text"]) => marks.map(([from, to]) => text.slice(from, to));

describe("a query", () => {
  test("finds a task by a tag, which is marked as a tag and not a part of the text", async () => {
    const tags = ["dredger-fleet", "winter"];
    const task = await ana!.create({ title: "Order filters", description: "For both", tags });
    const { items } = await search("dredger");
    const hit = items.find(({ id }) => id === task.id)!;
    expect(hit.text).toEqual({ text: "For both", marks: [] });
    expect(hit.tags.map(({ text }) => text)).toEqual(tags);
    expect(hit.tags.map(marked)).toEqual([["dredger"], []]);
  });

  test("finds things of every kind, and returns an excerpt of each", async () => {
    const task = await ana!.create({ title: "Paint the gantry", description: "The **gantry** by the quay" });
    const { comment: said } = await comment(ana!, task.id, "Which gantry?");
    await post(ben!, shared.id, "The gantry is red");
    await greta.announce({ title: "Gantry closed", content: "Until noon" });
    await createChannel(server.db, { name: "gantry-crew", members: [ana!.user] });
    await createWorkers(server, { "Gantry Gus": {} });
    const answer = await search("gantry");
    expect(answer.items.map(({ kind }) => kind).toSorted()).toEqual(
      ["announcement", "channel", "comment", "message", "person", "task"].toSorted(),
    );
    const counts = Object.fromEntries(answer.counts.map(({ kind, count }) => [kind, count]));
    expect(counts).toEqual({
      ...Object.fromEntries(searchKinds.map((kind) => [kind, 0])),
      article: 0,
      message: 1,
      task: 1,
      announcement: 1,
      comment: 1,
      file: 0,
      channel: 1,
      person: 1,
    });
    expect(answer.total).toEqual({ count: 6, isMore: false });
    for (const { title, text } of answer.items) {
      expect([...marked(title), ...marked(text)].map((word) => word.toLowerCase())).toContain("gantry");
    }
    expect(answer.items.find(({ kind }) => kind === "task")?.text.text).toBe("The gantry by the quay");
    expect(answer.items.find(({ kind }) => kind === "announcement")?.detail).toMatchObject({
      isForEveryone: true,
    });
    expect(answer.items.find(({ kind }) => kind === "comment")).toMatchObject({
      link: `/tasks?task=${task.id}#comment-${said.id}`,
      detail: { subject: { kind: "task", id: task.id, title: "Paint the gantry" } },
    });
    const only = await search("gantry", { kind: "task" });
    expect(only.items.map(({ kind }) => kind)).toEqual(["task"]);
    expect(only.counts).toEqual(answer.counts);
    expect((await search("gantry is:people")).items.map(({ kind }) => kind)).toEqual(["person"]);
  });

  test("finds other forms of a word, in five languages", async () => {
    for (const title of [
      "Deploying the service",
      "Two parties",
      "Die Sitzungen",
      "Alte Häuser",
      "Les journaux",
      "Las luces",
      "As reuniões",
      "Os animais",
    ])
      await ana!.create({ title });
    for (const [query, title] of [
      ["deployed", "Deploying the service"],
      ["party", "Two parties"],
      ["sitzung", "Die Sitzungen"],
      ["haus", "Alte Häuser"],
      ["journal", "Les journaux"],
      ["luz", "Las luces"],
      ["reunião", "As reuniões"],
      ["animal", "Os animais"],
    ] as const) {
      const { items } = await search(query);
      expect(
        items.map((hit) => hit.title.text),
        query,
      ).toContain(title);
      expect(
        items.flatMap((hit) => marked(hit.title)),
        query,
      ).not.toEqual([]);
    }
  });

  test("returns each hit once, page by page", async () => {
    for (let count = 0; count < 5; count += 1) {
      await ana!.create({ title: `Bollard ${count}` });
      await post(ben!, shared.id, `bollard of ${count}`);
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await search("bollard", { limit: 3, ...(cursor ? { cursor } : {}) });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toHaveLength(10);
    expect(new Set(seen).size).toBe(10);
    const newest = await search("bollard", { order: "newest" });
    expect(newest.items.map(({ at }) => at)).toEqual(
      newest.items
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
  });

  test("filters by person, channel, department and day, in fields and in the query", async () => {
    const { rows } = await sql<{ id: string }>`SELECT id FROM departments WHERE name = 'Backend'`.execute(
      server.db,
    );
    const departmentId = rows[0]!.id;
    const bens = await ben!.create({ title: "Capstan check", assigneeId: ana!.id });
    const anas = await ana!.create({ title: "Capstan oil", departmentId });
    const said = await post(ben!, shared.id, "capstan capstan");
    expect((await found("capstan")).map(({ id }) => id).toSorted()).toEqual(
      [bens.id, anas.id, said.id].toSorted(),
    );
    const ids = async (query: string, more: Question = {}) =>
      (await found(query, more)).map(({ id }) => id).toSorted();
    expect(await ids("capstan", { personId: ben!.id })).toEqual([bens.id, said.id].toSorted());
    expect(await ids("capstan from:benoit")).toEqual([bens.id, said.id].toSorted());
    expect(await ids("capstan", { channelId: shared.id })).toEqual([said.id]);
    expect(await ids("capstan in:support")).toEqual([said.id]);
    expect(await ids("capstan", { departmentId })).toEqual([anas.id]);
    expect(await ids("capstan in:backend")).toEqual([anas.id]);
    expect(await ids("capstan -oil")).toEqual([bens.id, said.id].toSorted());
    expect(await ids("capstan", { since: "2199-01-01" })).toEqual([]);
    expect(await ids("capstan before:2020-01-01")).toEqual([]);
  });
});

describe("permissions", () => {
  fullTest("limit the counts of each tab to the hits in its list", async () => {
    for (const who of [ana!, ben!])
      for (let count = 0; count < 3; count += 1) {
        const { id } = await who.create({ title: `Fairlead ${count}` });
        await comment(who, id, "Which fairlead?");
        await post(ben!, count === 0 ? shared.id : secret.id, "fairlead");
      }
    for (const [who, ...numbers] of [
      [ana!, 3, 3, 2],
      [ben!, 3, 3, 6],
    ] as const) {
      const { counts, total, items } = await search("fairlead", { limit: 50 }, who);
      const told = new Map(counts.map(({ kind, count }) => [kind, count]));
      expect([told.get("task"), told.get("comment"), told.get("message")]).toEqual(numbers);
      for (const { kind, count } of counts)
        expect((await found("fairlead", { kind, limit: 50 }, who)).length, kind).toBe(count);
      expect(total).toEqual({ count: items.length, isMore: false });
    }
  });

  test("hide hits as soon as the viewer loses access", async () => {
    const task = await ben!.create({ title: "Kestrelwing merger" });
    await comment(ben!, task.id, "kestrelwing is theirs");
    await post(ben!, secret.id, "kestrelwing");
    await greta.announce({ title: "Kestrelwing for marketing", departmentIds: [await idOf("Marketing")] });
    expect(await kindsOf("kestrelwing", ben)).toEqual(["announcement", "comment", "message", "task"]);
    const nothing = await search("kestrelwing");
    expect(nothing).toMatchObject({ items: [], total: { count: 0 }, didYouMean: null });
    await ben!.change(task.id, { assigneeId: ana!.id });
    expect(await kindsOf("kestrelwing")).toEqual(["comment", "task"]);
    await ben!.change(task.id, { assigneeId: null });
    expect(await kindsOf("kestrelwing")).toEqual([]);
    await ben!.remove(task.id);
    expect(await kindsOf("kestrelwing", ben)).toEqual(["announcement", "message"]);
  });
});

async function idOf(department: string): Promise<string> {
  const { id } = await server.db
    .selectFrom("departments")
    .select("id")
    .where("name", "=", department)
    .executeTakeFirstOrThrow();
  return id;
}

test("suggestions match titles, people first", async () => {
  await ana!.create({ title: "Winchester harbour plan" });
  await createWorkers(server, { "Winnie Winch": {} });
  const { items } = await ana!.client.call(searchRoutes.suggestHits, { query: { query: "winch" } });
  expect(items.map(({ title }) => title.text)).toEqual(["Winnie Winch", "Winchester harbour plan"]);
  const short = await ana!.client.call(searchRoutes.suggestHits, { query: { query: "wi" } });
  expect(short.items.map(({ title }) => title.text)).toEqual(["Winnie Winch"]);
});

test("the rebuilt index equals the one kept by changes", async () => {
  const index = async () => {
    const { rows } = await sql<{ entries: string; messages: string }>`SELECT
      (SELECT md5(string_agg(e::text, '|' ORDER BY id, kind)) FROM search_entries e) AS entries,
      (SELECT md5(string_agg(s::text, '|' ORDER BY message_id)) FROM message_search s) AS messages`.execute(
      server.db,
    );
    return rows[0];
  };
  const kept = await index();
  await sql`UPDATE search_entries SET folded = 'other', title = '' WHERE kind = 'task'`.execute(server.db);
  await sql`DELETE FROM search_entries WHERE kind = 'person'`.execute(server.db);
  await sql`INSERT INTO search_entries (kind, id, at, title, folded, lexemes)
    VALUES ('task', gen_random_uuid(), now(), 'orphan', '', ''), ('moon', gen_random_uuid(), now(), 'moon', '', '')`.execute(
    server.db,
  );
  await sql`DELETE FROM message_search`.execute(server.db);
  expect(await index()).not.toEqual(kept);
  const counts = new Map<string, number>();
  await reindex(server.db, ({ kind, count }) => counts.set(kind, count));
  expect(await index()).toEqual(kept);
  expect(counts.get("message")).toBeGreaterThan(0);
  expect([...counts.keys()]).toEqual(expect.arrayContaining(["task", "person", "channel", "file"]));
});

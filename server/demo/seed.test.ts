import { askAiRoutes } from "@atoll/contract/ask-ai/routes";
import { auditRoutes } from "@atoll/contract/audit/routes";
import { brainstormRoutes } from "@atoll/contract/brainstorm/routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { fileRoutes } from "@atoll/contract/files/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { savedViewRoutes } from "@atoll/contract/saved-views/routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { type Chatter, signInChatter } from "../test/chatter.ts";
import { sharedServer } from "../test/for-file.ts";
import { seedDemoCompany } from "./seed.ts";
import { demoPassword } from "./sign-ins.ts";

const server = sharedServer();
let marisol: Chatter;
let tookMs: number;
const said: string[] = [];

beforeAll(async () => {
  const began = performance.now();
  await seedDemoCompany(server.db, server.files, {
    now: new Date("2026-11-20T10:28:00Z"),
    say: (line) => said.push(line),
  });
  tookMs = performance.now() - began;
  const email = "marisol.vega@pelicanworks.example";
  marisol = await signInChatter(server, { id: "", name: "", email, password: demoPassword });
});

test("seeds the demo company quickly and only once", async () => {
  console.log(`seeding took ${Math.round(tookMs)} ms`);
  await seedDemoCompany(server.db, server.files, { now: new Date(), say: (line) => said.push(line) });
  expect(said).toEqual([
    "Moving the demo company in ...",
    expect.stringMatching(/^60 people, \d+ chats, \d+ messages\.$/),
  ]);
});

test("its audit log covers years, and its hash chain is valid", async () => {
  const greta = await signInChatter(server, {
    id: "",
    name: "",
    email: "greta.holm@pelicanworks.example",
    password: demoPassword,
  });
  const { count, firstBroken } = await greta.client.call(auditRoutes.verifyEntries, {});
  expect(firstBroken).toBeNull();
  expect(count).toBeGreaterThan(100);
  const { items } = await greta.client.call(auditRoutes.listEntries, { query: { search: "pavel refused" } });
  expect(items.map(({ at }) => at)).toEqual(
    items
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  expect(items).toHaveLength(3);
});

test("every channel's stream matches its messages", async () => {
  const channels = await marisol.channels();
  for (const channel of channels) {
    const changes = [];
    for (let since = 0; ; ) {
      const page = await marisol.changes(channel.id, since);
      changes.push(...page.changes);
      since = page.changes.at(-1)?.changedSeq ?? 0;
      if (!page.hasMore) break;
    }
    const numbers = changes.map(({ changedSeq }) => changedSeq);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(numbers.at(-1)).toBe(channel.head);
    const live = changes.filter((message) => !message.deleted);
    const unread = live.filter(
      ({ seq, parentId, author }) =>
        seq > channel.lastReadSeq && parentId === null && author.id !== marisol.id,
    );
    expect(channel.unread).toBe(unread.length);
    for (const { thread, id } of live) {
      const replies = live.filter(({ parentId }) => parentId === id);
      expect(thread?.replyCount ?? 0).toBe(replies.length);
      expect(thread?.lastReplyAt).toBe(replies.at(-1)?.createdAt);
    }
  }
});

test("Marisol's searches find the demo content", async () => {
  const channels = await marisol.channels();
  const named = (name: string) => channels.find((channel) => channel.name === name)!;
  expect(named("business-development")).toMatchObject({ unread: 7, unreadMentions: 1, isOwner: true });
  expect(named("deploys").isStarred).toBe(true);
  expect(named("announcements")).toMatchObject({ isOwnersOnly: true, isOwner: true, canPost: true });
  expect(named("marketing-team")).toMatchObject({
    followsDepartment: true,
    type: "PRIVATE",
    memberCount: 11,
  });
  expect(channels.some(({ peers }) => peers.length === 2)).toBe(true);
  expect((await marisol.heads()).unreadThreads).toBe(1);
  const threads = await marisol.threads();
  expect(threads[0]).toMatchObject({ unread: 2, channel: { name: "business-development" } });
  const [first] = await marisol.mentions();
  expect(first?.message.mentions).toEqual([{ id: marisol.id, name: "Marisol Vega" }]);
  expect(await marisol.pins(named("announcements").id)).toHaveLength(2);
  expect((await marisol.saved()).length).toBeGreaterThan(0);
  const { items: directory } = await marisol.client.call(chatRoutes.listDirectory, { query: {} });
  expect(directory.map(({ name }) => name)).not.toContain("marketing-team");
});

test("the files of the talk can be found, seen and read", async () => {
  const { items: hits } = await marisol.client.call(chatRoutes.searchMessages, {
    query: { query: "has:file" },
  });
  const files = hits.flatMap(({ message }) => (message.deleted ? [] : message.attachments));
  expect(files.map(({ originalName, preview, width }) => [originalName, preview, width])).toEqual(
    expect.arrayContaining([
      ["gateway-p95.png", "image", 680],
      ["harbour-freight-latency.pdf", "pdf", null],
      ["price-sheet-draft.csv", "text", null],
      ["ferry-0600.jpg", "image", 960],
    ]),
  );
  const { links } = await marisol.client.call(fileRoutes.createAttachmentLinks, {
    body: { ids: files.map(({ id }) => id) },
  });
  expect(links).toHaveLength(files.length);
  for (const { url } of links) {
    const answer = await fetch(server.url + url);
    expect(answer.status).toBe(200);
    // Closing the server waits for clients that are still reading.
    await answer.arrayBuffer();
  }
});

test("each task of the board has a history of weeks", async () => {
  const { columns } = await marisol.client.call(taskRoutes.getBoard, { query: {} });
  expect(columns.map(({ total }) => total > 0)).toEqual([true, true, true, true, true]);
  const [todo] = columns;
  expect(todo?.items.some(({ title }) => title === "Price the multi-site tier with Ruth")).toBe(true);
  const spans = await server.db
    .selectFrom("task_status_spans as s")
    .innerJoin("tasks as t", "t.id", "s.task_id")
    .select(["s.task_id", "s.status", "s.left_at", "t.status as is_in"])
    .orderBy("s.entered_at")
    .execute();
  const last = new Map(spans.map((span) => [span.task_id, span]));
  expect(last.size).toBeGreaterThan(250);
  for (const span of last.values()) expect([span.status, span.left_at]).toEqual([span.is_in, null]);
});

test("the timeline has bars and arrows that people can see", async () => {
  const { items: tasks } = await marisol.client.call(taskRoutes.listTasks, {
    query: { statuses: "todo,in_progress,in_review", dates: "some", limit: 100 },
  });
  const bars = tasks.filter(({ startsOn, due }) => startsOn !== null && due !== null);
  expect(bars.length).toBeGreaterThan(5);
  expect(bars.filter(({ startsOn, due }) => startsOn! > due!.date)).toEqual([]);
  const { dependencies } = await marisol.client.call(taskRoutes.listTaskDependencies, {
    query: { tasks: tasks.map(({ id }) => id).join() },
  });
  expect(dependencies.length).toBeGreaterThan(2);
  const { count } = await server.db
    .selectFrom("tasks")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("starts_on", "is not", null)
    .executeTakeFirstOrThrow();
  expect(count).toBeGreaterThan(25);
});

test("a department has cycles with a frozen report, a current one and a next one", async () => {
  const { rows } = await sql<{ phase: string; cycles: number; tasks: number }>`
    SELECT CASE WHEN c.ended_at IS NULL THEN 'open ' || c.name ELSE 'past' END AS phase,
      count(DISTINCT c.id)::int AS cycles,
      (count(o.task_id) + count(s.task_id) FILTER (WHERE c.ended_at IS NULL))::int AS tasks
    FROM task_cycles c LEFT JOIN task_cycle_outcomes o ON o.cycle_id = c.id
    LEFT JOIN task_cycle_spans s ON s.cycle_id = c.id AND c.ended_at IS NULL GROUP BY 1 ORDER BY 1`.execute(
    server.db,
  );
  expect(rows.map(({ phase, cycles }) => [phase, cycles])).toEqual([
    ["open Cycle 8", 1],
    ["open Cycle 9", 1],
    ["past", 1],
  ]);
  for (const { tasks } of rows) expect(tasks).toBeGreaterThan(0);
});

test("every section of a department has 20 to 200 cards", async () => {
  const { rows } = await sql<{ section: string; count: number }>`
    SELECT d.slug || '/' || ct.slug AS section, count(c.id)::int AS count
    FROM card_types ct JOIN departments d ON d.id = ct.department_id
    LEFT JOIN cards c ON c.type_id = ct.id AND c.deleted_at IS NULL GROUP BY 1`.execute(server.db);
  expect(rows.length).toBeGreaterThan(17);
  expect(rows.filter(({ count }) => count < 20 || count > 200)).toEqual([]);
});

test("there is a board in each phase of a workshop, and one without", async () => {
  const { items } = await marisol.client.call(brainstormRoutes.listBoards, { query: {} });
  expect(items.map(({ session }) => session.phase).toSorted()).toEqual(
    ["collect", "decide", "group", "reveal", "vote", null].toSorted(),
  );
  expect(items.find(({ session }) => session.phase === "decide")).toMatchObject({
    voteCount: 25,
    ideaCount: 1,
  });
});

test("every demo account has asked Ask AI, and may read every source and answer of its own history", async () => {
  for (const name of [
    "marisol.vega",
    "greta.holm",
    "ruth.adeyemi",
    "aiko.tanabe",
    "tomasz.wilk",
    "dev.raghunathan",
    "hanne.lindqvist",
  ]) {
    const email = `${name}@pelicanworks.example`;
    const { client } = await signInChatter(server, { id: "", name: "", email, password: demoPassword });
    const { items } = await client.call(askAiRoutes.listConversations, { query: {} });
    expect(items.length, name).toBeGreaterThan(0);
    for (const { id: conversationId } of items) {
      const { turns } = await client.call(askAiRoutes.getConversation, { params: { conversationId } });
      for (const turn of turns) {
        expect(turn, name).toMatchObject({ goneCount: 0 });
        expect(turn.answer?.isWithheld ?? false, turn.question).toBe(false);
        // Each sentence cites a source that has its names and numbers.
        expect(turn.answer?.text ?? "", turn.question).not.toContain("[?]");
      }
    }
  }
});

test("people have saved views of tasks and ideas, with filters that the pages understand", async () => {
  const viewsOf = async (place: string) =>
    (await marisol.client.call(savedViewRoutes.listSavedViews, { params: { place } })).views;
  const views = [...(await viewsOf("tasks")), ...(await viewsOf("ideas"))];
  expect(views.map(({ name }) => name)).toEqual([
    "Urgent and overdue",
    "Waiting for review",
    "Ideas I voted for",
  ]);
  expect(views.filter(({ query, dropped }) => query === "" || dropped.length > 0)).toEqual([]);
});

test("an announcement that waits for a confirmation waits in the inbox, and is counted there", async () => {
  const email = "ruth.adeyemi@pelicanworks.example";
  const { client } = await signInChatter(server, { id: "", name: "", email, password: demoPassword });
  const entries = async (state: "inbox" | "done") =>
    (await client.call(notificationRoutes.listNotifications, { query: { tab: "must-read", state } })).items;
  const owed = (await entries("inbox")).filter(({ isOwed }) => isOwed);
  expect(owed.map(({ title }) => title)).toEqual([expect.stringContaining("New VPN profile")]);
  expect((await entries("done")).filter(({ isOwed }) => isOwed)).toEqual([]);
  const { counts } = await client.call(notificationRoutes.countNotifications, {});
  expect(counts.tabs["must-read"]).toBe(1);
});

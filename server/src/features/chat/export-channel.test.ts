import { pollRoutes } from "@atoll/contract/chat/poll-routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { personalDataRoutes } from "@atoll/contract/personal-data/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createChannel, createPerson } from "../../../test/factories.ts";
import { type SignedIn, startTestServer, type TestServer } from "../../../test/harness.ts";
import { enqueueJob } from "../../../test/run-job.ts";
import { everybodyNotified } from "../../../test/settled.ts";
import {
  exportThing,
  findExport,
  linksTo,
  refuseExport,
  settledExport,
  startExport,
} from "../../../test/thing-exports.ts";
import { upload } from "../../../test/upload.ts";

let freeBytes = Number.POSITIVE_INFINITY;
let server: TestServer;
let ada: SignedIn;
let ben: SignedIn;
let channelId: string;

beforeAll(async () => {
  server = await startTestServer({ freeBytes: () => freeBytes });
});
afterAll(() => server.close());
beforeEach(async () => {
  freeBytes = Number.POSITIVE_INFINITY;
  ada = await server.signIn(await createPerson(server.db, { name: "Ada <b>Quay</b>" }));
  ben = await server.signIn(await createPerson(server.db, { name: "Ben Roe" }));
  ({ id: channelId } = await createChannel(server.db, {
    name: "plans & <i>more</i>",
    members: [ada.user, ben.user],
  }));
  await setOwner(true);
});

const setOwner = (isOwner: boolean) =>
  server.db
    .updateTable("channel_members")
    .set({ is_owner: isOwner })
    .where("channel_id", "=", channelId)
    .where("user_id", "=", ada.user.id)
    .execute();

const post = async (
  from: SignedIn,
  content: string,
  more: { parentId?: string; attachmentIds?: string[] } = {},
) =>
  (
    await from.client.call(chatRoutes.postMessage, {
      params: { channelId },
      body: { id: uuidv7(), content, ...more },
    })
  ).message;

test("an owner exports a channel with threads, edits, reactions, polls, pins, members and files", async () => {
  const note = await upload(server, ada, { name: "../../x <img>.txt", content: "The plan" });
  const root = await post(ada, "Hello <script>alert(1)</script>", { attachmentIds: [note.id] });
  const params = { messageId: root.id };
  await ada.client.call(chatRoutes.editMessage, {
    params,
    body: { content: "Hello <script>alert(2)</script>" },
  });
  const reply = await post(ben, "A reply", { parentId: root.id });
  await ben.client.call(chatRoutes.addReaction, { params: { ...params, emoji: "🍵" } });
  await ada.client.call(chatRoutes.pinMessage, { params });
  const gone = await post(ben, "Regretted words", {
    attachmentIds: [(await upload(server, ben, { name: "regretted.txt", content: "Regretted file" })).id],
  });
  await ben.client.call(chatRoutes.deleteMessage, { params: { messageId: gone.id } });
  const { message: poll } = await ada.client.call(pollRoutes.createPoll, {
    params: { channelId },
    body: {
      id: uuidv7(),
      question: "Where?",
      options: ["Here", "There"],
      isMultiple: false,
      isAnonymous: false,
    },
  });
  await ben.client.call(pollRoutes.setPollVote, {
    params: { messageId: poll.id },
    body: { choices: [1], seen: [] },
  });
  const archive = await exportThing(server, ada, "channel", channelId);
  const messages = archive.lines("messages.jsonl");
  expect(messages).toMatchObject([
    {
      ...{ id: root.id, content: "Hello <script>alert(2)</script>", author: { name: "Ada <b>Quay</b>" } },
      ...{ editedAt: expect.any(String), pinnedAt: expect.any(String), pinnedBy: "Ada <b>Quay</b>" },
      ...{ reactions: [{ emoji: "🍵", count: 1, people: ["Ben Roe"] }], files: [{ id: note.id }] },
    },
    { id: reply.id, replyTo: root.id, content: "A reply" },
    { id: poll.id, poll: { options: [{ count: 0 }, { text: "There", count: 1, people: ["Ben Roe"] }] } },
  ]);
  expect(archive.lines("members.jsonl")).toMatchObject([
    { name: "Ada <b>Quay</b>", isOwner: true },
    { name: "Ben Roe", isOwner: false },
  ]);
  expect(archive.manifest).toMatchObject({
    ...{ format: "atoll-channel-1", entries: 5, about: { messages: 3, members: 2 } },
    files: { count: 1, problemCount: 0 },
  });
  const [file] = [...archive.files.keys()].filter((path) => path.startsWith("files/"));
  expect(file).toMatch(new RegExp(`^files/${note.id}/[^/]+\\.txt$`));
  expect(archive.text(file ?? "")).toBe("The plan");
  const everything = [...archive.files.values()].join("\n");
  expect(everything).not.toMatch(/Regretted/);
  const [page] = [...archive.files.keys()].filter((path) => path.startsWith("pages/"));
  expect(archive.text(page ?? "")).toContain("Hello &lt;script&gt;alert(2)&lt;/script&gt;");
  expect(archive.text(page ?? "")).toContain(`class="reply"`);
  expect(archive.text("index.html")).toContain(`<a href="${page}">`);
  await everybodyNotified(server.db);
  const { items } = await ada.client.call(notificationRoutes.listNotifications, { query: {} });
  expect(items.map(({ title }) => title)).toContain("Your export of a channel is ready.");
  const acts = await server.db
    .selectFrom("audit_log")
    .select(["actor_id", "subject_name"])
    .where("action", "=", "channel.exported")
    .where("subject_id", "=", channelId)
    .execute();
  expect(acts).toEqual([{ actor_id: ada.user.id, subject_name: "(private)" }]);
});

test("an empty channel is an archive without pages and files", async () => {
  const archive = await exportThing(server, ada, "channel", channelId);
  expect(archive.lines("messages.jsonl")).toEqual([]);
  expect(archive.manifest.files).toMatchObject({ count: 0 });
  expect([...archive.files.keys()].filter((path) => /^(?:pages|files)\//.test(path))).toEqual([]);
});

test("thousands of messages are on pages of a month, each once and in order", async () => {
  await sql`INSERT INTO messages (id, channel_id, seq, changed_seq, author_id, content, sent_hash, created_at, updated_at)
    SELECT gen_random_uuid(), ${channelId}, n, n, ${ben.user.id}, 'Message ' || n, '', t, t
    FROM generate_series(1, 2500) n, LATERAL (SELECT timestamptz '2026-01-31 00:00Z' + n * interval '1 minute' AS t) at`.execute(
    server.db,
  );
  const archive = await exportThing(server, ada, "channel", channelId);
  const numbers = archive.lines("messages.jsonl").map(({ content }) => content);
  const wanted = Array.from({ length: 2500 }, (_, index) => `Message ${index + 1}`);
  expect(numbers).toEqual(wanted);
  const pages = ["pages/2026-01.html", "pages/2026-01-2.html", "pages/2026-02.html", "pages/2026-02-2.html"];
  expect([...archive.files.keys()].filter((path) => path.startsWith("pages/"))).toEqual(pages);
  const shown = pages.flatMap((path) => archive.text(path).match(/Message \d+/g) ?? []);
  expect(shown).toEqual(wanted);
  expect(archive.made).toMatchObject({ rowCount: 2502, rowsTotal: 2502 });
});

test("only people who manage a channel export it, one export at a time", async () => {
  expect(await refuseExport(ben, "channel", channelId)).toBe("exported_thing_not_found");
  const admin = await server.signIn(await createPerson(server.db, { roles: ["super_admin"] }));
  expect(await refuseExport(admin, "channel", channelId)).toBe("exported_thing_not_found");
  expect(await refuseExport(ada, "channel", uuidv7())).toBe("exported_thing_not_found");
  await server.db
    .insertInto("channel_members")
    .values({ channel_id: channelId, user_id: admin.user.id })
    .execute();
  await exportThing(server, admin, "channel", channelId);
  await sql`UPDATE channels SET type = 'DIRECT' WHERE id = ${channelId}`.execute(server.db);
  expect(await refuseExport(ada, "channel", channelId)).toBe("exported_thing_not_found");
  await sql`UPDATE channels SET type = 'PRIVATE' WHERE id = ${channelId}`.execute(server.db);
  await insertRunning();
  expect(await refuseExport(ada, "channel", channelId)).toBe("person_export_running");
});

/** Writes an export as a node that was killed leaves it. */
async function insertRunning(): Promise<string> {
  const id = uuidv7();
  await sql`INSERT INTO person_exports
      (id, requested_by, has_private, state, row_count, tries, sent_hash, thing_kind, thing_id, thing_name)
    VALUES (${id}, ${ada.user.id}, true, 'running', 99999, 1, '', 'channel', ${channelId}, 'plans')`.execute(
    server.db,
  );
  return id;
}

test("an export that was killed in the middle starts again", async () => {
  await post(ada, "Still here");
  const id = await insertRunning();
  await enqueueJob(server, "personal-data.export-thing", { exportId: id });
  expect(await settledExport(ada, id)).toMatchObject({ state: "ready", rowCount: 3 });
});

test("an export whose owner loses the right in the middle stops, and leaves no file", async () => {
  await post(ada, "Soon out of reach");
  const id = uuidv7();
  await server.db.transaction().execute(async (tx) => {
    // The export waits for the files of the channel, long after its right was read.
    await sql`LOCK TABLE files IN ACCESS EXCLUSIVE MODE`.execute(tx);
    await sql`INSERT INTO person_exports (id, requested_by, has_private, sent_hash, thing_kind, thing_id, thing_name)
      VALUES (${id}, ${ada.user.id}, true, '', 'channel', ${channelId}, 'plans')`.execute(server.db);
    await enqueueJob(server, "personal-data.export-thing", { exportId: id });
    const waiting = sql<{ n: number }>`SELECT count(*)::integer AS n FROM pg_locks l
      WHERE l.relation = 'files'::regclass AND NOT l.granted`;
    await expect.poll(async () => (await waiting.execute(server.db)).rows[0]?.n).toBeGreaterThan(0);
    await setOwner(false);
  });
  expect(await settledExport(ada, id)).toMatchObject({ state: "cancelled", file: null });
  const left = sql`SELECT FROM files WHERE subject_kind = 'person-export' AND owner_id = ${ada.user.id}
    AND discarded_at IS NULL`;
  await expect.poll(async () => (await left.execute(server.db)).rows).toEqual([]);
  await everybodyNotified(server.db);
  const { items } = await ada.client.call(notificationRoutes.listNotifications, { query: {} });
  expect(items.map(({ title }) => title)).toContain("Your export of a channel was stopped.");
});

test("a finished export is for its requester alone, for as long as they manage the channel", async () => {
  const { id } = await startExport(ada, "channel", channelId);
  const fileId = (await settledExport(ada, id))?.file?.id ?? "";
  expect(await linksTo(ada, fileId)).toHaveLength(1);
  expect(await linksTo(ben, fileId)).toEqual([]);
  await setOwner(false);
  expect(await linksTo(ada, fileId)).toEqual([]);
  expect(await findExport(ada, id)).toMatchObject({ state: "cancelled", file: null });
  await setOwner(true);
  await ada.client.call(personalDataRoutes.deletePersonExport, { params: { exportId: id } });
  expect(await findExport(ada, id)).toBeUndefined();
  expect(await linksTo(ada, fileId)).toEqual([]);
});

test("an export without room on the disk fails and says so", async () => {
  freeBytes = 1024;
  const { id } = await startExport(ada, "channel", channelId);
  expect(await settledExport(ada, id)).toMatchObject({
    state: "failed",
    failure: "storage_full",
    file: null,
  });
});

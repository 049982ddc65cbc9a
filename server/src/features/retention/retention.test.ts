import { readdir, readFile } from "node:fs/promises";
import { auditRoutes } from "@atoll/contract/audit/routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { draftRoutes } from "@atoll/contract/drafts/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { retentionRoutes } from "@atoll/contract/retention/routes";
import type { RetentionScope } from "@atoll/contract/retention/schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { idsByName } from "../../../test/announcers.ts";
import type { Chatter } from "../../../test/chatter.ts";
import { codeOf } from "../../../test/client.ts";
import { createChannel, createPerson } from "../../../test/factories.ts";
import { chattersForFile, serverForFile } from "../../../test/for-file.ts";
import type { SignedIn } from "../../../test/harness.ts";
import { age, findEverywhere, passGrace, runRetentionJob } from "../../../test/retention.ts";
import { everybodyNotified } from "../../../test/settled.ts";
import { upload } from "../../../test/upload.ts";
import { deleteForgotten } from "../files/forget-files.ts";
import { sweepFiles } from "../files/sweep-files.ts";
import { forgetWords, queueWords } from "../search/public.ts";
import { runRetention } from "./run-retention.ts";

const server = serverForFile({ patience: { postedMs: 0 } });
const [ana, ben, cleo] = chattersForFile(server, ["Ana", "Ben", "Cleo"]) as [Chatter, Chatter, Chatter];
let root: SignedIn;
let channelId: string;

beforeAll(async () => {
  root = await server.signIn(await createPerson(server.db, { name: "Root", roles: ["super_admin"] }));
});
beforeEach(async () => {
  channelId = (await createChannel(server.db, { members: [ana, ben] })).id;
});
afterEach(async () => {
  await sql`DELETE FROM retention_rules WHERE scope IN ('department', 'channel')`.execute(server.db);
  await sql`UPDATE retention_rules SET days = NULL, next = NULL, next_days = NULL, next_at = NULL`.execute(
    server.db,
  );
});

const get = () => root.client.call(retentionRoutes.getRetention, {});
const ruleOf = async (scope: RetentionScope, placeId: string | null = null) =>
  (await get()).rules.find((rule) => rule.scope === scope && (rule.place?.id ?? null) === placeId);
async function set(scope: RetentionScope, placeId: string | null, days: number | null) {
  const version = (await ruleOf(scope, placeId))?.version ?? 0;
  await root.client.call(retentionRoutes.changeRetention, { body: { scope, placeId, days, version } });
  return ruleOf(scope, placeId);
}
async function setNow(scope: RetentionScope, placeId: string | null, days: number | null) {
  await set(scope, placeId, days);
  await passGrace(server);
}
const textsOf = async (who: Chatter, id: string) =>
  (await who.page(id)).messages.map(({ content }) => content);
async function postOld(content: string, days = 40, place = channelId) {
  const message = await ana.post(place, content);
  await age(server, [message.id], days);
  return message;
}
const acts = async () =>
  (await root.client.call(auditRoutes.listEntries, { query: { search: "retention", limit: 20 } })).items;

describe("a rule", () => {
  test("deletes nothing until a super administrator sets one, and keeps what is younger than its days", async () => {
    await postOld("Old", 30_000);
    await runRetentionJob(server);
    expect(await textsOf(ben, channelId)).toEqual(["Old"]);
    await ana.post(channelId, "New");
    await setNow("channels", null, 30);
    await runRetentionJob(server);
    expect(await textsOf(ben, channelId)).toEqual(["New"]);
    expect((await acts())[0]).toMatchObject({
      action: "retention.run",
      actor: null,
      after: { messages: 1, files: 0 },
    });
    expect((await get()).runs[0]).toMatchObject({ messages: 1, files: 0 });
  });

  test("waits 24 hours if it deletes earlier, can be cancelled until then, and applies at once if it keeps longer", async () => {
    await postOld("Old");
    const rule = await set("channels", null, 30);
    expect(rule).toMatchObject({ days: null, next: { days: 30, isRemoval: false } });
    const waitHours = (Date.parse(rule!.next!.at) - Date.now()) / 3_600_000;
    expect(waitHours).toBeGreaterThan(23.9);
    await runRetentionJob(server);
    expect(await textsOf(ben, channelId)).toEqual(["Old"]);
    await root.client.call(retentionRoutes.cancelRetentionChange, { params: { ruleId: rule!.id } });
    await passGrace(server);
    await runRetentionJob(server);
    expect(await textsOf(ben, channelId)).toEqual(["Old"]);
    expect(await ruleOf("channels")).toMatchObject({ days: null, next: null });

    await setNow("channels", null, 50);
    await runRetentionJob(server);
    expect(await set("channels", null, 90)).toMatchObject({ days: 90, next: null });
    const made = (await acts()).map(({ action }) => action);
    expect(made.slice(0, 4)).toEqual([
      "retention.changed",
      "retention.applied",
      "retention.changed",
      "retention.cancelled",
    ]);
  });

  test("waits after the removal of an exception if a shorter one of all channels waits", async () => {
    await postOld("Old");
    await setNow("channel", channelId, 365);
    await runRetentionJob(server);
    await set("channels", null, 7);
    const { id } = (await ruleOf("channel", channelId))!;
    await root.client.call(retentionRoutes.removeRetentionRule, { params: { ruleId: id } });
    expect(await ruleOf("channel", channelId)).toMatchObject({ days: 365, next: { isRemoval: true } });
  });

  test("applies to a channel before that of its department, which applies before the one of all channels", async () => {
    const departmentId = (await idsByName(server.db, "departments")).Backend!;
    const places = await Promise.all(
      ["own", "placed", "usual"].map(() => createChannel(server.db, { members: [ana, ben] })),
    );
    const [own, placed, usual] = places.map(({ id }) => id) as [string, string, string];
    await sql`UPDATE channels SET department_id = ${departmentId} WHERE id IN (${own}, ${placed})`.execute(
      server.db,
    );
    for (const id of [own, placed, usual]) await postOld("Old", 40, id);
    await set("channel", own, null);
    await setNow("department", departmentId, 60);
    await setNow("channels", null, 30);
    await runRetentionJob(server);
    expect(await Promise.all([own, placed, usual].map((id) => textsOf(ben, id)))).toEqual([
      ["Old"],
      ["Old"],
      [],
    ]);

    // Without its exception, the channel would be deleted earlier: that waits too.
    const { id } = (await ruleOf("channel", own))!;
    await root.client.call(retentionRoutes.removeRetentionRule, { params: { ruleId: id } });
    await age(server, [(await ana.page(own)).messages[0]!.id], 70);
    await runRetentionJob(server);
    expect(await textsOf(ben, own)).toEqual(["Old"]);
    await passGrace(server);
    await runRetentionJob(server);
    expect(await textsOf(ben, own)).toEqual([]);
    expect(await ruleOf("channel", own)).toBeUndefined();
  });

  test("leaves channels alone if it is the one of direct chats", async () => {
    const { channel } = await ana.client.call(chatRoutes.openDirectChannel, { params: { personId: ben.id } });
    await postOld("Between us", 40, channel.id);
    await postOld("For all");
    await setNow("direct", null, 7);
    await runRetentionJob(server);
    expect(await textsOf(ben, channel.id)).toEqual([]);
    expect(await textsOf(ben, channelId)).toEqual(["For all"]);
  });

  test("is only for super administrators, and refuses a change of what somebody else has changed", async () => {
    const body = { scope: "channels", placeId: null, days: 30, version: 0 } as const;
    expect(await codeOf(root.client.call(retentionRoutes.changeRetention, { body }))).toBe(
      "changed_meanwhile",
    );
    expect(await codeOf(ana.client.call(retentionRoutes.changeRetention, { body }))).toBe("forbidden");
    const nowhere = { ...body, scope: "channel", placeId: uuidv7() } as const;
    expect(await codeOf(root.client.call(retentionRoutes.changeRetention, { body: nowhere }))).toBe(
      "retention_place_not_found",
    );
  });

  test("is told to the members of a channel and nobody else", async () => {
    await setNow("channels", null, 90);
    await runRetentionJob(server);
    await set("channels", null, 60);
    const params = { channelId };
    expect(await ben.client.call(retentionRoutes.getChannelRetention, { params })).toMatchObject({
      days: 90,
      next: { days: 60 },
    });
    expect(await codeOf(cleo.client.call(retentionRoutes.getChannelRetention, { params }))).toBe(
      "channel_not_found",
    );
  });
});

test("a preview counts messages and files, names the places the viewer may know, and deletes nothing", async () => {
  const open = await createChannel(server.db, { name: "harbour", type: "PUBLIC", members: [ana, ben] });
  const file = await upload(server, ana, { name: "plan.txt", content: "12345" });
  const message = await ana.post(open.id, "With a file", { attachmentIds: [file.id] });
  await age(server, [message.id], 5_000);
  await postOld("Private", 4_000);
  await postOld("Too young", 10);
  const preview = await root.client.call(retentionRoutes.previewRetention, {
    query: { scope: "channels", days: 3_000 },
  });
  expect(preview).toMatchObject({
    ...{ days: 3_000, isShorter: true, messages: { count: 2, isMore: false }, files: { count: 1, bytes: 5 } },
  });
  expect(preview.oldest!.slice(0, 10)).toBe(dayBefore(5_000));
  expect(preview.newest!.slice(0, 10)).toBe(dayBefore(4_000));
  expect(preview.places).toEqual(
    expect.arrayContaining([
      { id: open.id, name: "harbour", type: "PUBLIC", count: 1 },
      { id: channelId, name: null, type: "PRIVATE", count: 1 },
    ]),
  );
  const forEver = await root.client.call(retentionRoutes.previewRetention, { query: { scope: "channels" } });
  expect(forEver).toMatchObject({ isShorter: false, messages: { count: 0 }, oldest: null });
  expect(await textsOf(ben, open.id)).toEqual(["With a file"]);
});

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

describe("a run", () => {
  test("leaves nothing of a message in any table, list or file", async () => {
    const word = "zanzibarquay";
    const file = await upload(server, ana, {
      name: `${word}.txt`,
      content: `about ${word}`,
      type: "text/plain",
    });
    const message = await ana.post(channelId, `@Ben see ${word}`, {
      mentionIds: [ben.id],
      attachmentIds: [file.id],
    });
    const reply = await ben.reply(message, `${word} indeed`);
    await ben.react(message.id, "👍");
    await ana.pin(message.id);
    await ben.client.call(chatRoutes.saveMessage, { params: { messageId: message.id } });
    await ben.client.call(draftRoutes.saveDraft, {
      body: { subject: `thread/${channelId}/${message.id}`, content: `${word} again` },
    });
    await age(server, [message.id, reply.id], 40);
    expect(await findEverywhere(server, word)).toEqual(
      expect.arrayContaining([
        "drafts.content",
        "files.original_name",
        "search_words.word",
        "messages.content",
      ]),
    );
    await setNow("channels", null, 30);
    await runRetentionJob(server);
    await sweepFiles(server);
    await deleteForgotten(server);
    expect(await findEverywhere(server, word)).toEqual([]);
    for (const entry of await readdir(server.filesFolder, { recursive: true, withFileTypes: true })) {
      const isFile = entry.isFile() && !entry.name.startsWith(".");
      if (isFile) expect(await readFile(`${entry.parentPath}/${entry.name}`, "latin1")).not.toContain(word);
    }
    for (const table of ["message_reactions", "message_mentions", "saved_messages"] as const) {
      const left = server.db
        .selectFrom(table)
        .select("message_id")
        .where("message_id", "in", [message.id, reply.id]);
      expect(await left.execute()).toEqual([]);
    }
    // Later, the places of the messages go too.
    await sql`UPDATE messages SET deleted_at = now() - interval '31 days' WHERE id IN (${message.id}, ${reply.id})`.execute(
      server.db,
    );
    await runRetentionJob(server);
    await runRetentionJob(server);
    const rows = server.db.selectFrom("messages").select("id").where("id", "in", [message.id, reply.id]);
    expect(await rows.execute()).toEqual([]);
  });

  test("shows the deletion to people who look at the channel, and notifies nobody", async () => {
    const parent = await postOld("The root");
    await ben.reply(parent, "A young reply");
    const single = await postOld("Alone");
    const [seen, socket] = [await ben.head(channelId), await server.connect(ben)];
    const inbox = () => ben.client.call(notificationRoutes.listNotifications, { query: {} });
    await everybodyNotified(server.db);
    const before = await inbox();
    await setNow("channels", null, 30);
    await runRetentionJob(server);
    await everybodyNotified(server.db);
    const gone = await socket.next("message.deleted");
    expect(gone.message).toMatchObject({ id: single.id, deleted: true });
    // The first message of a thread keeps its place while there are replies.
    const { messages } = await ben.page(channelId);
    expect(messages.map(({ id, content, removed }) => ({ id, content, removed }))).toEqual([
      { id: parent.id, content: "", removed: true },
    ]);
    expect((await ben.replies(parent.id)).messages.map(({ content }) => content)).toEqual(["A young reply"]);
    const changes = await ben.changes(channelId, seen!.head);
    expect(changes.changes.map(({ id }) => id).toSorted()).toEqual([parent.id, single.id].toSorted());
    expect(await inbox()).toEqual(before);
  });

  test("goes on after it was killed, and its entry in the audit log has all counts", async () => {
    const values = Array.from({ length: 7 }, (_, index) => `Message ${index}`);
    for (const content of values) await postOld(content);
    await setNow("channels", null, 30);
    const killed = new AbortController();
    const options = { signal: killed.signal, partSize: 3, pauseMs: 0 };
    await expect(runHere(options, () => killed.abort())).rejects.toThrow();
    expect(await textsOf(ben, channelId)).toEqual(values.slice(3));
    await runRetentionJob(server);
    expect(await textsOf(ben, channelId)).toEqual([]);
    expect((await acts())[0]).toMatchObject({ action: "retention.run", after: { messages: 7 } });
  });

  test("keeps a word that somebody still uses in the list of words", async () => {
    await postOld("barquentine ahoy");
    await ana.post(channelId, "a barquentine");
    await setNow("channels", null, 30);
    await runRetentionJob(server);
    expect(await listed("barquentine", "ahoy")).toEqual(["barquentine"]);
  });

  test("lets people post where it deletes while it looks for words that nothing has any more", async () => {
    await postOld("brigantine ahead");
    await setNow("channels", null, 30);
    const run = await server.db.transaction().execute(async (tx) => {
      await sql`SELECT FROM search_words WHERE word = 'brigantine' FOR UPDATE`.execute(tx);
      const running = runHere({ postedMs: 0 });
      await vi.waitFor(async () => expect(await textsOf(ben, channelId)).toEqual([]));
      await ben.post(channelId, "Still here");
      return { running };
    });
    await run.running;
    expect(await textsOf(ben, channelId)).toEqual(["Still here"]);
    expect(await listed("brigantine")).toEqual([]);
  });

  test("adds a word again at its next start that was written while it was forgotten, if it was killed then", async () => {
    await postOld("schooner astern");
    await setNow("channels", null, 30);
    const killed = new AbortController();
    const run = runHere({ signal: killed.signal, postedMs: 600_000 });
    await vi.waitFor(async () => expect(await listed("schooner")).toEqual([]));
    killed.abort();
    await expect(run).rejects.toThrow();
    await ana.post(channelId, "a schooner");
    // A message whose transaction still saw the word adds none.
    await sql`DELETE FROM search_words WHERE word = 'schooner'`.execute(server.db);
    await runRetentionJob(server);
    expect(await listed("schooner", "astern")).toEqual(["schooner"]);
  });

  test("leaves a word that takes too long to look for to the next one", async () => {
    await postOld("ketch abeam");
    await setNow("channels", null, 30);
    await queueWords(server.db, ["ketch"]);
    await server.db.transaction().execute(async (tx) => {
      await sql`LOCK TABLE search_entries`.execute(tx);
      await forgetWords(server.db, { postedMs: 0, wordMs: 20 });
    });
    expect(await listed("ketch")).toEqual(["ketch"]);
    await runRetentionJob(server);
    expect(await listed("ketch", "abeam")).toEqual([]);
  });
});

/** Runs in the process of the test, which can end the run midway. */
function runHere(options: Parameters<typeof runRetention>[1], send: () => void = () => undefined) {
  const dependencies = { db: server.db, people: { of: async () => new Map() }, realtime: { send } };
  return runRetention(dependencies as never, options);
}

/** Returns those of some words that the list of all words has. */
async function listed(...words: string[]): Promise<string[]> {
  const rows = server.db.selectFrom("search_words").select("word").where("word", "in", words).orderBy("word");
  return (await rows.execute()).map(({ word }) => word);
}

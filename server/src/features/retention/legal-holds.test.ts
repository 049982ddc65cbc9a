import { auditRoutes } from "@atoll/contract/audit/routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { fileRoutes } from "@atoll/contract/files/routes";
import { retentionRoutes } from "@atoll/contract/retention/routes";
import type { RouteCall } from "@atoll/contract/route";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Chatter } from "../../../test/chatter.ts";
import { codeOf } from "../../../test/client.ts";
import { createChannel, createPerson } from "../../../test/factories.ts";
import { chattersForFile, serverForFile } from "../../../test/for-file.ts";
import type { SignedIn } from "../../../test/harness.ts";
import { age, runRetentionJob } from "../../../test/retention.ts";
import { upload } from "../../../test/upload.ts";
import { sweepFiles } from "../files/sweep-files.ts";

const server = serverForFile({ patience: { postedMs: 0 } });
const [ana, ben] = chattersForFile(server, ["Ana", "Ben"]) as [Chatter, Chatter];
let root: SignedIn;
let channelId: string;

beforeAll(async () => {
  root = await server.signIn(await createPerson(server.db, { name: "Root", roles: ["super_admin"] }));
});
beforeEach(async () => {
  channelId = (await createChannel(server.db, { members: [ana, ben] })).id;
});
afterEach(async () => {
  await sql`UPDATE legal_holds SET ended_at = now() - interval '2 days'`.execute(server.db);
  await sql`UPDATE retention_rules SET days = NULL`.execute(server.db);
});

type NewHold = RouteCall<typeof retentionRoutes.createHold>["body"];
const draft = (more: Partial<NewHold> = {}): NewHold => ({
  ...{ id: uuidv7(), name: "Case 12", reason: "The court asked.", personIds: [ana.id], channelIds: [] },
  ...{ from: null, until: null },
  ...more,
});
const hold = async (more?: Partial<NewHold>) =>
  (await root.client.call(retentionRoutes.createHold, { body: draft(more) })).hold;
const kept = async (messageId: string) =>
  server.db
    .selectFrom("held_messages")
    .select(["content", "cause"])
    .where("message_id", "=", messageId)
    .orderBy("id")
    .execute();
const fileRows = async (id: string) =>
  server.db.selectFrom("files").select("id").where("id", "=", id).execute();

describe("a hold", () => {
  test("keeps what the author edits and deletes, with its files, and people see none of it", async () => {
    await hold();
    const file = await upload(server, ana, { name: "deal.txt", content: "12345" });
    const { id } = await ana.post(channelId, "First words", { attachmentIds: [file.id] });
    const other = await ben.post(channelId, "By somebody else");
    await ana.edit(id, "Second words");
    await ana.remove(id);
    await ben.remove(other.id);
    await sweepFiles(server);
    expect(await kept(id)).toEqual([
      { content: "First words", cause: "edited" },
      { content: "Second words", cause: "deleted" },
    ]);
    expect(await kept(other.id)).toEqual([]);
    expect(await fileRows(file.id)).toHaveLength(1);
    expect((await ben.page(channelId)).messages).toEqual([]);
    for (const who of [ana, ben]) {
      const { links } = await who.client.call(fileRoutes.createAttachmentLinks, { body: { ids: [file.id] } });
      expect(links).toEqual([]);
    }
  });

  test("wins over a retention rule, which hides the message as it would without one", async () => {
    await hold({ personIds: [], channelIds: [channelId] });
    const [here, there] = [
      await ana.post(channelId, "Held"),
      await createChannel(server.db, { members: [ana] }),
    ];
    const free = await ana.post(there.id, "Free");
    await age(server, [here.id, free.id], 40);
    await sql`UPDATE retention_rules SET days = 30`.execute(server.db);
    await runRetentionJob(server);
    expect((await ben.page(channelId)).messages).toEqual([]);
    expect((await ana.page(there.id)).messages).toEqual([]);
    expect(await kept(here.id)).toEqual([{ content: "Held", cause: "deleted" }]);
    expect(await kept(free.id)).toEqual([]);
    const [entry] = (await root.client.call(auditRoutes.listEntries, { query: { action: "retention.run" } }))
      .items;
    expect(entry).toMatchObject({ after: { messages: 2, files: 0 } });
  });

  test("covers direct chats of its people, what others write there too, and only its span of time", async () => {
    const { channel } = await ana.client.call(chatRoutes.openDirectChannel, { params: { personId: ben.id } });
    await hold({ from: new Date(Date.now() - 10 * 86_400_000).toISOString() });
    const [inside, before] = [await ben.post(channel.id, "Inside"), await ana.post(channel.id, "Before")];
    await age(server, [before.id], 11);
    await ben.remove(inside.id);
    await ana.remove(before.id);
    expect(await kept(inside.id)).toHaveLength(1);
    expect(await kept(before.id)).toEqual([]);
  });

  test("keeps what others wrote in a direct chat of its people that is gone", async () => {
    const { channel } = await ana.client.call(chatRoutes.openDirectChannel, { params: { personId: ben.id } });
    await hold();
    const { id } = await ben.post(channel.id, "By the other side");
    await ben.remove(id);
    await sql`DELETE FROM channels WHERE id = ${channel.id}`.execute(server.db);
    await runRetentionJob(server);
    expect(await kept(id)).toEqual([{ content: "By the other side", cause: "deleted" }]);
  });

  test("leaves no more of a deleted message in its channel than there would be without it", async () => {
    await hold();
    const posted = [await ana.post(channelId, "Held"), await ben.post(channelId, "Free")];
    const ids = posted.map(({ id }) => id);
    await age(server, ids, 40);
    await sql`UPDATE retention_rules SET days = 30`.execute(server.db);
    await runRetentionJob(server);
    await sql`UPDATE messages SET deleted_at = now() - interval '31 days' WHERE id = ANY(${ids}::uuid[])`.execute(
      server.db,
    );
    await runRetentionJob(server);
    const left = await server.db.selectFrom("messages").select("id").where("id", "in", ids).execute();
    expect(left).toEqual([]);
    expect(await kept(ids[0] ?? "")).toHaveLength(1);
  });

  test("keeps what is deleted with its channel", async () => {
    await hold();
    const { id } = await ana.post(channelId, "Gone with the channel");
    await sql`DELETE FROM channels WHERE id = ${channelId}`.execute(server.db);
    expect(await kept(id)).toHaveLength(1);
  });

  test("is followed, a day after its end, by the deletion of what it alone has kept", async () => {
    const { id: holdId } = await hold();
    const file = await upload(server, ana, { name: "deal.txt", content: "12345" });
    const { id } = await ana.post(channelId, "Soon free", { attachmentIds: [file.id] });
    await ana.remove(id);
    const { hold: ended } = await root.client.call(retentionRoutes.endHold, { params: { holdId } });
    expect(ended.endedAt).not.toBeNull();
    await runRetentionJob(server);
    await sweepFiles(server);
    expect(await kept(id)).toHaveLength(1);
    expect(await fileRows(file.id)).toHaveLength(1);
    await sql`UPDATE legal_holds SET ended_at = now() - interval '25 hours' WHERE id = ${holdId}`.execute(
      server.db,
    );
    await runRetentionJob(server);
    await sweepFiles(server);
    expect(await kept(id)).toEqual([]);
    expect(await fileRows(file.id)).toEqual([]);
    const change = { params: { holdId }, body: { version: ended.version, name: "Again" } };
    expect(await codeOf(root.client.call(retentionRoutes.changeHold, change))).toBe("legal_hold_ended");
  });

  test("has each of its files judged by one sweep, and again by the runs that come after it", async () => {
    const { id: holdId } = await hold();
    const file = await upload(server, ana, { name: "deal.txt", content: "12345" });
    const free = await upload(server, ben, { name: "free.txt", content: "12345" });
    await ana.remove((await ana.post(channelId, "Held", { attachmentIds: [file.id] })).id);
    await ben.remove((await ben.post(channelId, "Free", { attachmentIds: [free.id] })).id);
    expect(await sweepFiles(server)).toBe(1);
    await sql`UPDATE legal_holds SET ended_at = now() - interval '25 hours' WHERE id = ${holdId}`.execute(
      server.db,
    );
    expect(await sweepFiles(server)).toBe(0);
    await runRetentionJob(server);
    expect(await sweepFiles(server)).toBe(1);
    expect(await fileRows(file.id)).toEqual([]);
  });
});

describe("the log of holds", () => {
  test("has who made, changed and ended a hold, and cannot be changed", async () => {
    const body = draft();
    const { hold: made } = await root.client.call(retentionRoutes.createHold, { body });
    await root.client.call(retentionRoutes.createHold, { body });
    const params = { holdId: made.id };
    const change = { version: made.version, reason: "The court asked again." };
    await root.client.call(retentionRoutes.changeHold, { params, body: change });
    expect(await codeOf(root.client.call(retentionRoutes.changeHold, { params, body: change }))).toBe(
      "changed_meanwhile",
    );
    await root.client.call(retentionRoutes.endHold, { params });
    const { items } = await root.client.call(retentionRoutes.listHoldActs, { params, query: {} });
    expect(items.map(({ action, actor }) => `${actor.name} ${action}`)).toEqual([
      "Root ended",
      "Root changed",
      "Root created",
    ]);
    expect(items[1]).toMatchObject({
      before: { reason: "The court asked." },
      after: { reason: "The court asked again." },
    });
    for (const statement of [
      sql`DELETE FROM legal_hold_acts`,
      sql`UPDATE legal_hold_acts SET actor_name = ''`,
    ])
      await expect(statement.execute(server.db)).rejects.toThrow("only added to");
  });

  test("is all that says so: the audit log has no entry, and no number is missing in it", async () => {
    const numbers = async () =>
      (await root.client.call(auditRoutes.listEntries, { query: { limit: 1 } })).items[0]?.number;
    const before = await numbers();
    const { id } = await hold();
    await root.client.call(retentionRoutes.endHold, { params: { holdId: id } });
    expect(await numbers()).toBe(before);
  });

  test("is closed to everyone else, as are the holds", async () => {
    const { id: holdId } = await hold();
    const auditor = await server.signIn(await createPerson(server.db, { name: "Olu", roles: ["admin"] }));
    for (const { client } of [ana, auditor]) {
      expect(await codeOf(client.call(retentionRoutes.listHolds, { query: {} }))).toBe("forbidden");
      expect(await codeOf(client.call(retentionRoutes.createHold, { body: draft() }))).toBe("forbidden");
      expect(await codeOf(client.call(retentionRoutes.listHoldActs, { params: { holdId }, query: {} }))).toBe(
        "forbidden",
      );
    }
  });
});

test("the held get the same answers and events as others, and use as much of their space", async () => {
  await hold();
  const everything = async (who: Chatter) => {
    const file = await upload(server, who, { name: "plan.txt", content: "12345" });
    const message = await who.post(channelId, "One", { attachmentIds: [file.id] });
    const edited = await who.edit(message.id, "Two");
    const removed = await who.remove(message.id);
    await sweepFiles(server);
    const found = await who.client.call(chatRoutes.listChanges, {
      params: { channelId },
      query: { since: message.seq - 1 },
    });
    const { rows } = await sql<{ bytes: number }>`SELECT coalesce(sum(size_bytes), 0)::int AS bytes FROM files
      WHERE owner_id = ${who.id} AND discarded_at IS NULL`.execute(server.db);
    return [shapeOf(edited), shapeOf(removed), found.changes.map(shapeOf), rows[0]?.bytes];
  };
  expect(await everything(ana)).toEqual(await everything(ben));
});

/** Returns the form of an answer, without the values that differ for any two people. */
function shapeOf(value: object): unknown {
  return Object.entries(value).map(([name, one]) => [
    name,
    typeof one,
    one === null,
    Array.isArray(one) && one.length,
  ]);
}

test("a hold names a private channel of others by its ID only, and refuses one that covers nobody", async () => {
  const { channels } = await root.client.call(retentionRoutes.findChannelsToKeep, {
    query: { search: channelId },
  });
  expect(channels).toEqual([{ id: channelId, name: null }]);
  const made = await hold({ channelIds: [channelId] });
  expect(made.channels).toEqual([{ id: channelId, name: null }]);
  const empty = { body: draft({ personIds: [] }) };
  expect(await codeOf(root.client.call(retentionRoutes.createHold, empty))).toBe("invalid_request");
  const unknown = { body: draft({ personIds: [uuidv7()] }) };
  expect(await codeOf(root.client.call(retentionRoutes.createHold, unknown))).toBe("person_not_found");
});

import { chatRoutes } from "@atoll/contract/chat/routes";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { createPerson, type TestPerson } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import type { SignedIn } from "../../../test/harness.ts";

const server = sharedServer();
let ada: TestPerson;
let ben: TestPerson;
let owner: SignedIn;
beforeAll(async () => {
  ada = await createPerson(server.db, { name: "Ada Quay" });
  ben = await createPerson(server.db, { name: "Ben Roe" });
  owner = await server.signIn(ada);
});

test("the audit log records changes of a private channel with IDs only", async () => {
  const channelId = await create("PRIVATE", "layoffs in spring");
  await changeAll(channelId, "layoffs in autumn");
  const name = "(private)";
  const subject = { subject_type: "channel", subject_id: channelId, subject_name: name };
  const about = { ...subject, actor_id: ada.id, actor_name: "Ada Quay", address: "127.0.0.1" };
  const one = { personIds: [ben.id], count: 1 };
  expect(await actsOn(channelId)).toMatchObject([
    { ...about, action: "channel.created", after: { personIds: [ada.id], count: 1 } },
    { ...about, action: "channel.joined", after: one },
    { ...about, action: "channel.owner-added", after: one },
    { ...about, action: "channel.owner-removed", after: one },
    { ...about, action: "channel.renamed", before: null, after: null },
    { ...about, action: "channel.left", after: one },
    { ...about, action: "channel.archived", after: null },
    { ...about, action: "channel.unarchived", after: null },
  ]);
  const { rows } = await sql`SELECT 1 FROM audit_log l WHERE l::text LIKE '%layoffs%'`.execute(server.db);
  expect(rows).toEqual([]);
});

test("the audit log records changes of a public channel with its names", async () => {
  const channelId = await create("PUBLIC", "canteen");
  await changeAll(channelId, "kitchen table");
  const acts = await actsOn(channelId);
  expect(acts.find(({ action }) => action === "channel.renamed")).toMatchObject({
    subject_name: "kitchen table",
    before: { name: "canteen" },
    after: { name: "kitchen table" },
  });
});

test("the audit log has no entries for requests that change nothing, nor for direct chats", async () => {
  const channelId = await create("PRIVATE", "quiet room");
  const params = { channelId, personId: ada.id };
  await owner.client.call(chatRoutes.addMember, { params });
  await owner.client.call(chatRoutes.addOwner, { params });
  await owner.client.call(chatRoutes.updateChannel, { params, body: { name: "quiet room", topic: "Quiet" } });
  await owner.client.call(chatRoutes.unarchiveChannel, { params });
  await owner.client.call(chatRoutes.removeMember, { params: { channelId, personId: ben.id } });
  expect((await actsOn(channelId)).map(({ action }) => action)).toEqual(["channel.created"]);
  const { channel } = await owner.client.call(chatRoutes.openDirectChannel, { params: { personId: ben.id } });
  expect(await actsOn(channel.id)).toEqual([]);
});

async function create(type: "PUBLIC" | "PRIVATE", name: string): Promise<string> {
  const { channel } = await owner.client.call(chatRoutes.createChannel, { body: { name, type } });
  return channel.id;
}

async function changeAll(channelId: string, name: string): Promise<void> {
  const { client } = owner;
  const params = { channelId, personId: ben.id };
  await client.call(chatRoutes.addMember, { params });
  await client.call(chatRoutes.addOwner, { params });
  await client.call(chatRoutes.removeOwner, { params });
  await client.call(chatRoutes.updateChannel, { params, body: { name } });
  await client.call(chatRoutes.removeMember, { params });
  await client.call(chatRoutes.archiveChannel, { params });
  await client.call(chatRoutes.unarchiveChannel, { params });
}

async function actsOn(channelId: string): Promise<{ action: string }[]> {
  const { rows } = await sql<{ action: string }>`
    SELECT * FROM audit_log WHERE subject_id = ${channelId} ORDER BY number`.execute(server.db);
  return rows;
}

import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { outgoingWebhookRoutes as routes } from "@atoll/contract/outgoing-webhooks/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, expect, test } from "vitest";
import { createPerson, createRole } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import type { SignedIn } from "../../../test/harness.ts";
import { everybodyNotified } from "../../../test/settled.ts";

const server = sharedServer();
let admin: SignedIn;
/** Makes webhooks, and administers nothing. */
let ada: SignedIn;

beforeAll(async () => {
  await createRole(server.db, { name: "integrator", permissions: ["webhooks:manage"] });
  admin = await server.signIn(await createPerson(server.db, { name: "Root", roles: ["admin"] }));
  const roles = ["user", "integrator"];
  ada = await server.signIn(await createPerson(server.db, { name: "Ada Quay", roles }));
});

/** Writes a webhook that nothing triggers. */
async function newWebhook(
  name: string,
  address = "https://receiver.example.com/path-secret",
): Promise<string> {
  const id = uuidv7();
  await sql`INSERT INTO outgoing_webhooks (id, owner_id, name, address, place_kind, place_id, events)
    VALUES (${id}, ${ada.user.id}, ${name}, ${address}, 'channel', uuidv7(), '{message.posted}')`.execute(
    server.db,
  );
  return id;
}

const deliver = (webhookId: string, state: string, failure: string | null) =>
  sql`INSERT INTO outgoing_deliveries (webhook_id, event, subject_id, state, due_at, failure)
    VALUES (${webhookId}, 'test', uuidv7(), ${state}, now() + interval '1 day', ${failure})`.execute(
    server.db,
  );
const find = async (search: string) =>
  (await admin.client.call(routes.listAllOutgoingWebhooks, { query: { search } })).items;
const inbox = async () => {
  await everybodyNotified(server.db);
  const { items } = await ada.client.call(notificationRoutes.listNotifications, { query: {} });
  return items.map(({ title }) => title);
};
const actsOn = (subjectId: string) =>
  server.db
    .selectFrom("audit_log")
    .select(["action", "actor_name", "after"])
    .where("subject_id", "=", subjectId)
    .execute();

test("an administrator sees whose webhooks send what kind of events to which host, and how they last failed", async () => {
  const id = await newWebhook("Archive");
  await deliver(id, "failed", "The receiver answered 500");
  await deliver(id, "sent", null);
  await deliver(id, "dropped", "You cannot see it any more, or it is gone");
  const [webhook] = await find("archive");
  expect(webhook).toEqual({
    ...{ id, name: "Archive", owner: { id: ada.user.id, name: "Ada Quay" }, host: "receiver.example.com" },
    ...{ events: ["message.posted"], isOn: true, stopReason: null, createdAt: expect.any(String) },
    lastFailure: { at: expect.any(String), text: "The receiver answered 500" },
  });
});

test("a search finds names, owners and hosts, and nothing of the rest of an address", async () => {
  const id = await newWebhook("Plain", "https://hooks.other.example:8443\\path-secret?key=k3y#part");
  expect((await find("HOOKS.other.example:8443")).map((one) => one.id)).toEqual([id]);
  expect((await find("ada q")).map((one) => one.id)).toContain(id);
  for (const part of ["path-secret", "k3y", "#part", "https"]) expect(await find(part)).toEqual([]);
});

test("everyone's webhooks are listed in pages, the newest first", async () => {
  for (let count = 0; count < 3; count += 1) await newWebhook(`Paged ${count}`);
  const query = { search: "paged", limit: 2 };
  const first = await admin.client.call(routes.listAllOutgoingWebhooks, { query });
  const cursor = first.nextCursor ?? "";
  const second = await admin.client.call(routes.listAllOutgoingWebhooks, { query: { ...query, cursor } });
  expect([first, second].map(({ items }) => items.map(({ name }) => name))).toEqual([
    ["Paged 2", "Paged 1"],
    ["Paged 0"],
  ]);
  expect(second.nextCursor).toBeNull();
});

test("an administrator switches a webhook off: what waits is not sent, its owner is told, and the audit log has it", async () => {
  const id = await newWebhook("Mirror");
  await deliver(id, "waiting", null);
  await admin.client.call(routes.stopOutgoingWebhook, { params: { webhookId: id } });
  const { webhooks } = await ada.client.call(routes.listOutgoingWebhooks, {});
  const own = webhooks.find((one) => one.id === id);
  expect(own).toMatchObject({
    ...{ isOn: false, stopReason: "administrator", version: 2 },
    lastDelivery: { state: "failed", failure: "The webhook was switched off" },
  });
  // The same again changes nothing, and tells nobody.
  await admin.client.call(routes.stopOutgoingWebhook, { params: { webhookId: id } });
  expect(await inbox()).toEqual(["Root has switched off your outgoing webhook “Mirror”."]);
  expect(await actsOn(id)).toMatchObject([{ action: "outgoing-webhook.stopped", actor_name: "Root" }]);
  await ada.client.call(routes.changeOutgoingWebhook, {
    params: { webhookId: id },
    body: { version: 2, isOn: true },
  });
  expect(await find("mirror")).toMatchObject([{ isOn: true, stopReason: null }]);
});

test("an administrator deletes a webhook, and its owner is told", async () => {
  const id = await newWebhook("Gone");
  await admin.client.call(routes.deleteAnyOutgoingWebhook, { params: { webhookId: id } });
  expect(await find("gone")).toEqual([]);
  expect(await inbox()).toContain("Root has deleted your outgoing webhook “Gone”.");
  expect(await actsOn(id)).toMatchObject([{ action: "outgoing-webhook.deleted", actor_name: "Root" }]);
  const { body } = await admin.client.refused(routes.deleteAnyOutgoingWebhook, { params: { webhookId: id } });
  expect(body.error.code).toBe("outgoing_webhook_not_found");
});

test("someone who may only make webhooks cannot tell a webhook of others from none", async () => {
  const id = await newWebhook("Kept");
  for (const webhookId of [id, uuidv7()])
    for (const route of [routes.stopOutgoingWebhook, routes.deleteAnyOutgoingWebhook])
      expect((await ada.client.refused(route, { params: { webhookId } })).body.error.code).toBe("forbidden");
  expect((await ada.client.refused(routes.listAllOutgoingWebhooks, { query: {} })).body.error.code).toBe(
    "forbidden",
  );
  expect(await find("kept")).toHaveLength(1);
});

import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { administrationRoutes } from "@atoll/contract/administration/routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { outgoingWebhookRoutes } from "@atoll/contract/outgoing-webhooks/routes";
import type { HookEvent, OutgoingWebhook } from "@atoll/contract/outgoing-webhooks/schemas";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createAnnouncementRow, createAnnouncer, idsByName } from "../../../test/announcers.ts";
import { createChannel, createPerson, createRole, testPassword } from "../../../test/factories.ts";
import { serverForFile } from "../../../test/for-file.ts";
import { type SignedIn, startTestServer } from "../../../test/harness.ts";
import { everybodyNotified } from "../../../test/settled.ts";
import { settleDelivery, takeDueDeliveries } from "./deliveries.ts";
import { sign } from "./secrets.ts";

const server = serverForFile({ outbound: { privateHosts: ["127.0.0.1"] } });
let ada: SignedIn;
let ben: SignedIn;
let admin: SignedIn;
let channelId: string;

interface Received {
  path: string;
  id: string;
  signature: string;
  timestamp: string;
  text: string;
  body: { type: string; data: Record<string, unknown> };
}
let received: Received[];
/** Answers a request. */
let answer: (response: ServerResponse, one: Received) => void;
let address: string;

beforeAll(async () => {
  await createRole(server.db, { name: "integrator", permissions: ["webhooks:manage"] });
  ben = await server.signIn(await createPerson(server.db, { name: "Ben Roe" }));
  admin = await server.signIn(await createPerson(server.db, { name: "Root", roles: ["super_admin"] }));
  const receiver = createServer((request, response) => void receive(request, response)).listen(
    0,
    "127.0.0.1",
  );
  await once(receiver, "listening");
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  return () => {
    receiver.closeAllConnections();
    receiver.close();
  };
});

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = "";
  for await (const part of request) text += part;
  const { headers } = request;
  const one: Received = {
    path: request.url ?? "",
    id: String(headers["webhook-id"]),
    signature: String(headers["webhook-signature"]),
    timestamp: String(headers["webhook-timestamp"]),
    text,
    body: JSON.parse(text),
  };
  received.push(one);
  answer(response, one);
}

beforeEach(async () => {
  received = [];
  answer = (response) => response.writeHead(200).end("ok");
  ada = await server.signIn(
    await createPerson(server.db, { name: "Ada Quay", roles: ["user", "integrator"] }),
  );
  channelId = (await createChannel(server.db, { type: "PRIVATE", members: [ada.user, ben.user] })).id;
});
afterEach(() => sql`UPDATE outgoing_webhooks SET is_on = false`.execute(server.db));

const ofChannel = () => ({ kind: "channel" as const, id: channelId });
async function create(
  wanted: {
    path?: string;
    events?: HookEvent[];
    place?: Parameters<typeof placed>[0];
    id?: string;
    from?: SignedIn;
  } = {},
): Promise<{ webhook: OutgoingWebhook; secret: string }> {
  return (wanted.from ?? ada).client.call(outgoingWebhookRoutes.createOutgoingWebhook, {
    body: {
      id: wanted.id ?? uuidv7(),
      name: "Mirror",
      address: address + (wanted.path ?? "/"),
      place: placed(wanted.place ?? ofChannel()),
      events: wanted.events ?? ["message.posted"],
      currentPassword: testPassword,
    },
  });
}
const placed = (place: { kind: "channel" | "department" | "section"; id: string } | { kind: "company" }) =>
  place;
const post = async (content: string, id = uuidv7()) => {
  await ben.client.call(chatRoutes.postMessage, { params: { channelId }, body: { id, content } });
  return id;
};
const log = async (webhookId: string) =>
  (await ada.client.call(outgoingWebhookRoutes.listOutgoingDeliveries, { params: { webhookId }, query: {} }))
    .items;
const deliveriesOf = (webhookId: string) =>
  server.db.selectFrom("outgoing_deliveries").select("event").where("webhook_id", "=", webhookId).execute();
const contents = (path = "/") =>
  received.filter((one) => one.path === path).map(({ body }) => body.data["content"]);
/** Verifies a request as its receiver does. */
function isSigned(secret: string, { id, timestamp, text, signature }: Received): boolean {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const right = createHmac("sha256", key).update(`${id}.${timestamp}.${text}`).digest("base64");
  return signature.split(" ").includes(`v1,${right}`);
}
/** Has everything that waits tried again now. */
const hurry = () =>
  sql`WITH due AS (UPDATE outgoing_deliveries SET due_at = now() WHERE state = 'waiting' RETURNING id)
  SELECT pg_notify('atoll_outgoing_due', '') FROM due LIMIT 1`.execute(server.db);

describe("an outgoing webhook", () => {
  test("sends what happens in its place, signed so that the receiver can verify it, and nothing else", async () => {
    const { webhook, secret } = await create({
      events: ["message.posted", "message.changed", "message.deleted"],
    });
    const id = await post("First");
    await expect.poll(() => contents()).toEqual(["First"]);
    await ben.client.call(chatRoutes.editMessage, { params: { messageId: id }, body: { content: "Second" } });
    await expect.poll(() => contents()).toEqual(["First", "Second"]);
    await ben.client.call(chatRoutes.deleteMessage, { params: { messageId: id } });
    await expect
      .poll(() => received.at(-1)?.body)
      .toMatchObject({ type: "message.deleted", data: { id, channelId } });
    const other = await createChannel(server.db, { members: [ada.user, ben.user] });
    await ben.client.call(chatRoutes.postMessage, {
      params: { channelId: other.id },
      body: { id: uuidv7(), content: "Elsewhere" },
    });
    await post("Last");
    await expect.poll(() => contents()).toContain("Last");
    expect(contents()).not.toContain("Elsewhere");
    const last = received.find(({ body }) => body.data["content"] === "Last")!;
    expect(last.body.data).toMatchObject({
      channel: { id: channelId },
      author: { id: ben.user.id, name: "Ben Roe" },
    });
    expect(isSigned(secret, last)).toBe(true);
    expect(isSigned(secret, { ...last, text: last.text.replace("Last", "Lost") })).toBe(false);
    expect(isSigned(secret, { ...last, id: uuidv7() })).toBe(false);
    const list = await ada.client.call(outgoingWebhookRoutes.listOutgoingWebhooks, {});
    expect(list.webhooks).toMatchObject([{ id: webhook.id, lastDelivery: { state: "sent", status: 200 } }]);
    expect(JSON.stringify(list)).not.toContain(secret);
    const { rows } = await sql<{
      row: string;
    }>`SELECT s::text AS row FROM outgoing_webhook_secrets s`.execute(server.db);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(secret).toString("hex"));
  });

  test("sends in order about one subject, and again under the same ID, while others go ahead", async () => {
    const id = uuidv7();
    let isRefused = true;
    answer = (response, one) => response.writeHead(isRefused && one.body.data["id"] === id ? 503 : 200).end();
    const { webhook } = await create({ events: ["message.posted", "message.changed"] });
    await post("One", id);
    await ben.client.call(chatRoutes.editMessage, { params: { messageId: id }, body: { content: "Two" } });
    await post("Other");
    await expect.poll(() => contents()).toContain("Other");
    await expect.poll(async () => (await log(webhook.id)).find(({ status }) => status === 503)).toBeTruthy();
    expect(received.filter(({ body }) => body.type === "message.changed")).toEqual([]);
    isRefused = false;
    await hurry();
    await expect.poll(() => received.at(-1)?.body.type).toBe("message.changed");
    const posted = received.filter(({ body }) => body.type === "message.posted" && body.data["id"] === id);
    expect(posted.length).toBeGreaterThan(1);
    expect(new Set(posted.map((one) => one.id)).size).toBe(1);
  });

  test("tells nothing from a private channel that its owner has left, or without their permission", async () => {
    const { webhook } = await create({ events: ["message.posted", "message.deleted"] });
    const kept = await post("Before");
    await expect.poll(() => contents()).toEqual(["Before"]);
    await ada.client.call(chatRoutes.leaveChannel, { params: { channelId } });
    await post("After");
    await ben.client.call(chatRoutes.deleteMessage, { params: { messageId: kept } });
    await expect
      .poll(async () => (await log(webhook.id)).map(({ state }) => state))
      .toEqual(["dropped", "dropped", "sent"]);
    expect(contents()).toEqual(["Before"]);
    const { webhooks } = await ada.client.call(outgoingWebhookRoutes.listOutgoingWebhooks, {});
    expect(webhooks[0]?.place).toMatchObject({ id: channelId, name: null });
    await sql`DELETE FROM user_roles ur USING roles r WHERE r.id = ur.role_id AND r.name = 'integrator'
      AND ur.user_id = ${ada.user.id}`.execute(server.db);
    await server.felt();
    expect((await ada.client.refused(outgoingWebhookRoutes.listOutgoingWebhooks, {})).status).toBe(403);
  });

  test("does not slow others when its receiver never answers", async () => {
    answer = (response, { path }) => {
      if (path !== "/silent") response.writeHead(204).end();
    };
    await create({ path: "/silent" });
    await create({ path: "/quick" });
    for (let at = 0; at < 8; at += 1) await post(`Message ${at}`);
    await expect.poll(() => contents("/quick").length).toBe(8);
    expect(contents("/silent").length).toBeLessThanOrEqual(4);
  });

  test("accepts no redirect, no endless answer and no name that leads into the network", async () => {
    answer = (response, { path }) => {
      if (path === "/moved") response.writeHead(307, { location: "http://127.0.0.1:1/" }).end();
      else response.writeHead(200).end(Buffer.alloc(10_000_000));
    };
    const moved = await create({ path: "/moved" });
    const large = await create({ path: "/large" });
    await post("Hello");
    await expect.poll(async () => (await log(large.webhook.id))[0]?.state).toBe("sent");
    await expect
      .poll(async () => (await log(moved.webhook.id))[0]?.failure)
      .toBe("The address leads into a private network or redirects, and is not sent to");
    const refuse = async (wanted: string) =>
      (
        await ada.client.refused(outgoingWebhookRoutes.createOutgoingWebhook, {
          body: {
            id: uuidv7(),
            name: "Inner",
            address: wanted,
            place: ofChannel(),
            events: ["message.posted"],
            currentPassword: testPassword,
          },
        })
      ).body.error.code;
    for (const wanted of [
      "https://10.0.0.8/",
      "http://example.com/",
      "https://a:b@example.com/",
      "https://[::1]/",
      "https://example.com:99999/",
    ])
      expect(await refuse(wanted)).toBe("webhook_address_refused");
    // By its name, which resolves to the server itself.
    const inner = { id: uuidv7(), name: "Inner", address: "https://localhost/", place: ofChannel() };
    await ada.client.call(outgoingWebhookRoutes.createOutgoingWebhook, {
      body: { ...inner, events: ["message.posted"], currentPassword: testPassword },
    });
    await post("Inside");
    await expect.poll(async () => (await log(inner.id))[0]?.failure).toMatch(/private network/);
  });

  test("is set up, sent elsewhere and given a new secret only with the password, and its owner is told", async () => {
    const { webhook } = await create({ path: "/first" });
    const params = { webhookId: webhook.id };
    const elsewhere = { version: webhook.version, address: `${address}/second` };
    const refused = [
      await ada.client.refused(outgoingWebhookRoutes.createOutgoingWebhook, {
        body: {
          ...{ id: uuidv7(), name: "Spy", address, place: ofChannel() },
          events: ["message.posted"],
        },
      }),
      await ada.client.refused(outgoingWebhookRoutes.changeOutgoingWebhook, {
        params,
        body: { ...elsewhere, currentPassword: "not this one" },
      }),
      await ada.client.refused(outgoingWebhookRoutes.renewOutgoingSecret, { params, body: {} }),
    ];
    expect(refused.map(({ body }) => body.error.code)).toEqual(Array(3).fill("current_password_wrong"));
    await ada.client.call(outgoingWebhookRoutes.changeOutgoingWebhook, {
      params,
      body: { ...elsewhere, currentPassword: testPassword },
    });
    await everybodyNotified(server.db);
    const { user } = await ada.client.call(identityRoutes.getCurrentUser, {});
    expect(user.notices).toMatchObject([
      { kind: "webhook.set", place: `“Mirror” to ${new URL(address).host}` },
    ]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ["signs out everywhere", () => ada.client.call(identityRoutes.endSessions, {})],
    [
      "chooses another password",
      () =>
        ada.client.call(identityRoutes.updateCurrentUser, {
          body: { currentPassword: testPassword, password: "seven pelicans on a pier" },
        }),
    ],
    [
      "is signed out by an administrator",
      () => admin.client.call(administrationRoutes.endUserSessions, { params: { userId: ada.user.id } }),
    ],
  ])("is switched off when its owner %s, and says why", async (_title, act) => {
    const { webhook } = await create();
    await act();
    await post("To a thief");
    expect(await deliveriesOf(webhook.id)).toEqual([]);
    const { rows } =
      await sql`SELECT is_on, stop_reason FROM outgoing_webhooks WHERE id = ${webhook.id}`.execute(server.db);
    expect(rows).toEqual([{ is_on: false, stop_reason: "access_ended" }]);
    await everybodyNotified(server.db);
    const told = await sql`SELECT FROM notifications
      WHERE user_id = ${ada.user.id} AND kind = 'webhook.stopped'`.execute(server.db);
    expect(told.rows).toHaveLength(1);
  });

  test("is switched off after a day of failures, with a word to its owner, and replays what was not sent", async () => {
    answer = (response) => response.writeHead(500).end();
    const { webhook } = await create();
    await post("Unheard");
    await expect.poll(async () => (await log(webhook.id))[0]?.tries).toBe(1);
    await sql`UPDATE outgoing_deliveries SET trying_since = now() - interval '25 hours'
      WHERE webhook_id = ${webhook.id}`.execute(server.db);
    await expect.poll(async () => (await log(webhook.id))[0]?.nextAt).not.toBeNull();
    await hurry();
    const list = async () =>
      (await ada.client.call(outgoingWebhookRoutes.listOutgoingWebhooks, {})).webhooks[0]!;
    await expect.poll(list).toMatchObject({ isOn: false, stopReason: "receiver_failed" });
    await post("While it is off");
    await expect
      .poll(async () => (await ada.client.call(notificationRoutes.listNotifications, { query: {} })).items)
      .toContainEqual(expect.objectContaining({ kind: "webhook.stopped" }));
    const { version } = await list();
    await ada.client.call(outgoingWebhookRoutes.changeOutgoingWebhook, {
      params: { webhookId: webhook.id },
      body: { version, isOn: true },
    });
    answer = (response) => response.writeHead(200).end();
    const [failed] = await log(webhook.id);
    expect(failed).toMatchObject({ state: "failed", status: 500 });
    await ada.client.call(outgoingWebhookRoutes.replayOutgoingDelivery, {
      params: { webhookId: webhook.id, deliveryId: failed!.id },
    });
    await expect
      .poll(async () => (await log(webhook.id))[0])
      .toMatchObject({ id: failed!.id, state: "sent" });
    expect(contents()).not.toContain("While it is off");
  });

  test("is switched off at once by a receiver that is gone", async () => {
    answer = (response) => response.writeHead(410).end();
    await create();
    await post("Hello");
    await expect
      .poll(async () => (await ada.client.call(outgoingWebhookRoutes.listOutgoingWebhooks, {})).webhooks)
      .toMatchObject([{ stopReason: "receiver_failed" }]);
  });

  test("signs with both secrets for a day after a new one was made", async () => {
    const { webhook, secret } = await create();
    const params = { webhookId: webhook.id };
    const renewed = await ada.client.call(outgoingWebhookRoutes.renewOutgoingSecret, {
      params,
      body: { currentPassword: testPassword },
    });
    expect(renewed.webhook.formerSecretUntil).not.toBeNull();
    await post("Between");
    await expect.poll(() => received.length).toBe(1);
    for (const known of [secret, renewed.secret]) expect(isSigned(known, received[0]!)).toBe(true);
    await sql`UPDATE outgoing_webhook_secrets SET ends_at = now() WHERE ends_at IS NOT NULL`.execute(
      server.db,
    );
    await post("Later");
    await expect.poll(() => received.length).toBe(2);
    expect(received[1]!.signature.split(" ")).toHaveLength(1);
  });

  test("loses nothing when the server was killed after the commit or during an attempt", async () => {
    const { webhook } = await create();
    // Neither wakes the sender, as if it had died at this moment.
    await sql`INSERT INTO outgoing_deliveries (webhook_id, event, subject_id) VALUES
      (${webhook.id}, 'test', uuidv7())`.execute(server.db);
    const [taken] = await takeDueDeliveries(server.db, 1, []);
    expect(taken).toMatchObject({ webhook_id: webhook.id, tries: 1 });
    expect(await takeDueDeliveries(server.db, 1, [])).toEqual([]);
    await sql`UPDATE outgoing_deliveries SET due_at = now() WHERE webhook_id = ${webhook.id}`.execute(
      server.db,
    );
    const next = await startTestServer({
      databaseUrl: server.databaseUrl,
      outbound: { privateHosts: ["127.0.0.1"] },
    });
    await expect.poll(() => received.map(({ id }) => id)).toEqual([taken!.id]);
    await next.close();
    await settleDelivery(server.db, taken!.id, { state: "sent" });
  });

  test("reports tasks of a department and announcements as its owner sees them", async () => {
    const { Backend: departmentId = "" } = await idsByName(server.db, "departments");
    const lead = await createAnnouncer(server, "Lea", {
      roles: ["user", "integrator"],
      departments: ["Backend"],
    });
    const from = lead as unknown as SignedIn;
    await create({
      from,
      path: "/tasks",
      place: { kind: "department", id: departmentId },
      events: ["task.created", "task.changed", "task.deleted"],
    });
    await create({ from, path: "/news", place: { kind: "company" }, events: ["announcement.published"] });
    const id = uuidv7();
    await lead.client.call(taskRoutes.createTask, {
      body: { id, title: "Ship it", departmentId, startsOn: "2027-03-01" },
    });
    await expect
      .poll(() => received.find(({ path }) => path === "/tasks")?.body)
      .toMatchObject({
        type: "task.created",
        data: {
          id,
          title: "Ship it",
          departmentId,
          startsOn: "2027-03-01",
          due: null,
          createdBy: { name: "Lea" },
        },
      });
    const { Marketing: other = "" } = await idsByName(server.db, "departments");
    await createAnnouncementRow(server.db, lead.id, {
      title: "For others",
      status: "PUBLISHED",
      department_ids: [other],
    });
    await createAnnouncementRow(server.db, lead.id, { title: "For all", status: "PUBLISHED" });
    const titles = () =>
      received.filter(({ path }) => path === "/news").map(({ body }) => body.data["title"]);
    await expect.poll(titles).toEqual(["For all"]);
    const foreign = await ada.client.refused(outgoingWebhookRoutes.createOutgoingWebhook, {
      body: {
        id: uuidv7(),
        name: "Spy",
        address,
        place: { kind: "department", id: departmentId },
        events: ["task.created"],
        currentPassword: testPassword,
      },
    });
    expect(foreign.body.error.code).toBe("department_not_found");
  });

  test("is created once when the answer was lost, belongs to its owner alone, and ends with their account", async () => {
    const id = uuidv7();
    const first = await create({ id });
    const again = await create({ id });
    expect(again.secret).not.toBe(first.secret);
    expect((await ada.client.call(outgoingWebhookRoutes.listOutgoingWebhooks, {})).webhooks).toHaveLength(1);
    const params = { webhookId: id };
    for (const refused of [
      await admin.client.refused(outgoingWebhookRoutes.renewOutgoingSecret, { params, body: {} }),
      await admin.client.refused(outgoingWebhookRoutes.deleteOutgoingWebhook, { params }),
    ])
      expect(refused.body.error.code).toBe("outgoing_webhook_not_found");
    await admin.client.call(administrationRoutes.deleteUser, { params: { userId: ada.user.id }, body: {} });
    await post("To nobody");
    const { rows } = await sql`SELECT FROM outgoing_webhooks WHERE id = ${id}`.execute(server.db);
    expect(rows).toEqual([]);
  });
});

test("signs as Standard Webhooks does", () => {
  // The vector of its own tests.
  const body = '{"test": 2432232314}';
  const request = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: "1614265330", body };
  expect(sign("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", request)).toBe(
    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  );
});

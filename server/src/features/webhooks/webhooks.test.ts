import { chatRoutes } from "@atoll/contract/chat/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { searchRoutes } from "@atoll/contract/search/routes";
import { webhookRoutes } from "@atoll/contract/webhooks/routes";
import type { Webhook } from "@atoll/contract/webhooks/schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { createChannel, createPerson } from "../../../test/factories.ts";
import { chattersForFile, sharedServer } from "../../../test/for-file.ts";
import { everybodyNotified } from "../../../test/settled.ts";

const server = sharedServer();
const [ada, ben] = chattersForFile(server, ["Ada Quay", "Ben Roe"]) as [Chatter, Chatter];
type Chatter = ReturnType<typeof chattersForFile>[number];

let channelId: string;
let webhook: Webhook;
let secret: string;
beforeEach(async () => {
  channelId = (await createChannel(server.db, { members: [ada, ben] })).id;
  await sql`UPDATE channel_members SET is_owner = true WHERE channel_id = ${channelId} AND user_id = ${ada.id}`.execute(
    server.db,
  );
  ({ webhook, secret } = await create());
});

const create = (id = uuidv7(), name = "Grafana") =>
  ada.client.call(webhookRoutes.createWebhook, { params: { channelId }, body: { id, name } });

function deliver(body: unknown, options: { headers?: Record<string, string>; to?: string } = {}) {
  const raw = typeof body === "string" ? body : JSON.stringify(body);
  return server.anyone.send("POST", `/api/hooks/${options.to ?? secret}`, {
    raw,
    headers: options.headers ?? {},
  });
}
const messages = async () =>
  (await ben.client.call(chatRoutes.listMessages, { params: { channelId }, query: {} })).messages;
const list = async () =>
  (await ada.client.call(webhookRoutes.listWebhooks, { params: { channelId } })).webhooks;

describe("a delivery", () => {
  test("becomes a message that everyone sees as the program's, at once, unread, and found by search", async () => {
    const socket = await server.connect(ben);
    const answer = await deliver({
      text: "*Disk* full on <https://g.example|db-1>",
      username: "Alerting",
      icon_emoji: "🔥",
    });
    expect([answer.status, answer.body]).toEqual([200, "ok"]);
    const event = await socket.next("message.posted");
    const [message] = await messages();
    expect(event.message).toEqual(message);
    expect(message).toMatchObject({
      content: "🔥 **Alerting**\n**Disk** full on [db-1](https://g.example)",
      author: { id: webhook.id, name: "Grafana", isFormer: false, isProgram: true, email: "" },
    });
    const { channels } = await ben.client.call(chatRoutes.listChannels, { query: {} });
    expect(channels.find(({ id }) => id === channelId)).toMatchObject({ unread: 1 });
    const hits = await ben.client.call(searchRoutes.searchEverywhere, { query: { query: "Disk full" } });
    expect(JSON.stringify(hits)).toContain(message?.id);
    expect(await list()).toMatchObject([
      { id: webhook.id, owner: { id: ada.id }, lastDelivery: { error: null } },
    ]);
  });

  test("is read as JSON and as a form, in the shapes of Slack and Mattermost", async () => {
    const form = { headers: { "content-type": "application/x-www-form-urlencoded" } };
    expect((await deliver(`payload=${encodeURIComponent('{"text":"from Jenkins"}')}`, form)).status).toBe(
      200,
    );
    expect(
      (await deliver({ text: "## Pipeline\n| a | b |", props: { card: "x" }, channel: "town-square" }))
        .status,
    ).toBe(200);
    expect((await messages()).map(({ content }) => content)).toEqual([
      "from Jenkins",
      "## Pipeline\n| a | b |",
    ]);
  });

  test("goes into a thread of its channel, and into no other", async () => {
    await deliver({ text: "root" });
    const [root] = await messages();
    expect((await deliver({ text: "reply", thread_ts: root?.id })).body).toBe("ok");
    const { messages: replies } = await ben.client.call(chatRoutes.listReplies, {
      params: { messageId: root!.id },
      query: {},
    });
    expect(replies.map(({ content }) => content)).toEqual(["reply"]);
    const elsewhere = await createChannel(server.db, { members: [ada] });
    const foreign = await ada.client.call(chatRoutes.postMessage, {
      params: { channelId: elsewhere.id },
      body: { id: uuidv7(), content: "private" },
    });
    expect((await deliver({ text: "in", thread_ts: foreign.message.id })).body).toBe("message_not_found");
    expect(await deliver({ text: "in", thread_ts: uuidv7() })).toMatchObject({
      status: 404,
      body: "message_not_found",
    });
    expect((await list())[0]?.lastDelivery?.error).toBe("message_not_found");
  });

  test("with a key is written once, and never in place of another", async () => {
    const headers = { "idempotency-key": "build-7" };
    const answers = await Promise.all([1, 2, 3].map(() => deliver({ text: "build 7" }, { headers })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200]);
    expect((await deliver({ text: "build 8" }, { headers })).body).toBe("message_id_taken");
    expect(await messages()).toHaveLength(1);
  });

  test("notifies the people of the channel that it names, and everyone only if the webhook may", async () => {
    await deliver({ text: `<@${ben.id}> look, <!channel> @here` });
    const [named] = await messages();
    expect(named).toMatchObject({
      content: "@Ben Roe look, channel @here",
      mentionsAll: null,
      mentions: [{ id: ben.id }],
    });
    await deliver({ text: "@<!date^1^x|channel> @@here @*channel* <#C1|@here>", username: "@channel" });
    expect((await messages())[1]).toMatchObject({ mentionsAll: null, mentions: [] });
    await deliver({ text: "@chan\u0000nel @here https://www.youtube.com/@channelfive ops@heremaps.com" });
    expect((await messages())[2]).toMatchObject({
      content: "@channel @here https://www.youtube.com/@channelfive ops@heremaps.com",
      mentionsAll: null,
      mentions: [],
    });
    await ada.client.call(webhookRoutes.changeWebhook, {
      params: { webhookId: webhook.id },
      body: { mayCallAll: true },
    });
    await deliver({ text: "<!channel> down" });
    expect((await messages())[3]).toMatchObject({ content: "@channel down", mentionsAll: "channel" });
  });

  test("mentions people by the elements of rich text, and reads no IDs that it does not show", async () => {
    const hereward = await server.signIn(await createPerson(server.db, { name: "Hereward Smith" }));
    await sql`INSERT INTO channel_members (channel_id, user_id) VALUES (${channelId}, ${hereward.user.id})`.execute(
      server.db,
    );
    const elements = [{ type: "user", user_id: hereward.user.id.toUpperCase() }];
    await deliver({
      ignored: Array.from({ length: 60 }, () => `<@${uuidv7()}>`).join(" "),
      blocks: [{ type: "rich_text", elements: [{ type: "rich_text_section", elements }] }],
    });
    expect(await messages()).toMatchObject([
      { content: "@Hereward Smith", mentions: [{ id: hereward.user.id }] },
    ]);
    await everybodyNotified(server.db);
    const { items } = await hereward.client.call(notificationRoutes.listNotifications, { query: {} });
    expect(items[0]?.title).toMatch(/^Grafana \(bot\) mentioned you in /);
  });

  test.each([
    ["no JSON", "{", "invalid_payload", 400],
    ["a list", "[]", "invalid_payload", 400],
    ["1,000 levels", `{"blocks":${"[".repeat(1_000)}${"]".repeat(1_000)}}`, "invalid_payload", 400],
    ["nothing to read", "{}", "no_text", 400],
  ])("of %s is refused in one word, and noted", async (_what, body, word, status) => {
    expect(await deliver(body)).toMatchObject({ status, body: word });
    expect(await list()).toMatchObject([{ lastDelivery: { error: word } }]);
    expect(await messages()).toEqual([]);
  });

  test("is cut if it has a megabyte, and refused unread if it is larger", async () => {
    expect((await deliver({ text: "wave ".repeat(200_000) })).status).toBe(200);
    expect((await messages())[0]?.content.length).toBeLessThanOrEqual(8_000);
    expect((await deliver("x".repeat(1024 * 1024 + 1))).status).toBe(413);
  });

  test("is refused for a while when there are too many", async () => {
    const answers = [];
    for (let round = 0; round < 310; round += 1) answers.push(await deliver("{"));
    const refused = answers.filter(({ body }) => body === "rate_limited");
    expect(refused).toHaveLength(10);
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    expect(refused[0]?.headers.get("ratelimit")).toMatch(/^"route";r=0;t=\d+$/);
    expect(answers[0]?.headers.get("ratelimit")).toMatch(/^"route";r=299;t=\d+$/);
  });
});

describe("a webhook", () => {
  test("writes only as long as its owner may", async () => {
    await sql`DELETE FROM channel_members WHERE channel_id = ${channelId} AND user_id = ${ada.id}`.execute(
      server.db,
    );
    expect(await deliver({ text: "still here" })).toMatchObject({ status: 403, body: "action_prohibited" });
    await sql`INSERT INTO channel_members (channel_id, user_id, is_owner) VALUES (${channelId}, ${ada.id}, true)`.execute(
      server.db,
    );
    expect((await deliver({ text: "back" })).status).toBe(200);
    await sql`UPDATE channels SET is_owners_only = true WHERE id = ${channelId}`.execute(server.db);
    await sql`UPDATE channel_members SET is_owner = false WHERE channel_id = ${channelId}`.execute(server.db);
    expect((await deliver({ text: "no owner" })).body).toBe("action_prohibited");
    await sql`UPDATE channels SET archived_at = now() WHERE id = ${channelId}`.execute(server.db);
    expect(await deliver({ text: "archived" })).toMatchObject({ status: 410, body: "channel_is_archived" });
    await sql`UPDATE accounts SET disabled_at = now() WHERE id = ${ada.id}`.execute(server.db);
    expect((await deliver({ text: "disabled" })).body).toBe("action_prohibited");
    await sql`UPDATE accounts SET disabled_at = NULL WHERE id = ${ada.id}`.execute(server.db);
    await server.felt();
  });

  test("cannot have the name of a colleague, nor one that looks like it", async () => {
    for (const name of ["ben ROE", "Ben R\u043Ee"]) {
      const refused = await ada.client.refused(webhookRoutes.createWebhook, {
        params: { channelId },
        body: { id: uuidv7(), name },
      });
      expect(refused.body.error.code).toBe("name_looks_taken");
    }
  });

  test("writes nothing after all access of its owner was ended, until somebody takes it over", async () => {
    await sql`UPDATE accounts SET access_ended_at = now() WHERE id = ${ada.id}`.execute(server.db);
    expect(await deliver({ text: "still here" })).toMatchObject({ status: 403, body: "action_prohibited" });
    const { secret: taken } = await ada.client.call(webhookRoutes.renewWebhookSecret, {
      params: { webhookId: webhook.id },
    });
    expect((await deliver({ text: "back" }, { to: taken })).body).toBe("ok");
    await sql`UPDATE accounts SET must_choose_password = true WHERE id = ${ada.id}`.execute(server.db);
    expect((await deliver({ text: "held" }, { to: taken })).body).toBe("action_prohibited");
    await sql`UPDATE accounts SET must_choose_password = false WHERE id = ${ada.id}`.execute(server.db);
    await server.felt();
    expect(await messages()).toHaveLength(1);
  });

  test("has another address once it is renewed, and none when it is off or removed", async () => {
    const params = { webhookId: webhook.id };
    const renewed = await ada.client.call(webhookRoutes.renewWebhookSecret, { params });
    expect(await deliver({ text: "old" })).toMatchObject({ status: 404, body: "no_service" });
    expect((await deliver({ text: "new" }, { to: renewed.secret })).status).toBe(200);
    await ada.client.call(webhookRoutes.changeWebhook, { params, body: { isOn: false } });
    expect((await deliver({ text: "off" }, { to: renewed.secret })).body).toBe("no_service");
    await ada.client.call(webhookRoutes.changeWebhook, { params, body: { isOn: true } });
    await ada.client.call(webhookRoutes.testWebhook, { params });
    await ada.client.call(webhookRoutes.deleteWebhook, { params });
    expect((await deliver({ text: "gone" }, { to: renewed.secret })).body).toBe("no_service");
    expect((await messages()).map(({ author }) => author.name)).toEqual(["Grafana", "Grafana"]);
    const { rows } = await sql<{
      action: string;
    }>`SELECT action FROM audit_log WHERE subject_id = ${webhook.id} ORDER BY number`.execute(server.db);
    expect(rows.map(({ action }) => action)).toEqual([
      "webhook.created",
      "webhook.renewed",
      "webhook.changed",
      "webhook.changed",
      "webhook.deleted",
    ]);
  });

  test("writes nothing of a delivery whose address is renewed before it is written", async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: held, resolve: hold } = Promise.withResolvers<void>();
    const renewing = server.db.transaction().execute(async (tx) => {
      await sql`UPDATE webhooks SET secret_hash = sha256('another'), owner_id = ${ben.id} WHERE id = ${webhook.id}`.execute(
        tx,
      );
      hold();
      await released;
    });
    await held;
    const delivering = deliver({ text: "late" });
    await vi.waitUntil(
      async () => {
        const { rows } = await sql`SELECT FROM pg_stat_activity WHERE datname = current_database()
          AND wait_event_type = 'Lock'`.execute(server.db);
        return rows.length > 0;
      },
      { interval: 20 },
    );
    release();
    await renewing;
    expect(await delivering).toMatchObject({ status: 404, body: "no_service" });
    expect(await messages()).toEqual([]);
  });

  test("is made once when the answer was lost, with a new address", async () => {
    const id = uuidv7();
    const first = await create(id);
    const again = await create(id);
    expect((await deliver({ text: "lost" }, { to: first.secret })).body).toBe("no_service");
    expect((await deliver({ text: "seen" }, { to: again.secret })).body).toBe("ok");
    expect(await list()).toHaveLength(2);
    expect(
      (
        await ada.client.refused(webhookRoutes.createWebhook, {
          params: { channelId },
          body: { id, name: "Other" },
        })
      ).body.error.code,
    ).toBe("webhook_id_taken");
    const { rows } = await sql<{ row: string }>`SELECT w::text AS row FROM webhooks w`.execute(server.db);
    expect(JSON.stringify(rows)).not.toContain(again.secret.slice(12));
  });

  test("belongs to those who manage the channel: they delete its messages, and members do not", async () => {
    await deliver({ text: "noise" });
    const [message] = await messages();
    const params = { messageId: message!.id };
    expect((await ben.client.refused(chatRoutes.deleteMessage, { params })).status).toBe(403);
    expect(
      (await ada.client.refused(chatRoutes.editMessage, { params, body: { content: "mine" } })).status,
    ).toBe(403);
    await ada.client.call(chatRoutes.deleteMessage, { params });
    expect(await messages()).toEqual([]);
    expect((await ben.client.refused(webhookRoutes.listWebhooks, { params: { channelId } })).status).toBe(
      403,
    );
    expect(
      (await ben.client.refused(webhookRoutes.deleteWebhook, { params: { webhookId: webhook.id } })).status,
    ).toBe(403);
  });

  test("is nobody: not in the directory, no name that is taken, not to be mentioned", async () => {
    const { rows } = await sql<{
      found: boolean;
    }>`SELECT EXISTS (SELECT FROM accounts WHERE id = ${webhook.id}) AS found`.execute(server.db);
    expect(rows[0]?.found).toBe(false);
    const people = await ben.client.send("GET", "/api/people?search=Grafana");
    expect(JSON.stringify(people.body)).not.toContain(webhook.id);
  });
});

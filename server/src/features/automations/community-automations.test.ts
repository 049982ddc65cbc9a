import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { automationRoutes } from "@atoll/contract/automations/routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { ideaRoutes } from "@atoll/contract/ideas/routes";
import { outgoingWebhookRoutes } from "@atoll/contract/outgoing-webhooks/routes";
import { questionRoutes } from "@atoll/contract/questions/routes";
import type { RouteCall } from "@atoll/contract/route";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { createChannel, createPerson, createRole, testPassword } from "../../../test/factories.ts";
import { serverForFile } from "../../../test/for-file.ts";
import type { SignedIn } from "../../../test/harness.ts";

const server = serverForFile({ outbound: { privateHosts: ["127.0.0.1"] } });
let ada: SignedIn;
let ben: SignedIn;
let departmentId: string;
let channelId: string;
let address: string;
let received: { type: string; data: Record<string, unknown> }[];

type Body = RouteCall<typeof automationRoutes.createAutomation>["body"];

beforeAll(async () => {
  await createRole(server.db, {
    name: "automator",
    permissions: ["automations:manage", "webhooks:manage"],
  });
  const receiver = createServer(async (request, response) => {
    let text = "";
    for await (const part of request) text += part;
    received.push(JSON.parse(text));
    response.writeHead(200).end();
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  return () => {
    receiver.closeAllConnections();
    receiver.close();
  };
});

beforeEach(async () => {
  received = [];
  const owner = await createPerson(server.db, { name: "Ada Quay", roles: ["user", "automator"] });
  const other = await createPerson(server.db, { name: "Ben Roe" });
  departmentId = uuidv7();
  await sql`INSERT INTO departments (id, name, slug)
    VALUES (${departmentId}, ${`Team ${departmentId}`}, ${departmentId})`.execute(server.db);
  await sql`INSERT INTO user_departments (user_id, department_id)
    VALUES (${owner.id}, ${departmentId}), (${other.id}, ${departmentId})`.execute(server.db);
  ada = await server.signIn(owner);
  ben = await server.signIn(other);
  channelId = (await createChannel(server.db, { members: [ada.user, ben.user] })).id;
});

async function create(trigger: Body["trigger"], actions: Body["actions"], conditions = {}) {
  const place = { kind: "department" as const, id: departmentId };
  const body: Body = { id: uuidv7(), name: "Watch", place, trigger, conditions, actions };
  return (await ada.client.call(automationRoutes.createAutomation, { body })).automation;
}
const post = (text: string): Body["actions"] => [{ do: "message.post", channelId, text }];
const contents = async () =>
  (await ben.client.call(chatRoutes.listMessages, { params: { channelId }, query: {} })).messages.map(
    ({ content }) => content.split("\n")[0],
  );
const states = async ({ id }: { id: string }) =>
  (
    await ada.client.call(automationRoutes.listAutomationRuns, { params: { automationId: id }, query: {} })
  ).items.map(({ state, reason }) => [state, reason]);
const ask = async (title: string, more: object = {}, from = ben) =>
  from.client.call(questionRoutes.askQuestion, { body: { id: uuidv7(), title, departmentId, ...more } });
const suggest = async (title: string, more: object = {}, from = ben) =>
  (await from.client.call(ideaRoutes.createIdea, { body: { id: uuidv7(), title, departmentId, ...more } }))
    .idea;
async function wake(automation: { id: string }) {
  await sql`UPDATE automations SET next_at = now() WHERE id = ${automation.id}`.execute(server.db);
  await sql`SELECT pg_notify('atoll_automations_due', '')`.execute(server.db);
}

test("posts new questions of a department that match, and names no hidden author", async () => {
  await create({ kind: "question.asked" }, post("{{question.title}} by {{question.author}}"), {
    text: "how",
  });
  await ask("How deep is it?");
  await ask("Why?");
  await ask("How wide is it?", { isAnonymous: true });
  await expect
    .poll(async () => (await contents()).toSorted())
    .toEqual(["How deep is it? by Ben Roe", "How wide is it? by an anonymous colleague"]);
});

test("says nothing about a hidden question that its owner asked anonymously", async () => {
  const automation = await create(
    { kind: "question.unanswered", days: 1, time: "00:00", zone: "UTC" },
    post("x"),
  );
  const { question } = await ask("Mine?", { isAnonymous: true }, ada);
  await sql`UPDATE questions SET created_at = now() - interval '1 day' WHERE id = ${question.id}`.execute(
    server.db,
  );
  await sql`UPDATE vote_subjects SET hidden_at = now(), hidden_reason = 'Spam' WHERE id = ${question.id}`.execute(
    server.db,
  );
  await wake(automation);
  await expect
    .poll(() => states(automation))
    .toEqual([["skipped", "Its owner cannot see what started it, or it is gone"]]);
});

test("finds a question without an accepted answer after some days, once, and leaves answered ones alone", async () => {
  const automation = await create(
    { kind: "question.unanswered", days: 3, time: "00:00", zone: "UTC" },
    post("Unanswered: {{question.title}}"),
  );
  const [open, answered, young] = [await ask("Open?"), await ask("Answered?"), await ask("Young?")];
  await sql`UPDATE questions SET created_at = now() - interval '3 days'
    WHERE id IN (${open.question.id}, ${answered.question.id})`.execute(server.db);
  await sql`UPDATE questions SET accepted_answer_id = uuidv7() WHERE id = ${answered.question.id}`.execute(
    server.db,
  );
  expect(young.question.id).toBeTruthy();
  await wake(automation);
  await expect.poll(contents).toEqual(["Unanswered: Open?"]);
  await wake(automation);
  await expect
    .poll(async () => {
      const { rows } = await sql<{ is_later: boolean }>`SELECT next_at > now() AS is_later FROM automations
        WHERE id = ${automation.id}`.execute(server.db);
      return rows;
    })
    .toEqual([{ is_later: true }]);
  expect(await contents()).toEqual(["Unanswered: Open?"]);
});

test("posts an idea of a department for a task, and says when an idea changes its status", async () => {
  await create({ kind: "task.created" }, [
    { do: "idea.create", title: "From {{task.title}}", text: "Body", departmentId },
  ]);
  await create({ kind: "idea.status", to: "planned" }, post("{{idea.title}}: {{idea.status}}"));
  await create({ kind: "idea.created" }, post("New: {{idea.title}}"));
  await ben.client.call(taskRoutes.createTask, { body: { id: uuidv7(), title: "Tar", departmentId } });
  await expect.poll(contents).toEqual(["New: From Tar"]);
  const { rows } = await sql<{ id: string; audience_ids: string[] }>`SELECT id, audience_ids FROM ideas
    WHERE department_id = ${departmentId}`.execute(server.db);
  expect(rows.map(({ audience_ids }) => audience_ids)).toEqual([[departmentId]]);
  const idea = await suggest("Sails");
  await expect.poll(contents).toEqual(["New: From Tar", "New: Sails"]);
  await sql`UPDATE ideas SET status = 'in_review' WHERE id = ${idea.id}`.execute(server.db);
  await sql`UPDATE ideas SET status = 'planned' WHERE id = ${idea.id}`.execute(server.db);
  await expect.poll(contents).toEqual(["New: From Tar", "New: Sails", "Sails: Planned"]);
});

test("sends a run to a webhook of its owner, who must be able to see its subject then", async () => {
  const { webhook } = await ada.client.call(outgoingWebhookRoutes.createOutgoingWebhook, {
    body: {
      ...{ id: uuidv7(), name: "Mirror", address, place: { kind: "company" as const } },
      ...{ events: ["announcement.published" as const], currentPassword: testPassword },
    },
  });
  const call: Body["actions"] = [{ do: "webhook.call", webhookId: webhook.id }];
  const automation = await create({ kind: "task.created" }, call);
  await ben.client.call(taskRoutes.createTask, { body: { id: uuidv7(), title: "Tar", departmentId } });
  await expect.poll(() => received).toHaveLength(1);
  expect(received[0]).toMatchObject({
    type: "automation.ran",
    data: {
      ...{
        automation: { id: automation.id, name: "Watch" },
        event: "task.created",
        subject: { title: "Tar" },
      },
      values: { "task.title": "Tar", "task.creator": "Ben Roe" },
    },
  });
  const foreign = await ben.client.refused(automationRoutes.createAutomation, {
    body: {
      id: uuidv7(),
      name: "x",
      place: automation.place,
      trigger: { kind: "task.created" },
      actions: call,
    },
  });
  expect(foreign.body.error.code).toBe("forbidden");
  const missing = await ada.client.refused(automationRoutes.changeAutomation, {
    params: { automationId: automation.id },
    body: { version: automation.version, actions: [{ do: "webhook.call", webhookId: uuidv7() }] },
  });
  expect(missing.body.error.code).toBe("outgoing_webhook_not_found");
  await sql`UPDATE outgoing_webhooks SET is_on = false WHERE id = ${webhook.id}`.execute(server.db);
  await ben.client.call(taskRoutes.createTask, { body: { id: uuidv7(), title: "Rope", departmentId } });
  await expect
    .poll(() => states(automation))
    .toEqual([
      ["failed", "This webhook is switched off."],
      ["done", null],
    ]);
  // One that was queued before its owner lost the department is not sent.
  await sql`DELETE FROM user_departments WHERE user_id = ${ada.user.id}`.execute(server.db);
  await sql`UPDATE outgoing_webhooks SET is_on = true WHERE id = ${webhook.id}`.execute(server.db);
  await sql`SELECT queue_outgoing_run(${webhook.id}, ${ada.user.id},
    (SELECT id FROM automation_runs WHERE automation_id = ${automation.id} AND state = 'done'))`.execute(
    server.db,
  );
  const outcomes = async () =>
    (
      await sql<{ state: string }>`SELECT state FROM outgoing_deliveries WHERE webhook_id = ${webhook.id}
      ORDER BY number`.execute(server.db)
    ).rows.map(({ state }) => state);
  await expect.poll(outcomes).toEqual(["sent", "dropped"]);
  expect(received).toHaveLength(1);
});

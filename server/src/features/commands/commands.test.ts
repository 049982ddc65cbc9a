import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { administrationRoutes } from "@atoll/contract/administration/routes";
import { auditRoutes } from "@atoll/contract/audit/routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import type { ProgramButton } from "@atoll/contract/chat/schemas";
import { commandRoutes } from "@atoll/contract/commands/routes";
import type { Command } from "@atoll/contract/commands/schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createChannel, createPerson, createRole, testPassword } from "../../../test/factories.ts";
import { serverForFile } from "../../../test/for-file.ts";
import { type SignedIn, startTestServer } from "../../../test/harness.ts";
import { enqueueJob } from "../../../test/run-job.ts";

const publicUrl = "https://atoll.example.test";
/** The address that is configured, whatever host a request names: these come to 127.0.0.1. */
const lateAddress = /^https:\/\/atoll\.example\.test\/api\/command-answers\/atoll_answer_/;
const server = serverForFile({ publicUrl, outbound: { privateHosts: ["127.0.0.1"] } });
let ada: SignedIn;
let ben: SignedIn;
let cleo: SignedIn;
let admin: SignedIn;
let channelId: string;
let command: Command;
let secret: string;
let token: string;
let address: string;

interface Received {
  path: string;
  text: string;
  signature: string;
  timestamp: string;
  form: Record<string, string>;
}
let received: Received[];
let answer: (response: ServerResponse, one: Received) => void;

beforeAll(async () => {
  await createRole(server.db, { name: "integrator", permissions: ["bots:manage"] });
  admin = await server.signIn(await createPerson(server.db, { name: "Root", roles: ["super_admin"] }));
  const program = createServer((request, response) => void receive(request, response)).listen(0, "127.0.0.1");
  await once(program, "listening");
  address = `http://127.0.0.1:${(program.address() as AddressInfo).port}`;
  return () => {
    program.closeAllConnections();
    program.close();
  };
});

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = "";
  for await (const part of request) text += part;
  const { headers, url = "" } = request;
  const one = {
    ...{ path: url, text, form: Object.fromEntries(new URLSearchParams(text)) },
    signature: String(headers["x-slack-signature"]),
    timestamp: String(headers["x-slack-request-timestamp"]),
  };
  received.push(one);
  answer(response, one);
}

beforeEach(async () => {
  received = [];
  answer = (response) => response.writeHead(200).end();
  const signIn = async (name: string, roles = ["user"]) =>
    server.signIn(await createPerson(server.db, { name, roles }));
  [ada, ben, cleo] = await Promise.all([
    signIn("Ada Quay", ["user", "integrator"]),
    signIn("Ben Roe"),
    signIn("Cleo Ames"),
  ]);
  channelId = (await createChannel(server.db, { type: "PRIVATE", members: [ada.user, ben.user] })).id;
  ({ command, secret, token } = await register());
});
afterEach(() => sql`DELETE FROM commands`.execute(server.db));

const register = (more: Record<string, string> = {}, from = ada) =>
  from.client.call(commandRoutes.createCommand, {
    body: {
      ...{
        id: uuidv7(),
        name: "deploy",
        program: `Deploys ${uuidv7().slice(-6)}`,
        help: "Deploys a version",
      },
      ...{ address: `${address}/commands`, currentPassword: testPassword, ...more },
    },
  });
const callOf = (text: string, more: { name?: string; id?: string } = {}) => ({
  params: { channelId },
  body: { id: uuidv7(), name: "deploy", text, ...more },
});
const run = async (text = "staging", from = ben) =>
  (await from.client.call(commandRoutes.runCommand, callOf(text))).answer;
const refusal = async (text = "staging", from = ben) =>
  (await from.client.refused(commandRoutes.runCommand, callOf(text))).body.error.code;
const json = (value: unknown) => (response: ServerResponse) =>
  response.writeHead(200, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(value));
const contents = async () =>
  (await ada.client.call(chatRoutes.listMessages, { params: { channelId }, query: {} })).messages;
const late = (url: string, payload: unknown) =>
  fetch(url.replace(publicUrl, server.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(payload),
  }).then(async (response) => `${response.status} ${await response.text()}`);
/** Verifies a request as programs written for Slack do. */
function isSigned(key: string, { timestamp, text, signature }: Received): boolean {
  const right = createHmac("sha256", key).update(`v0:${timestamp}:${text}`).digest("hex");
  return signature === `v0=${right}`;
}
const press = (
  shown: { id: string; buttons?: ProgramButton[] | undefined } | null | undefined,
  at = 0,
  id = uuidv7(),
) => ({
  params: { messageId: shown?.id ?? "" },
  body: { id, button: shown?.buttons?.[at]?.id ?? "none" },
});
const pressed = (at = -1) => JSON.parse(received.at(at)?.form["payload"] ?? "{}");

describe("a command", () => {
  test("reaches its program in Slack's shape, signed, and its answer reaches the caller's devices alone", async () => {
    answer = json({ text: "Deploying *staging* <@U1>" });
    const device = await server.connect(ben);
    const other = await server.connect(ada);
    const got = await run("staging now");
    const [request] = received;
    expect(request?.form).toMatchObject({
      ...{ token, command: "/deploy", text: "staging now", user_id: ben.user.id, user_name: "Ben Roe" },
      ...{ channel_id: channelId, channel_name: "privategroup", team_id: expect.any(String) },
      ...{ trigger_id: expect.any(String), response_url: expect.stringMatching(lateAddress) },
    });
    expect(request && isSigned(secret, request)).toBe(true);
    expect(request && isSigned("0".repeat(32), request)).toBe(false);
    expect(got?.content).toContain("Deploying **staging**");
    expect(await device.next("command.answered")).toEqual(got);
    expect(await contents()).toEqual([]);
    // An event that follows shows that none came before it.
    answer = json({ response_type: "in_channel", text: "Deployed @channel" });
    expect(await run()).toBeNull();
    const { message } = await other.next("message.posted");
    expect(other.received.filter(({ name }) => name === "command.answered")).toEqual([]);
    expect(message).toMatchObject({
      content: "Deployed @channel",
      mentionsAll: null,
      author: { id: command.id, isProgram: true },
    });
  });

  test("may be answered later, five times within half an hour", async () => {
    await run();
    const url = received[0]?.form["response_url"] ?? "";
    const device = await server.connect(ben);
    expect(await late(url, { text: "Half done" })).toBe("200 ok");
    expect(await device.next("command.answered")).toMatchObject({ content: "Half done", channelId });
    expect(await late(url, { response_type: "in_channel", text: "Done" })).toBe("200 ok");
    expect((await contents()).map(({ content }) => content)).toEqual(["Done"]);
    expect(await late(url, "no object")).toBe("400 invalid_payload");
    for (let more = 0; more < 2; more += 1) expect(await late(url, { text: "More" })).toBe("200 ok");
    expect(await late(url, { text: "Too often" })).toBe("404 expired_url");
    await run();
    const second = received.at(-1)?.form["response_url"] ?? "";
    await sql`UPDATE command_calls SET expires_at = now()`.execute(server.db);
    expect(await late(second, { text: "Too late" })).toBe("404 expired_url");
  });

  test("takes no late answers while the server's own address is not configured", async () => {
    const moved = await startTestServer({
      ...{ databaseUrl: server.databaseUrl, outbound: { privateHosts: ["127.0.0.1"] } },
    });
    try {
      const again = await moved.signIn(await createPerson(server.db, { name: "Dee Fox" }));
      await createChannel(server.db, { members: [again.user] }).then(({ id }) => (channelId = id));
      answer = json({ text: "Done" });
      expect((await run("x", again))?.content).toBe("Done");
      expect(Object.keys(received[0]?.form ?? {})).not.toContain("response_url");
    } finally {
      await moved.close();
    }
  });

  test("has no later answer in a channel that its caller has left, nor after its owner has lost the right", async () => {
    await run();
    const url = received[0]?.form["response_url"] ?? "";
    await sql`DELETE FROM channel_members WHERE user_id = ${ben.user.id}`.execute(server.db);
    for (const payload of [{ text: "Secret" }, { response_type: "in_channel", text: "Loud" }])
      expect(await late(url, payload)).toBe("403 action_prohibited");
    expect(await refusal()).toBe("channel_not_found");
    await admin.client.call(administrationRoutes.disableUser, { params: { userId: ada.user.id } });
    expect((await admin.client.call(commandRoutes.listManagedCommands, {})).commands).toMatchObject([
      { isStopped: true },
    ]);
    expect((await ben.client.call(commandRoutes.listCommands, {})).commands).toEqual([]);
  });

  test("answers people who have to change their password but signed in without it", async () => {
    await sql`UPDATE sessions SET way = 'passkey' WHERE user_id = ${ben.user.id}`.execute(server.db);
    await sql`UPDATE accounts SET must_choose_password = true WHERE id = ${ben.user.id}`.execute(server.db);
    await server.felt();
    answer = json({ text: "Done" });
    expect((await run())?.content).toBe("Done");
    const url = received[0]?.form["response_url"] ?? "";
    expect(await late(url, { text: "More" })).toBe("200 ok");
    await sql`UPDATE sessions SET ended_at = now() WHERE user_id = ${ben.user.id}`.execute(server.db);
    expect(await late(url, { text: "More" })).toBe("403 action_prohibited");
  });

  test.each<[string, string, (response: ServerResponse) => unknown]>([
    [
      "a page",
      "command_answer_unreadable",
      (r) => r.writeHead(200, { "content-type": "text/html" }).end("<h1>Hi"),
    ],
    [
      "broken JSON",
      "command_answer_unreadable",
      (r) => r.writeHead(200, { "content-type": "application/json" }).end("{"),
    ],
    ["an error", "command_failed", (r) => r.writeHead(500).end("stack trace of the program")],
    [
      "10 MB",
      "command_answer_too_large",
      (r) => r.writeHead(200, { "content-type": "text/plain" }).end("x".repeat(10_000_000)),
    ],
    [
      "a redirect",
      "command_refused_address",
      (r) => r.writeHead(302, { location: "http://169.254.169.254/secret" }).end(),
    ],
    ["silence", "command_too_slow", () => undefined],
    ["a closed connection", "command_unreachable", (r) => r.destroy()],
  ])("answered with %s says so in one line, and tells nothing of the program", async (_what, code, act) => {
    answer = (response) => void act(response);
    const refused = await ben.client.refused(commandRoutes.runCommand, callOf("x"));
    expect(refused.body.error.code).toBe(code);
    expect(JSON.stringify(refused.body)).not.toMatch(/stack trace|169\.254|127\.0\.0\.1|<h1>/);
    expect(await contents()).toEqual([]);
  });

  test("runs once for one request, whose repetition gets the outcome, and is not found under another name", async () => {
    const codeOf = async (call: ReturnType<typeof callOf>, from = ben) =>
      (await from.client.refused(commandRoutes.runCommand, call)).body.error.code;
    const call = callOf("once");
    answer = json({ text: "Done" });
    const first = await ben.client.call(commandRoutes.runCommand, call);
    expect(first.answer?.content).toBe("Done");
    expect(await ben.client.call(commandRoutes.runCommand, call)).toEqual(first);
    expect(await codeOf(call, ada)).toBe("command_call_repeated");
    expect(received).toHaveLength(1);

    const failing = callOf("fails");
    answer = (response) => response.writeHead(500).end();
    for (let time = 1; time <= 2; time += 1) expect(await codeOf(failing)).toBe("command_failed");
    expect(received).toHaveLength(2);

    // While its program is answering, and after a stop midway, nobody knows the outcome.
    const lost = callOf("lost");
    let whilePending: string | undefined;
    answer = (response) =>
      void codeOf(lost).then((code) => {
        whilePending = code;
        response.writeHead(200).end();
      });
    expect(await ben.client.call(commandRoutes.runCommand, lost)).toEqual({ answer: null });
    expect(whilePending).toBe("command_call_repeated");

    // After half an hour its answer is forgotten, but not that it ran.
    await sql`UPDATE command_calls SET expires_at = now() - interval '1 minute'`.execute(server.db);
    await enqueueJob(server, "commands.sweep");
    const kept = sql`SELECT 1 FROM command_calls WHERE outcome IS NOT NULL`;
    await expect.poll(async () => (await kept.execute(server.db)).rows).toEqual([]);
    expect(await codeOf(call)).toBe("command_call_repeated");
    expect(received).toHaveLength(3);
    const unknown = await ben.client.refused(commandRoutes.runCommand, callOf("x", { name: "nothing" }));
    expect(unknown.body.error.code).toBe("command_not_found");
  });

  test("is managed by those who manage bots, with the password for an address, and audited", async () => {
    expect((await ben.client.refused(commandRoutes.listManagedCommands, {})).body.error.code).toBe(
      "forbidden",
    );
    const params = { commandId: command.id };
    const change = (body: Record<string, unknown>) => ({
      params,
      body: { version: command.version, ...body },
    });
    const codeOf = async (body: Record<string, unknown>) =>
      (await ada.client.refused(commandRoutes.changeCommand, change(body))).body.error.code;
    expect(await codeOf({ address: "https://other.example.test", currentPassword: "wrong" })).toBe(
      "current_password_wrong",
    );
    expect(await codeOf({ address: "http://10.0.0.8/", currentPassword: testPassword })).toBe(
      "webhook_address_refused",
    );
    expect(
      (
        await ada.client.refused(commandRoutes.createCommand, {
          body: {
            ...{ id: uuidv7(), name: "deploy", program: "Others", address, currentPassword: testPassword },
          },
        })
      ).body.error.code,
    ).toBe("command_name_taken");
    const renewed = await ada.client.call(commandRoutes.renewCommandSecret, {
      params,
      body: { currentPassword: testPassword },
    });
    expect(renewed.secret).not.toBe(secret);
    await run();
    expect(isSigned(renewed.secret, received[0] as Received)).toBe(true);
    const stored = await sql<{ row: string }>`SELECT c::text AS row FROM commands c`.execute(server.db);
    expect(stored.rows[0]?.row).not.toContain(renewed.secret);
    await ada.client.call(commandRoutes.deleteCommand, { params });
    const { items } = await admin.client.call(auditRoutes.listEntries, { query: {} });
    expect(items.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["command.created", "command.renewed", "command.deleted"]),
    );
  });
});

describe("who answers for a command", () => {
  test("its addresses are for its owner, or for those who made a new secret, and the audit log has both", async () => {
    const bea = await server.signIn(
      await createPerson(server.db, { name: "Bea Orr", roles: ["user", "integrator"] }),
    );
    const params = { commandId: command.id };
    const moved = (version: number) => ({
      params,
      body: { version, buttonAddress: "https://other.example.test/", currentPassword: testPassword },
    });
    const refused = await bea.client.refused(commandRoutes.changeCommand, moved(command.version));
    expect(refused.body.error.code).toBe("command_owner_only");
    const { version } = (
      await bea.client.call(commandRoutes.changeCommand, {
        params,
        body: { version: command.version, help: "Deploys" },
      })
    ).command;
    const { command: taken } = await bea.client.call(commandRoutes.renewCommandSecret, {
      params,
      body: { currentPassword: testPassword },
    });
    expect(taken).toMatchObject({ owner: { id: bea.user.id }, version: version + 1 });
    await bea.client.call(commandRoutes.changeCommand, moved(taken.version));
    const { items } = await admin.client.call(auditRoutes.listEntries, { query: {} });
    const entry = items.find(({ action }) => action === "command.changed");
    expect(entry?.before).not.toHaveProperty("buttonHost");
    expect(entry?.after).toMatchObject({ host: new URL(address).host, buttonHost: "other.example.test" });
  });

  test("a command stays, stopped, when its owner's account is deleted, and someone else takes it over", async () => {
    await admin.client.call(administrationRoutes.deleteUser, { params: { userId: ada.user.id }, body: {} });
    const { commands } = await admin.client.call(commandRoutes.listManagedCommands, {});
    expect(commands).toMatchObject([{ id: command.id, owner: null, isStopped: true }]);
    expect(await refusal()).toBe("command_stopped");
    await admin.client.call(commandRoutes.renewCommandSecret, {
      params: { commandId: command.id },
      body: { currentPassword: testPassword },
    });
    answer = json({ text: "Done" });
    expect((await run())?.content).toBe("Done");
  });

  test("the same registration again is one, with another address it is refused, and so is no address", async () => {
    await sql`DELETE FROM commands`.execute(server.db);
    const body = {
      ...{ id: uuidv7(), name: "again", program: `Again ${uuidv7().slice(-6)}`, address },
      currentPassword: testPassword,
    };
    const codeOf = async (more: Record<string, string>) =>
      (await ada.client.refused(commandRoutes.createCommand, { body: { ...body, ...more } })).body.error.code;
    expect(await codeOf({ address: "https://example.com:99999/" })).toBe("webhook_address_refused");
    await ada.client.call(commandRoutes.createCommand, { body });
    await ada.client.call(commandRoutes.createCommand, { body });
    expect(await codeOf({ buttonAddress: `${address}/buttons` })).toBe("command_id_taken");
  });
});

describe("programs' buttons", () => {
  const actions = {
    type: "actions",
    block_id: "b1",
    elements: [
      {
        type: "button",
        action_id: "go",
        text: { type: "plain_text", text: "Go" },
        value: "v7",
        style: "primary",
      },
      {
        ...{ type: "button", action_id: "stop", text: { type: "plain_text", text: "Stop" }, style: "danger" },
        confirm: {
          title: { type: "plain_text", text: "Stop it?" },
          text: { type: "mrkdwn", text: "All of it" },
        },
      },
    ],
  };
  const withButtons = (more: Record<string, unknown> = {}) => ({
    ...{
      response_type: "in_channel",
      blocks: [{ type: "section", text: { type: "mrkdwn", text: "Deploy?" } }, actions],
    },
    ...more,
  });

  test("a press on a message posts block_actions, signed, once, and the answer replaces the message", async () => {
    answer = json(withButtons());
    await run();
    const [message] = await contents();
    const { id = "" } = message ?? {};
    expect(message).toMatchObject({
      content: "Deploy?",
      buttons: [
        { label: "Go", style: "primary" },
        { label: "Stop", confirm: { title: "Stop it?" } },
      ],
    });
    // The meaning of a button stays with the server.
    expect(JSON.stringify(message)).not.toContain("v7");
    answer = json({ replace_original: true, text: "Deployed by Ada" });
    const device = await server.connect(ben);
    const one = press(message);
    // The second time the answer to the first is returned, though its buttons are gone.
    for (let time = 1; time <= 2; time += 1)
      expect(await ada.client.call(commandRoutes.pressButton, one)).toEqual({ answer: null });
    expect(received).toHaveLength(2);
    expect(isSigned(secret, received[1] as Received)).toBe(true);
    expect(pressed()).toMatchObject({
      ...{ type: "block_actions", user: { id: ada.user.id }, channel: { id: channelId }, token },
      actions: [{ action_id: "go", block_id: "b1", value: "v7", type: "button" }],
      message: { ts: id, text: "Deploy?" },
    });
    const { message: changed } = await device.next("message.edited");
    expect(changed).toMatchObject({ id, content: "Deployed by Ada" });
    expect(changed.buttons).toBeUndefined();
    // It has no buttons any more.
    expect((await ada.client.refused(commandRoutes.pressButton, press(message))).body.error.code).toBe(
      "buttons_changed",
    );
  });

  test.each<[string, (response: ServerResponse) => unknown]>([
    ["OK", (r) => r.writeHead(200, { "content-type": "text/plain" }).end("OK")],
    ["a page", (r) => r.writeHead(200, { "content-type": "text/html" }).end("ok")],
    ["JSON that says nothing to do", json({ ok: true, text: "received" })],
  ])("a program that takes note of a press with %s changes nothing", async (_what, act) => {
    answer = json(withButtons());
    await run();
    const [before] = await contents();
    answer = (response) => void act(response);
    expect((await ada.client.call(commandRoutes.pressButton, press(before))).answer).toBeNull();
    expect(await contents()).toEqual([before]);
  });

  test("a press is 404 for people who cannot read the message, and on an answer to somebody else", async () => {
    answer = json(withButtons());
    await run();
    const [message] = await contents();
    const { id = "" } = message ?? {};
    answer = json(withButtons({ response_type: "ephemeral" }));
    const alone = await run();
    expect(alone?.buttons).toHaveLength(2);
    const codeOf = async (from: SignedIn, shown: Parameters<typeof press>[0]) =>
      (await from.client.refused(commandRoutes.pressButton, press(shown))).body.error.code;
    expect(await codeOf(cleo, message)).toBe("message_not_found");
    expect(await codeOf(ada, alone)).toBe("message_not_found");
    expect(received).toHaveLength(2);
    await sql`UPDATE messages SET deleted_at = now() WHERE id = ${id}`.execute(server.db);
    expect(await codeOf(ben, message)).toBe("message_not_found");
    const { rows } = await sql`SELECT FROM program_buttons WHERE id = ${id}`.execute(server.db);
    expect(rows).toEqual([]);
  });

  test("a press on an answer to one person replaces it or takes it away, in Slack's older shape for an attachment", async () => {
    const button = { type: "button", name: "yes", text: "Yes", value: "1" };
    answer = json({ text: "Sure?", attachments: [{ callback_id: "c1", actions: [button] }] });
    const alone = await run();
    answer = json({ text: "Thanks", attachments: [{ callback_id: "c1", actions: [button] }] });
    const next = (await ben.client.call(commandRoutes.pressButton, press(alone))).answer;
    expect(pressed()).toMatchObject({
      ...{ type: "interactive_message", callback_id: "c1" },
      actions: [{ name: "yes", value: "1", type: "button" }],
    });
    expect(next).toMatchObject({ id: alone?.id, content: expect.stringContaining("Thanks") });
    answer = json({ delete_original: true });
    expect(
      (await ben.client.refused(commandRoutes.pressButton, press(alone))).body.error.code,
      "a button of the answer before",
    ).toBe("buttons_changed");
    const gone = (await ben.client.call(commandRoutes.pressButton, press(next))).answer;
    expect(gone).toMatchObject({ id: alone?.id, content: null, buttons: [] });
  });

  test("a press never reaches a button that took the place of the one that was seen", async () => {
    answer = json(withButtons());
    await run();
    const [message] = await contents();
    const other = { type: "button", action_id: "release", text: { type: "plain_text", text: "Release" } };
    const next = {
      replace_original: true,
      text: "Claimed",
      blocks: [{ type: "actions", elements: [other] }],
    };
    answer = json(next);
    await ben.client.call(commandRoutes.pressButton, press(message));
    expect((await contents())[0]?.buttons).toMatchObject([{ label: "Release" }]);
    const late = await ada.client.refused(commandRoutes.pressButton, press(message));
    expect(late.body.error.code).toBe("buttons_changed");
    expect(received).toHaveLength(2);
  });

  test("two answers at once for what one person sees leave the buttons of one of them", async () => {
    answer = json(withButtons({ response_type: "ephemeral" }));
    const alone = await run();
    const waiting: ServerResponse[] = [];
    answer = (response) => {
      waiting.push(response);
      const act = json(withButtons({ response_type: "ephemeral", replace_original: true }));
      if (waiting.length === 2) for (const one of waiting) act(one);
    };
    const both = await Promise.all(
      [0, 1].map((at) => ben.client.call(commandRoutes.pressButton, press(alone, at))),
    );
    expect(both.map((one) => one.answer?.id)).toEqual([alone?.id, alone?.id]);
  });

  test("the buttons of a program that was deleted say so", async () => {
    answer = json(withButtons());
    await run();
    const [message] = await contents();
    await ada.client.call(commandRoutes.deleteCommand, { params: { commandId: command.id } });
    const refused = await ben.client.refused(commandRoutes.pressButton, press(message));
    expect(refused.body.error.code).toBe("program_removed");
    expect((await cleo.client.refused(commandRoutes.pressButton, press(message))).body.error.code).toBe(
      "message_not_found",
    );
  });

  test("a press goes to its own address if there is one, and an answer by response_url replaces the message", async () => {
    await ada.client.call(commandRoutes.changeCommand, {
      params: { commandId: command.id },
      body: { version: command.version, buttonAddress: `${address}/buttons`, currentPassword: testPassword },
    });
    answer = json(withButtons());
    await run();
    const [message] = await contents();
    answer = (response) => response.writeHead(200).end();
    await ada.client.call(commandRoutes.pressButton, press(message, 1));
    expect(received.at(-1)?.path).toBe("/buttons");
    const url = pressed().response_url;
    expect(await late(url, { replace_original: true, text: "Stopped" })).toBe("200 ok");
    expect(await late(url, { response_type: "in_channel", text: "By the way" })).toBe("200 ok");
    expect((await contents()).map(({ content }) => content)).toEqual(["Stopped", "By the way"]);
  });
});

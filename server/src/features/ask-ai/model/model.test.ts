import { askModelRoutes as routes } from "@atoll/contract/ask-ai/model-routes";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { isFullCheck } from "../../../../../contract/test/full-check.ts";
import { createAnnouncer } from "../../../../test/announcers.ts";
import { setUpModel } from "../../../../test/ask-ai.ts";
import { codeOf } from "../../../../test/chatter.ts";
import type { Client } from "../../../../test/client.ts";
import { serverForFile } from "../../../../test/for-file.ts";
import { startModelServer, type TestModelServer } from "../../../../test/model-server.ts";
import { modelKey } from "./settings.ts";

const server = serverForFile({ patience: { modelMs: 3_000 } });
let model: TestModelServer;
let other: TestModelServer;
let admin: Client;
beforeAll(async () => {
  model = await startModelServer();
  other = await startModelServer();
  admin = (await createAnnouncer(server, "Greta Holm", { roles: ["admin"] })).client;
});
beforeEach(() => {
  model.fault = undefined;
  model.dialect = "vllm";
  model.windowCharacters = Number.POSITIVE_INFINITY;
  model.answer = ({ user }) =>
    /code word is (\S+)\./.exec(user)?.[1] ?? (user.includes("ready") ? "It is ready" : "I do not know");
});
afterAll(() => {
  model.close();
  other.close();
});

const settings = () => admin.call(routes.getModelSettings, {});
async function set(change: object) {
  const { hasKey: _hasKey, ...before } = await settings();
  return admin.call(routes.setModelSettings, { body: { ...before, ...change } });
}
async function probe() {
  const { results } = await admin.call(routes.testModel, {});
  return Object.fromEntries(results.map(({ probe, state }) => [probe, state]));
}
const bearer = () => model.asked.at(-1)?.authorization;

test("is off until it is set up, and cannot be switched on without an address", async () => {
  expect(await settings()).toMatchObject({ isOn: false, address: "", hasKey: false });
  expect(await codeOf(admin.refused(routes.testModel, {}))).toBe("model_not_set");
  const { hasKey: _hasKey, ...body } = await settings();
  const refusal = await admin.refused(routes.setModelSettings, { body: { ...body, isOn: true } });
  expect(refusal.body.error.code).toBe("invalid_request");
});

test("encrypts the key, sends it only to its host, and deletes it when the address changes to another host", async () => {
  await setUpModel(admin, model);
  expect(await set({ key: "sesame" })).toMatchObject({ hasKey: true });
  await probe();
  expect(bearer()).toBe("Bearer sesame");
  const { rows } = await sql<{ text: string }>`SELECT ask_model::text AS text FROM ask_model`.execute(
    server.db,
  );
  expect(rows[0]?.text).not.toContain(Buffer.from("sesame").toString("hex"));
  const { rows: acts } = await sql<{ text: string }>`SELECT audit_log::text AS text FROM audit_log
    WHERE action = 'ask-ai.model-changed'`.execute(server.db);
  expect(acts).toHaveLength(2);
  expect(acts.map(({ text }) => text).join()).not.toContain("sesame");

  await set({ address: `${model.address}/more` });
  expect(await settings()).toMatchObject({ hasKey: true });
  expect(await set({ address: other.address })).toMatchObject({ hasKey: false });
  await set({ address: model.address });
  await probe();
  expect(bearer()).toBeUndefined();
});

test("a key is encrypted again after the server's own key was replaced", async () => {
  await set({ key: "sesame" });
  const keyId = async () =>
    (await server.db.selectFrom("ask_model").select("key_id").executeTakeFirstOrThrow()).key_id;
  const before = await keyId();
  await sql`UPDATE signing_keys SET retired_at = now() + interval '1 hour' WHERE retired_at IS NULL`.execute(
    server.db,
  );
  await sql`INSERT INTO signing_keys (id, secret) VALUES (gen_random_uuid(), decode(repeat('ab', 32), 'hex'))`.execute(
    server.db,
  );
  await server.db.transaction().execute(modelKey.reseal);
  expect(await keyId()).not.toBe(before);
});

test("the test tries streaming, usage, the window and vectors", async () => {
  await setUpModel(admin, model, { embeddingModel: "vectors" });
  expect(await probe()).toEqual({ stream: "passed", usage: "passed", window: "passed", vectors: "passed" });
  model.dialect = "llama.cpp";
  expect(await probe()).toMatchObject({ usage: "warning" });
});

test("the test detects a server that truncates prompts silently", async () => {
  model.windowCharacters = 8_000;
  expect(await probe()).toMatchObject({ stream: "passed", window: "failed" });
});

/** Waits as long as Ask AI does. */
const slowFaults = isFullCheck ? (["stall"] as const) : [];

test.each(["busy", "unauthorized", ...slowFaults, "redirect", "garbage"] as const)(
  "the test explains the problem with a server that is %s",
  async (fault) => {
    model.fault = fault;
    const results = await probe();
    expect(results).toMatchObject({ stream: "failed", usage: "skipped", window: "skipped" });
  },
);

test("refuses vectors of several widths", async () => {
  model.fault = "wrong-width";
  expect(await probe()).toMatchObject({ stream: "passed", vectors: "failed" });
});

test("an address in the company's network is refused until its host is allowed", async () => {
  await set({ isHostAllowed: false });
  expect(await probe()).toMatchObject({ stream: "failed" });
  expect(model.asked.length).toBeGreaterThan(0);
  const { results } = await admin.call(routes.testModel, {});
  expect(results[0]?.text).toMatch(/^This address is refused/);
});

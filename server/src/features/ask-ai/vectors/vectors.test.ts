import { askModelRoutes } from "@atoll/contract/ask-ai/model-routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isFullCheck } from "../../../../../contract/test/full-check.ts";
import { createAnnouncer } from "../../../../test/announcers.ts";
import { askQuestion, setUpModel } from "../../../../test/ask-ai.ts";
import type { Client } from "../../../../test/client.ts";
import { createChannel } from "../../../../test/factories.ts";
import { serverForFile } from "../../../../test/for-file.ts";
import { startModelServer, type TestModelServer } from "../../../../test/model-server.ts";
import { createWorkers, type Worker } from "../../../../test/tasks.ts";
import { createGuardedRequest } from "../../../platform/outbound/guarded-request.ts";
import { selectModel } from "../model/settings.ts";
import { fillVectors } from "./fill-vectors.ts";

const server = serverForFile({ patience: { modelMs: 3_000 } });
const request = createGuardedRequest({ privateHosts: [] });
let model: TestModelServer;
let admin: Client;
let [ana, ben]: Worker[] = [];
let dock: { id: string };
let secret: { id: string };

/** Words that mean the same are in one direction. */
const meanings = [
  /holiday|vacation|time off/i,
  /salary|pay|wage/i,
  /ship|vessel|ferry/i,
  /lunch|canteen|meal/i,
];

beforeAll(async () => {
  model = await startModelServer();
  [ana, ben] = (await createWorkers(server, { "Ana Reef": {}, "Ben Sand": {} })) as [Worker, Worker];
  const greta = await createAnnouncer(server, "Greta Holm", { roles: ["admin"] });
  admin = greta.client;
  dock = await createChannel(server.db, { name: "dock", members: [ana.user, ben.user] });
  secret = await createChannel(server.db, { name: "secret", members: [ben.user] });
  await greta.announce({ title: "Summer", content: "Everyone has 25 days of holiday." });
  await greta.announce({ title: "Lunch", content: "The canteen is closed on Thursday." });
  await post(ana, dock.id, "The vessel leaves at nine");
  await post(ben, secret.id, "The wage of Ana is 4,000");
});
beforeEach(async () => {
  model.fault = undefined;
  model.longestEmbedded = Number.POSITIVE_INFINITY;
  model.vectorOf = (text) => [...meanings.map((one) => (one.test(text) ? 1 : -0.1)), 0.01, -0.02, 0.03, 0.04];
  await setUpModel(admin, model, { isOn: true, embeddingModel: "vectors" });
  await fill();
});
afterAll(() => {
  model.close();
  request.close();
});

async function post(who: Worker, channelId: string, content: string) {
  const body = { id: uuidv7(), content };
  return (await who.client.call(chatRoutes.postMessage, { params: { channelId }, body })).message;
}
async function fill() {
  const waiting = { signal: new AbortController().signal, idleMs: 500, isTimeUp: () => false };
  await fillVectors(server.db, request, await selectModel(server.db), waiting);
}
async function ask(who: Worker, question: string) {
  const { turn } = await askQuestion(who.client, question);
  return turn.passages.map(({ title, text }) => `${title.text} ${text.text}`.trim());
}
async function stored() {
  const { rows } = await sql<{ model: string; count: number }>`
    SELECT split_part(model, '@', 1) AS model, count(*)::int AS count FROM ask_vectors GROUP BY 1 ORDER BY 1`.execute(
    server.db,
  );
  return Object.fromEntries(rows.map((row) => [row.model, row.count]));
}

describe("a question in other words than its answer", () => {
  test("finds what means the same, in entries and messages", async () => {
    expect((await ask(ana!, "How much vacation do I get?"))[0]).toContain("25 days of holiday");
    expect((await ask(ana!, "When is the ferry?"))[0]).toBe("The vessel leaves at nine");
  });

  test("finds nothing that the asker may not read", async () => {
    expect(await ask(ben!, "How high is the salary?")).toContain("The wage of Ana is 4,000");
    expect((await ask(ana!, "How high is the salary?")).join()).not.toContain("4,000");
  });

  test.each(["base64", "busy", ...(isFullCheck ? (["stall"] as const) : []), "redirect"] as const)(
    "is answered by its words when the model's server has the fault %s",
    async (fault) => {
      model.fault = fault;
      expect((await ask(ben!, "When is the canteen closed?"))[0]).toContain("Thursday");
    },
  );

  test("is answered by its words when its vector has another width", async () => {
    model.vectorOf = () => [1, 2, 3];
    expect((await ask(ben!, "When is the canteen closed?"))[0]).toContain("Thursday");
  });
});

describe("vectors", () => {
  test("are deleted when their text is deleted or changed, in the same transaction", async () => {
    const { id } = await post(ana!, dock.id, "A meal for the crew");
    const task = await ana!.create({ title: "Order the meal" });
    await fill();
    const of = async (thing: string) =>
      (
        await sql`SELECT 1 FROM ask_vectors WHERE coalesce(entry_id, message_id) = ${thing}`.execute(
          server.db,
        )
      ).rows.length;
    expect([await of(id), await of(task.id)]).toEqual([1, 1]);
    await ana!.client.call(chatRoutes.editMessage, {
      params: { messageId: id },
      body: { content: "No meal for the crew" },
    });
    await ana!.change(task.id, { title: "Order no meal" });
    expect([await of(id), await of(task.id)]).toEqual([0, 0]);
    await fill();
    await ana!.client.call(chatRoutes.deleteMessage, { params: { messageId: id } });
    await ana!.remove(task.id);
    expect([await of(id), await of(task.id)]).toEqual([0, 0]);
  });

  test("for a new model are stored next to the old ones, and used once they are complete", async () => {
    const { vectors: before } = await stored();
    await setUpModel(admin, model, { embeddingModel: "newer" });
    let left = 1;
    const waiting = { signal: new AbortController().signal, idleMs: 500, isTimeUp: () => left-- === 0 };
    model.fault = "base64";
    await expect(fillVectors(server.db, request, await selectModel(server.db), waiting)).rejects.toThrow(
      /broken/,
    );
    expect(await stored()).toEqual({ vectors: before });
    model.fault = undefined;
    expect((await ask(ana!, "How much vacation do I get?"))[0]).toContain("25 days of holiday");
    await fill();
    expect(await stored()).toEqual({ newer: before });
    const { vectors } = await admin.call(askModelRoutes.getModelUsage, {});
    expect(vectors).toEqual({ state: "ready", done: before, total: before, failure: null });
    await setUpModel(admin, model, { embeddingModel: "" });
    await fill();
    expect(await stored()).toEqual({});
  });

  test("with different widths are refused", async () => {
    await post(ana!, dock.id, "First of two");
    await post(ana!, dock.id, "Second of two");
    model.fault = "wrong-width";
    await expect(fill()).rejects.toThrow(/width/);
    model.fault = undefined;
    model.vectorOf = () => [1, 2, 3];
    await expect(fill()).rejects.toThrow(/width/);
  });

  test("describe the beginning of a text that is too long for the model", async () => {
    await ana!.create({ title: "Long", description: "rope and rust ".repeat(300) });
    await ana!.create({ title: "Short", description: "rust" });
    model.longestEmbedded = 500;
    await fill();
    const { rows } = await sql<{ parts: number }>`SELECT count(*)::int AS parts FROM ask_vectors v
      JOIN tasks t ON t.id = v.entry_id WHERE t.title IN ('Long', 'Short') GROUP BY t.title ORDER BY 1`.execute(
      server.db,
    );
    expect(rows.map(({ parts }) => parts)).toEqual([1, 3]);
  });
});

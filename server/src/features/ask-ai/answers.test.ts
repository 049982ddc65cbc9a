import { askAiRoutes as routes } from "@atoll/contract/ask-ai/routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isFullCheck } from "../../../../contract/test/full-check.ts";
import { createAnnouncer } from "../../../test/announcers.ts";
import { type Asked, askQuestion, openAnswer, setUpModel } from "../../../test/ask-ai.ts";
import { codeOf } from "../../../test/chatter.ts";
import type { Client } from "../../../test/client.ts";
import { createChannel } from "../../../test/factories.ts";
import { serverForFile } from "../../../test/for-file.ts";
import { dialects, startModelServer, type TestModelServer } from "../../../test/model-server.ts";
import { createWorkers, type Worker } from "../../../test/tasks.ts";

const log: string[] = [];
const server = serverForFile({
  patience: { modelMs: 3_000 },
  onLogLine: (line) => log.push(line),
});
let model: TestModelServer;
let [ana, ben]: Worker[] = [];
let admin: Client;
let dock: { id: string };

beforeAll(async () => {
  model = await startModelServer();
  [ana, ben] = await createWorkers(server, {
    "Ana Reef": { departments: ["Backend"] },
    "Ben Sand": { departments: ["Marketing"] },
  });
  const greta = await createAnnouncer(server, "Greta Holm", { roles: ["admin"] });
  admin = greta.client;
  dock = await createChannel(server.db, { name: "dock", members: [ana!.user, ben!.user] });
  await greta.announce({
    title: "The kitchen is closed",
    content: "Painters work in the kitchen on Thursday.",
  });
  const body = { id: uuidv7(), content: "The crane inspection moved to Monday at 9, says Imke" };
  await ana!.client.call(chatRoutes.postMessage, { params: { channelId: dock.id }, body });
  await setUpModel(admin, model);
});
beforeEach(async () => {
  model.fault = undefined;
  model.dialect = "vllm";
  model.beforeHalf = undefined;
  model.windowCharacters = Number.POSITIVE_INFINITY;
  model.answer = () => "The inspection is on Monday at 9 [1].";
});
afterAll(() => model.close());

const question = "When is the crane inspection?";

async function write(who: Worker, asked?: Asked) {
  const stream = await openAnswer(
    server,
    who.session.accessToken,
    asked ?? (await askQuestion(who.client, question)),
  );
  return { headers: stream.headers, ...(await stream.rest()) };
}
async function read(who: Worker, { conversationId, turn }: Asked) {
  const { turns } = await who.client.call(routes.getConversation, { params: { conversationId } });
  return turns.find(({ id }) => id === turn.id)!;
}
/** Settles when the answer is no longer being written. */
async function ended(who: Worker, asked: Asked) {
  for (;;) {
    const turn = await read(who, asked);
    if (turn.answer?.state !== "writing") return turn;
  }
}

describe("an answer", () => {
  test.each(dialects)("is streamed without thoughts from %s, and stays", async (dialect) => {
    model.dialect = dialect;
    const asked = await askQuestion(ana!.client, question);
    expect(asked.turn.answer).toMatchObject({ state: "wanted", text: "" });
    const { text, turn, headers } = await write(ana!, asked);
    expect(text).toBe("The inspection is on Monday at 9 [1].");
    expect(turn?.answer).toMatchObject({ state: "complete", text, isWithheld: false, failure: null });
    expect(headers.get("x-accel-buffering")).toBe("no");
    expect(headers.get("content-encoding")).toBeNull();
    expect((await read(ana!, asked)).answer).toEqual(turn?.answer);
    expect(
      await codeOf(
        ana!.client.refused(routes.writeAnswer, {
          params: { conversationId: asked.conversationId, turnId: turn!.id },
        }),
      ),
    ).toBe("answer_complete");
  });

  test("is written from passages that are fenced as data, and from nothing else", async () => {
    await write(ana!);
    const { system, user } = model.asked.at(-1)!;
    const fence = /<(passage-[0-9a-f]{12}) number="1"/.exec(user)?.[1];
    expect(fence).toBeDefined();
    expect(system).toContain(fence);
    expect(user).toContain("Imke");
    expect(user).not.toContain("kitchen");
    expect(user.endsWith(`Question: ${question}`)).toBe(true);
  });

  test("is written from facts under their names, and who created a task is not who does it", async () => {
    await ana!.create({
      title: "Grease the sluice gate",
      assigneeId: ben!.user.id,
      due: { date: "2031-05-06" },
    });
    model.answer = () => "Ana greases the sluice gate [1]. Ben greases the sluice gate by 6 May 2031 [1].";
    const { turn } = await write(ana!, await askQuestion(ana!.client, "Who greases the sluice gate?"));
    const { user } = model.asked.at(-1)!;
    expect(user).toContain("Assigned to: Ben Sand\nDue: 2031-05-06");
    expect(user).toContain("Created by: Ana Reef");
    expect(turn?.answer?.text).toBe(
      "Ana greases the sluice gate [1].[?] Ben greases the sluice gate by 6 May 2031 [1].",
    );
  });

  test("loses citations of unknown passages, and marks sentences without support", async () => {
    model.answer = () =>
      "The inspection is on Monday [1][7]. Imke pays 300 euros for it [1]. Ask Kofi 【1】.";
    const { turn } = await write(ana!);
    expect(turn?.answer?.text).toBe(
      "The inspection is on Monday [1]. Imke pays 300 euros for it [1].[?] Ask Kofi [1].[?]",
    );
  });

  test("uses fewer passages where the window is small", async () => {
    for (let count = 0; count < 8; count += 1) {
      const content = `The gangway report ${count}: ${"rope and rust ".repeat(80)}`;
      await ana!.client.call(chatRoutes.postMessage, {
        params: { channelId: dock.id },
        body: { id: uuidv7(), content },
      });
    }
    await setUpModel(admin, model, { contextTokens: 2048 });
    const asked = await askQuestion(ana!.client, "What does the gangway report say?");
    const { turn } = await write(ana!, asked);
    await setUpModel(admin, model, { contextTokens: 8192 });
    expect(turn?.passages).toHaveLength(8);
    expect(turn?.answer?.usedCount).toBeGreaterThan(0);
    expect(turn?.answer?.usedCount).toBeLessThan(8);
    const prompt = model.asked.at(-1)!;
    expect((prompt.system.length + prompt.user.length) / 3.2).toBeLessThan(2048);
  });

  test.each([
    ["busy", "busy"],
    ["unauthorized", "refused"],
    ["error", "failed"],
    ["redirect", "refused"],
    ...(isFullCheck ? ([["stall", "stalled"]] as const) : []),
    ["stall-halfway", "stalled"],
    ["break", "broken"],
    ["garbage", "broken"],
    ["empty", "empty"],
    ["error-halfway", "failed"],
    ["no-end", "broken"],
  ] as const)(
    "fails clearly when the server has the fault %s, uses up nothing, and can be tried again",
    async (fault, failure) => {
      model.fault = fault;
      const asked = await askQuestion(ben!.client, question);
      const { answersToday } = await ben!.client.call(routes.getModelState, {});
      const { turn } = await write(ben!, asked);
      expect(await ben!.client.call(routes.getModelState, {})).toMatchObject({ answersToday });
      if (fault === "no-end") expect(turn?.answer?.text).toMatch(/^The inspection/);
      expect(turn?.answer).toMatchObject({ state: "failed", failure });
      expect(turn?.passages).not.toHaveLength(0);
      model.fault = undefined;
      expect((await write(ben!, asked)).turn?.answer?.state).toBe("complete");
      expect(log.join("\n")).not.toContain("crane");
    },
  );

  test("drops NUL and unpaired surrogates from the model, and keeps the rest", async () => {
    model.answer = () => "It is on\0 Monday \ud83d at 9 [1].";
    const { turn } = await write(ana!);
    expect(turn?.answer).toMatchObject({ state: "complete", text: "It is on Monday \ufffd at 9 [1]." });
  });

  test.each([
    ["of 50,000 characters", "Monday ".repeat(7_200), undefined, 12_000],
    ["at the model's limit, within a citation", "It is on Monday [1]. At 9 [1, ", "cut", 25],
  ] as const)("that is cut %s says so and keeps what came", async (_what, text, fault, length) => {
    model.answer = () => text;
    model.fault = fault;
    const { turn, text: streamed } = await write(ana!);
    expect(turn?.answer).toMatchObject({ state: "stopped", failure: "cut" });
    expect(turn?.answer?.text.replaceAll("[?]", "")).toHaveLength(length);
    expect(streamed.length).toBeLessThanOrEqual(12_000);
  });

  test("ends the request to the model when it is stopped, and keeps its part", async () => {
    model.fault = "stall-halfway";
    const asked = await askQuestion(ana!.client, question);
    const stream = await openAnswer(server, ana!.session.accessToken, asked);
    const aborted = model.nextAbort();
    expect(await stream.next()).toMatchObject({ kind: "text", text: "The " });
    stream.close();
    await aborted;
    const turn = await ended(ana!, asked);
    expect(turn.answer).toMatchObject({ state: "stopped", failure: null });
    expect(turn.answer?.text).toMatch(/^The inspection/);
  });

  test("stops when its asker loses access to a passage, and keeps nothing", async () => {
    const secret = await createChannel(server.db, { name: "vault", members: [ana!.user, ben!.user] });
    const content = "The vault code is swordfish";
    await ana!.client.call(chatRoutes.postMessage, {
      params: { channelId: secret.id },
      body: { id: uuidv7(), content },
    });
    const asked = await askQuestion(ben!.client, "What is the vault code?");
    expect(asked.turn.passages[0]?.text.text).toContain("swordfish");
    model.answer = () => "The vault code is swordfish [1]. That is all.";
    model.beforeHalf = async () => {
      await server.db
        .deleteFrom("channel_members")
        .where("channel_id", "=", secret.id)
        .where("user_id", "=", ben!.user.id)
        .execute();
    };
    const { turn } = await write(ben!, asked);
    expect(turn?.answer).toMatchObject({ state: "stopped", text: "", isWithheld: true });
    expect(JSON.stringify(await read(ben!, asked))).not.toContain("swordfish");
    const { answer } = await server.db
      .selectFrom("ask_turns")
      .select("answer")
      .where("id", "=", asked.turn.id)
      .executeTakeFirstOrThrow();
    expect(answer).toBe("");
  });

  test("is withheld when it is opened again without the right to its passages", async () => {
    const room = await createChannel(server.db, { name: "pier", members: [ana!.user, ben!.user] });
    const content = "The pier lease ends in June";
    await ana!.client.call(chatRoutes.postMessage, {
      params: { channelId: room.id },
      body: { id: uuidv7(), content },
    });
    model.answer = () => "The pier lease ends in June [1].";
    const asked = await askQuestion(ben!.client, "When does the pier lease end?");
    expect((await write(ben!, asked)).turn?.answer?.text).toContain("June");
    await server.db
      .deleteFrom("channel_members")
      .where("channel_id", "=", room.id)
      .where("user_id", "=", ben!.user.id)
      .execute();
    expect((await read(ben!, asked)).answer).toMatchObject({ text: "", isWithheld: true });
  });
});

describe("a source that has changed since", () => {
  const note = async (content: string) => {
    const id = uuidv7();
    await ana!.client.call(chatRoutes.postMessage, { params: { channelId: dock.id }, body: { id, content } });
    return id;
  };
  const edit = (messageId: string, content: string) =>
    ana!.client.call(chatRoutes.editMessage, { params: { messageId }, body: { content } });

  test("hides the answer once its source text was edited away, also when it is shared", async () => {
    const id = await note("The harbourmaster said: the bollard password is tide");
    model.answer = () => "The bollard password is tide [1].";
    const asked = await askQuestion(ana!.client, "What is the bollard password?");
    const { turn } = await write(ana!, asked);
    expect(turn?.answer).toMatchObject({ isWithheld: false, hasChanged: false });
    const params = { conversationId: asked.conversationId, turnId: asked.turn.id };
    await ana!.client.call(routes.shareTurn, { params, body: { isShared: true } });
    await edit(id, "The harbourmaster said: the bollard password was changed");
    const gone = { text: "", isWithheld: true, hasChanged: true };
    expect((await read(ana!, asked)).answer).toMatchObject(gone);
    const shared = await ben!.client.call(routes.getSharedTurn, { params: { turnId: asked.turn.id } });
    expect(shared.turn.answer).toMatchObject(gone);
    expect(JSON.stringify(shared)).not.toContain("tide");
  });

  test("is reported when lines were added, and the answer stays", async () => {
    const id = await note("The gantry needs oil");
    model.answer = () => "The gantry needs oil [1].";
    const asked = await askQuestion(ana!.client, "What does the gantry need?");
    await write(ana!, asked);
    await edit(id, "The gantry needs oil\nand paint");
    expect((await read(ana!, asked)).answer).toMatchObject({ isWithheld: false, hasChanged: true });
  });
});

describe("a shared answer", () => {
  test("shows a reader only what they may read, and disappears when sharing ends", async () => {
    const asked = await askQuestion(ana!.client, question);
    const params = { conversationId: asked.conversationId, turnId: asked.turn.id };
    await write(ana!, asked);
    const shared = { params: { turnId: asked.turn.id } };
    expect(await codeOf(ben!.client.refused(routes.getSharedTurn, shared))).toBe("turn_not_found");
    await ana!.client.call(routes.shareTurn, { params, body: { isShared: true } });
    const { turn, askedBy } = await ben!.client.call(routes.getSharedTurn, shared);
    expect([askedBy.name, turn.answer?.text]).toEqual(["Ana Reef", "The inspection is on Monday at 9 [1]."]);
    const stranger = await createAnnouncer(server, "Olga Far", { roles: ["user"] });
    const seen = await stranger.client.call(routes.getSharedTurn, shared);
    expect(seen.turn).toMatchObject({ passages: [], answer: { text: "", isWithheld: true } });
    await ana!.client.call(routes.shareTurn, { params, body: { isShared: false } });
    expect(await codeOf(ben!.client.refused(routes.getSharedTurn, shared))).toBe("turn_not_found");
  });
});

describe("limits", () => {
  test("end the answers of a person and of the company for the day, and passages still come", async () => {
    const { answers } = await server.db
      .selectFrom("ask_usage")
      .select("answers")
      .where("user_id", "=", ana!.user.id)
      .executeTakeFirstOrThrow();
    await setUpModel(admin, model, { personDailyAnswers: answers + 1 });
    await write(ana!);
    const asked = await askQuestion(ana!.client, question);
    expect(asked.turn.passages).not.toHaveLength(0);
    const params = { conversationId: asked.conversationId, turnId: asked.turn.id };
    expect(await codeOf(ana!.client.refused(routes.writeAnswer, { params }))).toBe("answer_limit_reached");
    await setUpModel(admin, model, { personDailyAnswers: 1000, companyDailyAnswers: 1 });
    expect(await codeOf(ben!.client.refused(routes.writeAnswer, { params: await fresh(ben!) }))).toBe(
      "answer_limit_reached",
    );
    await setUpModel(admin, model, { companyDailyAnswers: 2000 });
  });

  test("are counted where administrators see them, without a question", async () => {
    const usage = await admin.call(routes.getModelUsage, {});
    expect(usage.days[0]).toMatchObject({ people: 2 });
    expect(usage.days[0]!.promptTokens).toBeGreaterThan(100);
    expect(usage.days[0]!.failed).toBeGreaterThan(9);
    // The figures of the people add up to those of the day.
    expect(usage.people.map(({ person }) => person.name).toSorted()).toEqual(["Ana Reef", "Ben Sand"]);
    expect(usage.people.reduce((sum, { answers }) => sum + answers, 0)).toBe(usage.days[0]!.answers);
    expect(usage.limits).toEqual({
      personDaily: 1000,
      companyDaily: 2000,
      companyToday: usage.days[0]!.answers,
    });
    const own = usage.people.find(({ person }) => person.id === ben!.user.id);
    expect(await ben!.client.call(routes.getModelState, {})).toMatchObject({
      answersToday: own?.answersToday,
      personDailyAnswers: 1000,
    });
    expect(JSON.stringify(usage)).not.toContain("crane");
  });
});

test("writes no answer without a model, and none later for questions from that time", async () => {
  await setUpModel(admin, model, { isOn: false });
  const asked = await askQuestion(ana!.client, question);
  expect(asked.turn.answer).toBeNull();
  const params = { conversationId: asked.conversationId, turnId: asked.turn.id };
  expect(await codeOf(ana!.client.refused(routes.writeAnswer, { params }))).toBe("model_off");
  await setUpModel(admin, model);
  expect(await codeOf(ana!.client.refused(routes.writeAnswer, { params }))).toBe("model_off");
});

async function fresh(who: Worker) {
  const { conversationId, turn } = await askQuestion(who.client, question);
  return { conversationId, turnId: turn.id };
}

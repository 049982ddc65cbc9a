import { maxTurns } from "@atoll/contract/ask-ai/limits";
import { askAiRoutes as routes } from "@atoll/contract/ask-ai/routes";
import type { AskScope, NewTurn } from "@atoll/contract/ask-ai/schemas";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { type Announcer, createAnnouncer, idsByName } from "../../../test/announcers.ts";
import { codeOf } from "../../../test/chatter.ts";
import { createChannel } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { createWorkers, type Worker } from "../../../test/tasks.ts";
import { sweepConversations } from "./sweep.ts";

const server = sharedServer();
let [ana, ben]: Worker[] = [];
let greta: Announcer;
let departments: Record<string, string>;
let shared: { id: string };
let secret: { id: string };

beforeAll(async () => {
  [ana, ben] = await createWorkers(server, {
    "Ana Reef": { departments: ["Backend"] },
    "Ben Sand": { departments: ["Marketing"] },
  });
  greta = await createAnnouncer(server, "Greta Holm", { roles: ["admin"] });
  departments = await idsByName(server.db, "departments");
  shared = await createChannel(server.db, { name: "harbour", members: [ana!.user, ben!.user] });
  secret = await createChannel(server.db, { name: "board-room", members: [ben!.user] });
  await ana!.create({
    title: "Harbour Freight contract",
    description: "Imke decides about the renewal until Friday.",
  });
  await greta.announce({
    title: "The kitchen is closed",
    content: "Painters work in the kitchen on Thursday. Lunch is in the canteen.",
  });
  await post(ana!, shared.id, "The crane inspection moved to Monday morning");
  // Texts that only share common words with the questions below.
  for (let count = 0; count < 8; count += 1)
    await post(ana!, shared.id, `The harbour office closes at ${count}`);
});

async function post(who: Worker, channelId: string, content: string) {
  const body = { id: uuidv7(), content };
  return (await who.client.call(chatRoutes.postMessage, { params: { channelId }, body })).message;
}

const inside = (conversationId: string) => ({ params: { conversationId } });
const newTurn = (question: string, scope?: AskScope): NewTurn => ({
  id: uuidv7(),
  question,
  ...(scope && { scope }),
});

async function ask(question: string, { who = ana!, scope, conversationId = uuidv7() }: Asking = {}) {
  const { turn } = await who.client.call(routes.askQuestion, {
    ...inside(conversationId),
    body: newTurn(question, scope),
  });
  return { ...turn, conversationId };
}
interface Asking {
  who?: Worker;
  scope?: AskScope;
  conversationId?: string;
}
const quoted = ({ passages }: Awaited<ReturnType<typeof ask>>) =>
  passages.map(({ title, text }) => `${title.text} ${text.text}`.trim());

describe("an answer", () => {
  test("quotes passages with most of the question's words, preferring rare words", async () => {
    const turn = await ask("Who decides at harbour freight?");
    expect(quoted(turn)[0]).toBe("Harbour Freight contract Imke decides about the renewal until Friday.");
    expect(turn.isWeak).toBe(false);
    expect(turn.passages[0]).toMatchObject({ kind: "task", link: expect.stringContaining("/tasks?task=") });
    const [best] = turn.passages;
    expect(best!.text.marks.map(([from, to]) => best!.text.text.slice(from, to))).toEqual(["decides"]);
  });

  test("matches other word forms and typos, and ignores question words", async () => {
    expect(quoted(await ask("When will the cranes be inspected?"))[0]).toMatch(/^The crane inspection/);
    expect(quoted(await ask("Can you tell me where lunch is when the kichen is closed?"))[0]).toMatch(
      /^The kitchen is closed/,
    );
  });

  test("says when there is little to rely on", async () => {
    const turn = await ask("Which zebra won the harbour regatta championship?");
    expect(turn.isWeak).toBe(true);
    expect(await ask("Zebra xylophone?")).toMatchObject({ passages: [], isWeak: true });
  });

  test("stays in the scope that was chosen", async () => {
    const scope: AskScope = { kind: "channel", id: shared.id };
    const kinds = (await ask("harbour freight contract office", { scope })).passages.map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(["message"]));
    const inMarketing: AskScope = { kind: "department", id: departments.Marketing! };
    expect((await ask("Who decides at harbour freight?", { scope: inMarketing })).passages).toEqual([]);
  });

  test("comes in each of two conversations at once", async () => {
    const both = await Promise.all([
      ask("Who decides at harbour freight?"),
      ask("When is the crane inspection?"),
    ]);
    expect(both.map((turn) => quoted(turn)[0])).toEqual([
      expect.stringMatching(/^Harbour Freight contract/),
      expect.stringMatching(/^The crane inspection/),
    ]);
  });

  test("answers a short follow-up about the same subject", async () => {
    const { conversationId } = await ask("When is the crane inspection?");
    expect(quoted(await ask("And why?", { conversationId }))[0]).toMatch(/^The crane inspection/);
    const { turns } = await ana!.client.call(routes.getConversation, inside(conversationId));
    expect(turns.map(({ question }) => question)).toEqual(["When is the crane inspection?", "And why?"]);
  });
});

describe("rights", () => {
  test("nothing that the asker may not read is quoted, or changes the order", async () => {
    const before = quoted(await ask("What happens to the crane rental budget?"));
    await post(ben!, secret.id, "The crane rental budget is cut: CANARY");
    expect(quoted(await ask("What happens to the crane rental budget?"))).toEqual(before);
    expect(JSON.stringify(await ask("crane rental budget", { who: ben! }))).toContain("CANARY");
  });

  test("removes a passage when the asker loses access to it, and says so", async () => {
    const room = await createChannel(server.db, { name: "pilots", members: [ana!.user] });
    await post(ana!, room.id, "Pilots meet at the lighthouse");
    const { conversationId } = await ask("Where do pilots meet?");
    await server.db
      .deleteFrom("channel_members")
      .where("channel_id", "=", room.id)
      .where("user_id", "=", ana!.user.id)
      .execute();
    const { turns } = await ana!.client.call(routes.getConversation, inside(conversationId));
    expect(turns[0]).toMatchObject({ passages: [], goneCount: 1 });
  });

  test("shows a conversation only to its asker", async () => {
    const { conversationId, id } = await ask("When is the crane inspection?");
    const refused = [
      ben!.client.refused(routes.getConversation, inside(conversationId)),
      ben!.client.refused(routes.deleteConversation, inside(conversationId)),
      ben!.client.refused(routes.askQuestion, { ...inside(conversationId), body: newTurn("And then?") }),
      ben!.client.refused(routes.rateTurn, {
        params: { conversationId, turnId: id },
        body: { isHelpful: true },
      }),
    ];
    for (const one of refused) expect(await codeOf(one)).toBe("conversation_not_found");
  });
});

describe("conversations", () => {
  test("stores a repeated question once, and refuses another with the same ID", async () => {
    const conversationId = uuidv7();
    const body = newTurn("When is the crane inspection?");
    const send = () => ana!.client.call(routes.askQuestion, { ...inside(conversationId), body });
    const first = await send();
    // If two searches run at the same moment, the newer one ends the older one.
    const both = await Promise.allSettled([send(), send()]);
    for (const one of both) if (one.status === "fulfilled") expect(one.value).toEqual(first);
    expect(both.some(({ status }) => status === "fulfilled")).toBe(true);
    const { turns } = await ana!.client.call(routes.getConversation, inside(conversationId));
    expect(turns).toHaveLength(1);
    const another = { ...body, question: "Something else" };
    expect(
      await codeOf(ana!.client.refused(routes.askQuestion, { ...inside(conversationId), body: another })),
    ).toBe("turn_id_taken");
    expect(await codeOf(ana!.client.refused(routes.askQuestion, { ...inside(uuidv7()), body }))).toBe(
      "turn_id_taken",
    );
  });

  test("are listed by their last question, rated, and deleted on every device", async () => {
    await ana!.client.call(routes.deleteConversations, {});
    const first = await ask("When is the crane inspection?");
    const second = await ask("Where is lunch?");
    await ask("And on Friday?", { conversationId: first.conversationId });
    const list = async () => (await ana!.client.call(routes.listConversations, { query: {} })).items;
    expect((await list()).map(({ id }) => id)).toEqual([first.conversationId, second.conversationId]);
    expect((await list())[0]!.title).toBe("When is the crane inspection?");

    const socket = await server.connect(ana!);
    await ana!.client.call(routes.rateTurn, {
      params: { conversationId: second.conversationId, turnId: second.id },
      body: { isHelpful: false },
    });
    await socket.next("conversation.changed");
    const { turns } = await ana!.client.call(routes.getConversation, inside(second.conversationId));
    expect(turns[0]!.isHelpful).toBe(false);
    await ana!.client.call(routes.deleteConversation, inside(first.conversationId));
    await socket.next("conversation.changed");
    expect((await list()).map(({ id }) => id)).toEqual([second.conversationId]);
  });

  test("have a maximum number of questions, and are deleted a long time after the last", async () => {
    const { conversationId, id } = await ask("Where is lunch?");
    await sql`INSERT INTO ask_turns (id, conversation_id, question, scope, passages, is_weak, sent_hash)
      SELECT gen_random_uuid(), ${conversationId}, question, scope, passages, is_weak, sent_hash
      FROM ask_turns, generate_series(2, ${maxTurns}) WHERE id = ${id}`.execute(server.db);
    expect(
      await codeOf(
        ana!.client.refused(routes.askQuestion, { ...inside(conversationId), body: newTurn("One more?") }),
      ),
    ).toBe("conversation_full");
    await sql`UPDATE ask_conversations SET at = now() - interval '181 days'
      WHERE id = ${conversationId}`.execute(server.db);
    await sweepConversations(server.db);
    expect(await codeOf(ana!.client.refused(routes.getConversation, inside(conversationId)))).toBe(
      "conversation_not_found",
    );
  });

  test("are kept for as long as the administrators set", async () => {
    const [old, recent] = [await ask("Where is the crane?"), await ask("Where is lunch today?")];
    for (const [{ conversationId }, days] of [
      [old, 31],
      [recent, 29],
    ] as const)
      await sql`UPDATE ask_conversations SET at = now() - make_interval(days => ${days})
        WHERE id = ${conversationId}`.execute(server.db);
    const idsNow = async () =>
      (await ana!.client.call(routes.listConversations, { query: {} })).items.map(({ id }) => id);
    await sweepConversations(server.db);
    expect(await idsNow()).toEqual(expect.arrayContaining([old.conversationId, recent.conversationId]));
    const admin = greta.client;
    const { hasKey: _hasKey, ...settings } = await admin.call(routes.getModelSettings, {});
    await admin.call(routes.setModelSettings, { body: { ...settings, historyDays: 30 } });
    expect((await ana!.client.call(routes.getModelState, {})).historyDays).toBe(30);
    await sweepConversations(server.db);
    expect(await idsNow()).toContain(recent.conversationId);
    expect(await idsNow()).not.toContain(old.conversationId);
    for (const historyDays of [0, 3651, 1.5])
      expect(
        await codeOf(admin.refused(routes.setModelSettings, { body: { ...settings, historyDays } })),
      ).toBe("invalid_request");
  });

  test("refuse an empty question and one that is too long", async () => {
    for (const question of ["   ", "x".repeat(1001)])
      expect(
        await codeOf(
          ana!.client.refused(routes.askQuestion, { ...inside(uuidv7()), body: newTurn(question) }),
        ),
      ).toBe("invalid_request");
  });
});

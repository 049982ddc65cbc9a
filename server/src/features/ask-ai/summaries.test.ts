import { askAiRoutes as routes } from "@atoll/contract/ask-ai/routes";
import type { AskSummary } from "@atoll/contract/ask-ai/schemas";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAnnouncer } from "../../../test/announcers.ts";
import { openAnswer, setUpModel } from "../../../test/ask-ai.ts";
import { createChannel } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { startModelServer, type TestModelServer } from "../../../test/model-server.ts";
import { createWorkers, type Worker } from "../../../test/tasks.ts";

const server = sharedServer();
let model: TestModelServer;
let [ana, ben, eve]: Worker[] = [];
let dock: { id: string };

beforeAll(async () => {
  model = await startModelServer();
  model.answer = () => "The crane is moved [1]. Ben asks who pays [2].";
  [ana, ben, eve] = (await createWorkers(server, { "Ana Reef": {}, "Ben Sand": {}, "Eve Far": {} })) as [
    Worker,
    Worker,
    Worker,
  ];
  dock = await createChannel(server.db, { name: "dock", members: [ana.user, ben.user] });
  const admin = (await createAnnouncer(server, "Greta Holm", { roles: ["admin"] })).client;
  await setUpModel(admin, model);
});
afterAll(() => model.close());

async function post(who: Worker, content: string, parentId?: string) {
  const body = { id: uuidv7(), content, ...(parentId ? { parentId } : {}) };
  const params = { channelId: dock.id };
  return (await who.client.call(chatRoutes.postMessage, { params, body })).message;
}
const asking = (summary: AskSummary) => ({
  params: { conversationId: uuidv7() },
  body: { id: uuidv7(), question: "What did I miss?", summary },
});
async function ask(who: Worker, summary: AskSummary) {
  const input = asking(summary);
  const { turn } = await who.client.call(routes.askQuestion, input);
  return { conversationId: input.params.conversationId, turn };
}
const textsOf = ({ turn }: Awaited<ReturnType<typeof ask>>) => turn.passages.map(({ text }) => text.text);

test("summarises the unread messages of a channel, newest first", async () => {
  for (let number = 1; number <= 4; number += 1) await post(ben!, `Before ${number}`);
  await ana!.client.call(chatRoutes.markRead, {
    params: { channelId: dock.id },
    body: { seq: (await post(ben!, "Read up to here")).seq },
  });
  const missed = ["Imke moves the crane", "Who pays for it?", "Kofi pays"];
  for (const content of missed) await post(ben!, content);
  const asked = await ask(ana!, { kind: "channel", id: dock.id });
  expect(textsOf(asked)).toEqual(missed.toReversed());
  expect(asked.turn).toMatchObject({ isWeak: false, summary: { kind: "channel", id: dock.id } });
  const { turn } = await (await openAnswer(server, ana!.session.accessToken, asked)).rest();
  expect(turn?.answer).toMatchObject({ state: "complete", usedCount: 3 });
  expect(model.asked.at(-1)?.system).toContain("what they missed");
  // Nothing new since: the latest are summarised.
  expect(textsOf(await ask(ben!, { kind: "channel", id: dock.id }))).toHaveLength(8);
});

test("a summary of a thread has its first message and its replies, without what was deleted", async () => {
  const parent = await post(ana!, "Shall we paint the crane?");
  await post(ben!, "Yes, blue", parent.id);
  const gone = await post(ben!, "No", parent.id);
  await ben!.client.call(chatRoutes.deleteMessage, { params: { messageId: gone.id } });
  expect(textsOf(await ask(ana!, { kind: "thread", id: parent.id }))).toEqual([
    "Yes, blue",
    "Shall we paint the crane?",
  ]);
  const refused = await eve!.client.refused(routes.askQuestion, asking({ kind: "thread", id: parent.id }));
  expect(refused.body.error.code).toBe("message_not_found");
});

test("refuses a summary to non-members, and hides it from people who leave", async () => {
  const refused = await eve!.client.refused(routes.askQuestion, asking({ kind: "channel", id: dock.id }));
  expect(refused.body.error.code).toBe("channel_not_found");
  const asked = await ask(ben!, { kind: "channel", id: dock.id });
  await (await openAnswer(server, ben!.session.accessToken, asked)).rest();
  await server.db
    .deleteFrom("channel_members")
    .where("channel_id", "=", dock.id)
    .where("user_id", "=", ben!.user.id)
    .execute();
  const { turns } = await ben!.client.call(routes.getConversation, {
    params: { conversationId: asked.conversationId },
  });
  expect(turns[0]).toMatchObject({ passages: [], answer: { text: "", isWithheld: true } });
});

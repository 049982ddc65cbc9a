import { chatRoutes } from "@atoll/contract/chat/routes";
import { messageMaxLength } from "@atoll/contract/chat/schemas";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Chatter, codeOf, createChatters } from "../../../../test/chatter.ts";
import { createChannel } from "../../../../test/factories.ts";
import { startTestServer, type TestServer } from "../../../../test/harness.ts";

let server: TestServer;
let [ana, ben, otis]: Chatter[] = [];
let channelId: string;

beforeAll(async () => {
  server = await startTestServer();
  [ana, ben, otis] = await createChatters(server, ["Ana", "Ben", "Otis"]);
});
beforeEach(async () => {
  ({ id: channelId } = await createChannel(server.db, { type: "PUBLIC", members: [ana!, ben!] }));
});
afterAll(() => server.close());

test("a draft is one's own, for each place one, and known on every device", async () => {
  const root = await ben!.post(channelId, "Root");
  const [phone, toBen] = [await server.connect(ana!), await server.connect(ben!)];
  await keep(ana!, "I was about to sa");
  await keep(ana!, "In the thread", root.id);
  await keep(ana!, "I was about to say  ");
  const drafts = await ana!.drafts();
  expect(drafts.map(({ parentId, content }) => [parentId, content])).toEqual([
    [null, "I was about to say  "],
    [root.id, "In the thread"],
  ]);
  await phone.next("draft.changed");
  await phone.next("draft.changed");
  expect((await phone.next("draft.changed")).draft).toEqual(drafts[0]);
  expect(await ben!.drafts()).toEqual([]);
  // That the channel has members may still be told.
  expect(toBen.received.filter(({ name }) => name !== "channel.counted")).toEqual([]);
});

test("an empty one is thrown away and told of once; the same again is not told of", async () => {
  const phone = await server.connect(ana!);
  await keep(ana!, "Hm");
  await keep(ana!, "Hm");
  await keep(ana!, "");
  await keep(ana!, "");
  await keep(ana!, "The end");
  const told: [string, string][] = [];
  for (let index = 0; index < 3; index += 1) {
    const { draft } = await phone.next("draft.changed");
    told.push([draft.content, draft.updatedAt]);
  }
  expect(told.map(([content]) => content)).toEqual(["Hm", "", "The end"]);
  expect(told.map(([, at]) => at)).toEqual(told.map(([, at]) => at).toSorted());
});

test("of two that are written at once one is kept", async () => {
  const texts = Array.from({ length: 8 }, (_, index) => `Version ${index}`);
  await Promise.all(texts.map((text) => keep(ana!, text)));
  const drafts = (await ana!.drafts()).filter((draft) => draft.channelId === channelId);
  expect(drafts).toHaveLength(1);
  expect(texts).toContain(drafts[0]?.content);
});

test("leaving the channel throws them away", async () => {
  await keep(ana!, "Not for long");
  await ana!.leave(channelId);
  await ana!.join(channelId);
  expect((await ana!.drafts()).filter((draft) => draft.channelId === channelId)).toEqual([]);
});

test("is refused elsewhere, in a thread of another channel, too long, and without a session", async () => {
  const refused = (who: Chatter, body: { channelId: string; parentId?: string; content: string }) =>
    codeOf(who.client.refused(chatRoutes.saveDraft, { body }));
  const { id: other } = await createChannel(server.db, { members: [ana!] });
  const foreign = await ana!.post(other, "Elsewhere");
  expect(await refused(otis!, { channelId, content: "x" })).toBe("channel_not_found");
  expect(await refused(ana!, { channelId, parentId: foreign.id, content: "x" })).toBe("message_not_found");
  expect(await refused(ana!, { channelId, parentId: uuidv7(), content: "x" })).toBe("message_not_found");
  expect(await refused(ana!, { channelId, content: "x".repeat(messageMaxLength + 1) })).toBe(
    "invalid_request",
  );
  expect(await refused(ana!, { channelId, content: "a\u0000b" })).toBe("invalid_request");
  const body = { channelId, content: "x" };
  expect((await server.anyone.refused(chatRoutes.saveDraft, { body })).status).toBe(401);
  expect((await server.anyone.refused(chatRoutes.listDrafts, {})).status).toBe(401);
});

function keep(who: Chatter, content: string, parentId: string | null = null) {
  return who.client.call(chatRoutes.saveDraft, { body: { channelId, parentId, content } });
}

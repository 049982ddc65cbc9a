import { chatRoutes } from "@atoll/contract/chat/routes";
import type { Change, Message } from "@atoll/contract/chat/schemas";
import fc from "fast-check";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Chatter, createChatters } from "../../../../test/chatter.ts";
import { createChannel } from "../../../../test/factories.ts";
import { startTestNodes, type TestNodes, type TestServer } from "../../../../test/harness.ts";
import {
  calls,
  createReferenceBrowser,
  type Held,
  type ReferenceBrowser,
} from "../../../../test/reference-browser.ts";

// Several people on two nodes concurrently do whatever is possible in a channel, and lose their connections. At the
// end, every browser has the same state as a refetch and as every other browser, with the right counts.

const runs = Number(process.env.ATOLL_STREAM_RUNS ?? 12);
/** Others take over after so many, since all runs together are faster than a person may be. */
const runsOfPeople = 10;
/** This browser is never disconnected, and always in the channel. */
const observer = 0;

const act = fc.constantFrom(
  ...([
    "post",
    "post",
    "post",
    "call",
    "name",
    "reply",
    "reply",
    "edit",
    "edit",
    "delete",
    "delete",
  ] as const),
  ...([
    "react",
    "unreact",
    "pin",
    "unpin",
    "leave",
    "join",
    "join",
    "read",
    "unread",
    "cut",
    "connect",
  ] as const),
);
const step = fc.record({
  act,
  who: fc.nat({ max: 4 }),
  /** Index of the message to act on. */
  at: fc.nat({ max: 1000 }),
  /** Sent again with the same ID, as after a lost response. */
  isRepeated: fc.boolean(),
  pauseMs: fc.constantFrom(0, 0, 0, 1, 3),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

let nodes: TestNodes;
let server: TestServer;
let people: Chatter[];
/** Ana and Ben are on the first node, Cleo and Dov on the other. */
const nodeOf = (index: number) => nodes[index < 2 ? 0 : 1];

beforeAll(async () => {
  nodes = await startTestNodes();
  [server] = nodes;
});
afterAll(() => nodes.close());

test(
  `every browser ends with the state of a refetch, in ${runs} runs of random acts and disconnects`,
  async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 45 }), async (steps) => {
        if (run++ % runsOfPeople === 0) await replacePeople();
        const { id: channelId } = await createChannel(server.db, { type: "PUBLIC", members: people });
        // Ben has two browsers, one on each node: his acts and reads on one also apply to the other.
        const browsers = [...people, people[1]!].map((who, index) =>
          createReferenceBrowser(nodeOf(index).url, who),
        );
        await Promise.all(browsers.map((browser) => browser.connect()));
        await Promise.all(browsers.map((browser) => browser.settled()));
        try {
          await play(channelId, browsers, steps);
          await Promise.all(browsers.map((browser) => check(channelId, browser)));
          const states = browsers.flatMap((browser) => browser.held.get(channelId) ?? []);
          for (const state of states) expect(byId(state)).toEqual(byId(states[0]!));
          const heard = browsers[observer]!.heard(channelId);
          expect(heard.toSorted((a, b) => a - b)).toEqual(heard.map((_seq, index) => index + 1));
          expect(heard).toHaveLength(browsers[observer]!.held.get(channelId)!.seq);
        } finally {
          for (const browser of browsers) browser.cut();
        }
      }),
      // Failures depend on timing, so a smaller case would not reproduce them.
      { numRuns: runs, endOnFailure: true },
    );
  },
  60_000 + runs * 5_000,
);

async function replacePeople(): Promise<void> {
  people = [
    ...(await createChatters(nodes[0], ["Ana", "Ben"])),
    ...(await createChatters(nodes[1], ["Cleo", "Dov"])),
  ];
}

/** Runs the steps of several people concurrently, each person's in order. */
async function play(channelId: string, browsers: ReferenceBrowser[], steps: Step[]): Promise<void> {
  await Promise.all(
    browsers.map(async (browser, index) => {
      for (const one of steps.filter(({ who }) => who === index)) {
        if (one.pauseMs) await new Promise((resolve) => setTimeout(resolve, one.pauseMs));
        const isStaying = index === observer && ["leave", "cut", "connect"].includes(one.act);
        if (!isStaying) await perform(channelId, browser, one);
      }
      if (index !== observer) await browser.connect();
    }),
  );
}

async function perform(channelId: string, browser: ReferenceBrowser, { act, at, isRepeated }: Step) {
  const { who } = browser;
  const messages = [...(browser.held.get(channelId)?.messages.values() ?? [])].filter(isLive);
  const pick = (from: Message[]) => from[at % Math.max(1, from.length)];
  const any = pick(messages);
  const own = pick(messages.filter(({ author }) => author.id === who.id));
  const root = pick(messages.filter(({ parentId }) => !parentId));
  const other = people[at % people.length]!;
  const naming = { content: `Text ${at}, @${other.name}`, mentionIds: [other.id] };
  const send = async (method: string, path: string, body?: unknown) => {
    const times = isRepeated ? [1, 2] : [1];
    const answers = await Promise.all(times.map(() => who.client.send(method, path, { body })));
    // Refusals are expected: somebody else may have been first.
    for (const { status } of answers) expect([200, 201, 204, 403, 404, 409]).toContain(status);
  };
  const post = (body: object) =>
    send("POST", `/api/channels/${channelId}/messages`, { id: uuidv7(), content: `Text ${at}`, ...body });

  if (act === "cut") browser.cut();
  if (act === "connect") await browser.connect();
  if (act === "post") await post({});
  if (act === "call") await post({ content: `Text ${at} for @channel` });
  if (act === "name") await post(naming);
  if (act === "reply" && root) await post({ ...(at % 2 ? naming : {}), parentId: root.id });
  if (act === "edit" && own)
    await send("PATCH", `/api/messages/${own.id}`, at % 2 ? naming : { content: `Other text ${at}` });
  if (act === "delete" && own) await send("DELETE", `/api/messages/${own.id}`);
  if (act === "react" && any) await send("PUT", `/api/messages/${any.id}/reactions/${at % 2 ? "👍" : "🎉"}`);
  if (act === "unreact" && any) await send("DELETE", `/api/messages/${any.id}/reactions/👍`);
  if (act === "pin" && any) await send("PUT", `/api/messages/${any.id}/pin`);
  if (act === "unpin" && any) await send("DELETE", `/api/messages/${any.id}/pin`);
  if (act === "leave") await send("DELETE", `/api/channels/${channelId}/membership`);
  if (act === "join") await send("PUT", `/api/channels/${channelId}/membership`);
  if (act === "read" && any) await send("PUT", `/api/channels/${channelId}/read`, { seq: any.changedSeq });
  if (act === "unread" && any) await send("PUT", `/api/channels/${channelId}/unread`, { seq: any.seq });
}

/** Compares a browser's state with the server's, and both with the counts of the messages. */
async function check(channelId: string, browser: ReferenceBrowser): Promise<void> {
  const { who } = browser;
  const settled = async () => {
    await browser.settled();
    const head = await who.head(channelId);
    const held = browser.held.get(channelId);
    return head && held
      ? [held.seq === head.head, held.lastReadSeq === head.lastReadSeq, held.unread === head.unread]
      : [head === held];
  };
  await expect.poll(settled).not.toContain(false);
  const held = browser.held.get(channelId);
  if (!held) return;

  const changes: Change[] = [];
  for (let since = 0; ; ) {
    const page = await who.changes(channelId, since);
    changes.push(...page.changes);
    since = page.changes.at(-1)?.changedSeq ?? 0;
    if (!page.hasMore) break;
  }
  expect(changes.map(({ changedSeq }) => changedSeq)).toEqual(
    changes.map(({ changedSeq }) => changedSeq).toSorted((a, b) => a - b),
  );
  expect(byId({ messages: new Map(changes.map((change) => [change.id, change])) })).toEqual(byId(held));

  const present = byId(held).filter((message) => !message.deleted);
  const roots = present.filter(({ parentId }) => !parentId);
  expect((await who.page(channelId, { limit: 100 })).messages).toEqual(roots);
  for (const root of roots) {
    const replies = present.filter(({ parentId }) => parentId === root.id);
    expect(root.thread?.replyCount ?? 0).toBe(replies.length);
    const faces = [...new Set(replies.toReversed().map(({ author }) => author.id))].slice(0, 3);
    expect(root.thread?.repliers.map(({ id }) => id) ?? []).toEqual(faces);
    if (replies.length > 0) expect((await who.replies(root.id)).messages).toEqual(replies);
  }
  const pinned = present.filter(({ pinnedAt }) => pinnedAt);
  expect((await who.pins(channelId)).map(({ id }) => id).toSorted()).toEqual(
    pinned.map(({ id }) => id).toSorted(),
  );

  const unread = roots.filter(
    ({ seq, author, removed }) => seq > held.lastReadSeq && author.id !== who.id && !removed,
  );
  const counted = {
    unread: unread.length,
    unreadMentions: unread.filter((one) => calls(one, who.id)).length,
  };
  expect(held).toMatchObject(counted);
  const channel = await who.channel(channelId);
  expect(channel).toMatchObject({ ...counted, lastReadSeq: held.lastReadSeq, head: held.seq });
  const last = roots.findLast(({ removed }) => !removed);
  expect(channel.lastMessage?.id).toBe(last?.id);
  const { items: threads } = await who.client.call(chatRoutes.listThreads, { query: { limit: 50 } });
  for (const { message, unread: count } of threads.filter((one) => one.channel.id === channelId)) {
    const { lastReadSeq, messages } = await who.replies(message.id);
    expect(count).toBe(
      messages.filter(({ seq, author }) => seq > lastReadSeq && author.id !== who.id).length,
    );
  }
}

function byId({ messages }: Pick<Held, "messages">): Change[] {
  return [...messages.values()].toSorted((a, b) => a.seq - b.seq);
}

function isLive(message: Change): message is Message {
  return !message.deleted && !message.removed;
}

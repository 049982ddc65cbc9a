// @vitest-environment jsdom
import { chatRoutes } from "@atoll/contract/chat/routes";
import type { Channel, Message } from "@atoll/contract/chat/schemas";
import fc from "fast-check";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Device, startDevice } from "../../../../test/chat/device.ts";
import { type RealPerson, type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { adopt, clearSession } from "../../../lib/session/session-store.ts";
import { visibleMessages } from "../stream/stream.ts";

// The browser's real code on two devices of one person, at the real server, while others do whatever can be done.
// Connections are cut, requests get lost, and so do answers to what was done. At the end both devices show the same
// messages in the same order and the same counts, and both are those of a fresh fetch.

const runs = Number(process.env.ATOLL_DEVICE_RUNS ?? 3);
let server: RealServer;
let [ana, ben, cleo]: RealPerson[] = [];

beforeAll(async () => {
  server = await startRealServer(["Ana", "Ben", "Cleo"]);
  [ana, ben, cleo] = server.people;
});
afterAll(async () => {
  clearSession("never-in");
  vi.unstubAllGlobals();
  await server.close();
});

const own = [
  "send",
  "send",
  "edit",
  "delete",
  "read",
  "read thread",
  "mark unread",
  "cut",
  "lose requests",
  "lose answers",
] as const;
const others = [
  "post",
  "post",
  "call",
  "reply",
  "call in a thread",
  "edit any",
  "delete any",
  "react",
  "pin",
  "take out",
] as const;
const step = fc.record({
  act: fc.constantFrom(...own, ...others, ...others),
  at: fc.nat(1000),
  device: fc.nat(1),
  pauseMs: fc.constantFrom(0, 0, 5, 30),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

it(
  `both devices end with what a fresh fetch gives, in ${runs} runs of random acts, cuts and losses`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 40 }), async (steps) => {
        vi.stubGlobal("location", new URL(server.url));
        localStorage.clear();
        adopt(ana!.session, ana!.user);
        const losses = stubFetch();
        const { channel } = await ben!.call(chatRoutes.createChannel, {
          body: { name: `Channel ${uuidv7()}`, memberIds: [ana!.id, cleo!.id] },
        });
        const devices = await Promise.all([1, 2].map(() => startDevice(server.url, ana!)));
        await Promise.all(devices.map((device) => device.look(channel.id)));
        const sent: string[] = [];
        try {
          for (const one of steps) await perform(channel.id, devices, one, losses, sent);
          losses.stop();
          await check(channel.id, devices, sent);
        } finally {
          losses.stop();
          for (const device of devices) device.end();
        }
      }),
      { numRuns: runs, endOnFailure: true },
    );
  },
  runs * 60_000,
);

interface Losses {
  next: "request" | "answer" | null;
  stop(): void;
}

/** The next request of the browser's code may not arrive, or its answer may not. */
function stubFetch(): Losses {
  const { fetch } = globalThis;
  const losses: Losses = {
    next: null,
    stop: () => vi.stubGlobal("fetch", fetch),
  };
  vi.stubGlobal("fetch", async (...call: Parameters<typeof fetch>) => {
    const loss = losses.next;
    losses.next = null;
    if (loss === "request") throw new TypeError("lost on the way");
    const answer = await fetch(...call);
    if (loss === "answer") throw new TypeError("lost on the way back");
    return answer;
  });
  return losses;
}

async function perform(
  channelId: string,
  devices: Device[],
  one: Step,
  losses: Losses,
  sent: string[],
): Promise<void> {
  const { act, at } = one;
  const { session, realtime } = devices[one.device]!;
  const other = at % 2 === 0 ? ben! : cleo!;
  const there = (await ben!.call(chatRoutes.listMessages, { params: { channelId }, query: {} })).messages;
  const pick = (from: readonly Message[]) => from[at % Math.max(1, from.length)];
  const any = pick(there);
  const mine = pick(there.filter(({ author, removed }) => author.id === ana!.id && !removed));
  const theirs = pick(there.filter(({ author, removed }) => author.id === other.id && !removed));
  const of = (message: Message) => ({ params: { messageId: message.id } });
  const post = (content: string, more: object = {}) =>
    other.status(chatRoutes.postMessage, { params: { channelId }, body: { id: uuidv7(), content, ...more } });
  // An action on a device may fail as it does for a person. Only the final state matters.
  const quietly = (work: Promise<unknown>) => void work.catch(() => undefined);

  if (act === "send") {
    sent.push(`Sent ${sent.length}`);
    session.send(channelId, sent.at(-1) ?? "");
  }
  if (act === "edit" && mine) quietly(session.edit(mine, `${mine.content}!`));
  if (act === "delete" && mine && at % 3 === 0) quietly(session.remove(mine));
  if (act === "read") session.markRead(channelId);
  if (act === "mark unread" && any)
    quietly(session.markUnread(any).finally(() => session.reading.release(channelId)));
  if (act === "lose requests") losses.next = "request";
  if (act === "lose answers") losses.next = "answer";
  if (act === "cut") {
    realtime.close();
    realtime.open();
  }
  if (act === "post") await post(`Text ${at}`);
  if (act === "call")
    await post(at % 3 ? "For @Ana" : "For @channel", at % 3 ? { mentionIds: [ana!.id] } : {});
  if (act === "reply" && any) await post("An answer", { parentId: any.id });
  if (act === "call in a thread" && any)
    await post("And you, @Ana?", { parentId: any.id, mentionIds: [ana!.id] });
  if (act === "read thread" && any)
    await ana!.status(chatRoutes.markThreadRead, { ...of(any), body: { seq: 10_000 } });
  if (act === "edit any" && theirs)
    await other.status(chatRoutes.editMessage, { ...of(theirs), body: { content: `Other text ${at}` } });
  if (act === "delete any" && theirs) await other.status(chatRoutes.deleteMessage, of(theirs));
  if (act === "react" && any)
    await other.status(chatRoutes.addReaction, { params: { messageId: any.id, emoji: "👍" } });
  if (act === "pin" && any) await other.status(chatRoutes.pinMessage, of(any));
  if (act === "take out" && at % 5 === 0) {
    const place = { params: { channelId, personId: cleo!.id } };
    await ben!.status(chatRoutes.removeMember, place);
    await ben!.status(chatRoutes.addMember, place);
  }
  if (one.pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, one.pauseMs));
}

/** Returns the fields a list shows and counts. The server sets the time that orders it in both. */
const asShown = (channels: readonly Channel[] | undefined) =>
  channels?.map(({ lastMessage, lastActivity: _, peers: _peers, ...shown }) => ({
    ...shown,
    last: lastMessage?.id,
  }));

async function check(channelId: string, devices: Device[], sent: string[]): Promise<void> {
  await vi.waitFor(
    async () => {
      for (const { session } of devices) expect(session.outbox.entries()).toEqual([]);
      const { channels } = await ana!.call(chatRoutes.listChannels, { query: {} });
      const { messages } = await ana!.call(chatRoutes.listMessages, {
        params: { channelId },
        query: { limit: 100 },
      });
      for (const { session } of devices) {
        const stream = session.streams.get(channelId);
        expect(stream && visibleMessages(stream)).toEqual(messages);
        expect(asShown(session.channels.get())).toEqual(asShown(channels));
      }
      // Each that was sent is there once, or was deleted since; in order.
      const places = messages
        .filter(({ author }) => author.id === ana!.id)
        .map(({ content }) => sent.indexOf(content.replace(/!*$/, "")))
        .filter((place) => place >= 0);
      expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b));
    },
    { interval: 200 },
  );
}

import { maxResumedChannels } from "@atoll/contract/chat/limits";
import { maxMissedChanges } from "@atoll/contract/chat/resume-command";
import { uuidv7 } from "uuidv7";
import { beforeEach, describe, expect, test } from "vitest";
import { type Chatter, createChatters } from "../../../../test/chatter.ts";
import { createChannel } from "../../../../test/factories.ts";
import { chattersForFile, sharedServer } from "../../../../test/for-file.ts";
import type { TestSocket } from "../../../../test/socket.ts";

const server = sharedServer();
const [ana, ben, cleo, dora] = chattersForFile(server, ["Ana", "Ben", "Cleo", "Dora"]);
let socket: TestSocket;

// The command has a rate limit for each person.
beforeEach(async () => {
  socket = await server.connect(ana!);
});

type Numbers = Record<string, number>;

async function resume(heads: Numbers = {}, held: Numbers = {}) {
  return socket.command("streams.resume", { positions: positionsOf(heads, held) });
}

function positionsOf(heads: Numbers, held: Numbers = {}) {
  const ids = Object.keys({ ...heads, ...held });
  return ids.map((channelId) => ({ channelId, head: heads[channelId] ?? 0, held: held[channelId] }));
}

async function resumeIn(channelId: string, known: Numbers, held: Numbers) {
  const { heads } = await resume(known, held);
  return heads.find((head) => head.channelId === channelId);
}

/** Creates a channel with an edited message, a reply, a deleted message and a mention. */
async function busyChannel(): Promise<string> {
  const { id } = await createChannel(server.db, { members: [ana!, ben!] });
  const first = await ben!.post(id, "first");
  await ben!.edit(first.id, "first, edited");
  await ana!.reply(first, "a reply");
  await ben!.reply(first, "another");
  const gone = await ben!.post(id, "gone soon");
  await ben!.remove(gone.id);
  await ben!.post(id, "@Ana look", { mentionIds: [ana!.id] });
  await ben!.post(id, "@channel look");
  await ana!.post(id, "one's own");
  return id;
}

describe("resuming", () => {
  test("returns the same heads and unread threads as a fetch, to everybody", async () => {
    await busyChannel();
    for (const who of [ana!, ben!, cleo!]) {
      const one = await server.connect(who);
      expect(await one.command("streams.resume", { positions: [] })).toEqual(await who.heads());
      one.close();
    }
  });

  test("returns the previews of channels with another head, the same as a fetched list", async () => {
    const id = await busyChannel();
    const quiet = await busyChannel();
    const [channel, other] = [await ana!.channel(id), await ana!.channel(quiet)];
    const { heads } = await resume({ [id]: channel.head - 1, [quiet]: other.head });
    const { lastActivity, lastMessage } = channel;
    expect(heads.find(({ channelId }) => channelId === id)?.preview).toEqual({ lastActivity, lastMessage });
    expect(heads.filter(({ preview }) => preview)).toHaveLength(1);
    expect((await resumeIn(id, { [id]: channel.head + 5 }, {}))?.preview).toEqual({
      lastActivity,
      lastMessage,
    });
  });

  test("returns all changes after any number, the same as a fetch of the changes", async () => {
    const id = await busyChannel();
    const { head } = await ana!.channel(id);
    for (let since = 0; since < head; since += 1) {
      const { changes } = await ana!.changes(id, since);
      expect((await resumeIn(id, {}, { [id]: since }))?.missed).toEqual(changes);
    }
    for (const since of [head, head + 3])
      expect((await resumeIn(id, {}, { [id]: since }))?.missed).toBeUndefined();
  });

  test("returns few changes, and leaves more to be fetched", async () => {
    const id = await fullChannel(dora!);
    await dora!.post(id, "one more");
    expect((await resumeIn(id, {}, { [id]: 0 }))?.missed).toBeUndefined();
    expect((await resumeIn(id, {}, { [id]: 1 }))?.missed).toHaveLength(maxMissedChanges);
    const busy = await Promise.all([ana!, ben!, cleo!, dora!, ana!].map((author) => fullChannel(author)));
    const { heads } = await resume({}, Object.fromEntries(busy.map((channelId) => [channelId, 0])));
    expect(heads.filter(({ missed }) => missed)).toHaveLength(4);
  });

  test("returns each of many concurrent browsers its own changes", async () => {
    const [both, bens] = [await busyChannel(), await createChannel(server.db, { members: [ben!] })];
    await ben!.post(bens.id, "to myself");
    const others = await Promise.all([ben!, cleo!, ana!, ben!].map((who) => server.connect(who)));
    const numbers = { [both]: 0, [bens.id]: 0 };
    const answers = await Promise.all(
      others.map((one) => one.command("streams.resume", { positions: positionsOf(numbers, numbers) })),
    );
    const told = answers.map(({ heads }) =>
      [both, bens.id].map((id) => heads.some(({ channelId, missed }) => channelId === id && missed)),
    );
    expect(told).toEqual([
      [true, true],
      [false, false],
      [true, false],
      [true, true],
    ]);
    for (const one of others) one.close();
  });

  test("returns nothing of a channel that the person has left", async () => {
    const id = await busyChannel();
    await ana!.leave(id);
    expect(await resumeIn(id, { [id]: 0 }, { [id]: 0 })).toBeUndefined();
  });

  test("refuses invalid positions, and too many", async () => {
    const many = Object.fromEntries(Array.from({ length: maxResumedChannels + 1 }, () => [uuidv7(), 1]));
    for (const payload of [
      { positions: positionsOf(many) },
      { positions: positionsOf({ [uuidv7()]: 0.5 }) },
      { positions: [{ channelId: uuidv7() }] },
      {},
    ])
      expect(await socket.refused("streams.resume", payload)).toBe("invalid_request");
    const most = Object.fromEntries(Object.entries(many).slice(1));
    expect((await resume(most, most)).heads.length).toBeGreaterThan(0);
  });

  test("counts as activity", async () => {
    const [eve] = await createChatters(server, ["Eve"]);
    const hers = await server.connect(eve!);
    await hers.command("streams.resume", { positions: [] });
    await expect
      .poll(async () =>
        server.db
          .selectFrom("accounts")
          .select("last_active_at")
          .where("id", "=", eve!.id)
          .executeTakeFirstOrThrow(),
      )
      .toEqual({ last_active_at: expect.any(Date) });
  });
});

async function fullChannel(author: Chatter): Promise<string> {
  const { id } = await createChannel(server.db, { members: [ana!, author].filter(isFirst) });
  for (let count = 0; count < maxMissedChanges; count += 1) await author.post(id, `message ${count}`);
  return id;
}

const isFirst = (one: unknown, at: number, all: readonly unknown[]) => all.indexOf(one) === at;

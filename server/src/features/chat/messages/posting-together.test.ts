import { chatRoutes } from "@atoll/contract/chat/routes";
import type { Message } from "@atoll/contract/chat/schemas";
import { beforeAll, expect, test } from "vitest";
import { type Chatter, createChatters } from "../../../../test/chatter.ts";
import { createChannel } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";

// Under load, one statement inserts several messages. This must have no visible effect.

const server = sharedServer();
let people: Chatter[];

beforeAll(async () => {
  people = await createChatters(
    server,
    Array.from({ length: 12 }, (_, index) => `Sender ${index}`),
  );
});

test("concurrent posts to many channels each get their response or refusal, in one order for all", async () => {
  const channels = await Promise.all(
    Array.from({ length: 5 }, () => createChannel(server.db, { members: people })),
  );
  const [archived, guarded, foreign] = [
    await createChannel(server.db, { members: people }),
    await createChannel(server.db, { members: people }),
    await createChannel(server.db, { members: [] }),
  ];
  await server.db
    .updateTable("channels")
    .set({ archived_at: new Date() })
    .where("id", "=", archived.id)
    .execute();
  await server.db
    .updateTable("channels")
    .set({ is_owners_only: true })
    .where("id", "=", guarded.id)
    .execute();
  const socket = await server.connect(people[0]!);
  const taken = await people[0]!.post(channels[0]!.id, "Has its id");

  const posts: Promise<Message>[] = [];
  const refusals: Promise<string>[] = [];
  for (const [number, person] of people.entries()) {
    for (const channel of channels) {
      for (const nth of [1, 2, 3]) posts.push(person.post(channel.id, `crate ${number} of load ${nth}`));
    }
    refusals.push(
      person.refusedPost(archived.id, "too late"),
      person.refusedPost(guarded.id, "no owner"),
      person.refusedPost(foreign.id, "no member"),
      person.refusedPost(channels[1]!.id, "another id", { id: taken.id }),
    );
  }
  const sent = await Promise.all(posts);
  expect(await Promise.all(refusals)).toEqual(
    people.flatMap(() => ["channel_archived", "owners_only", "channel_not_found", "message_id_taken"]),
  );

  const told = () =>
    socket.received.flatMap(({ name, payload }) => (name === "message.posted" ? [payload.message] : []));
  await expect.poll(() => told().length).toBe(sent.length + 1);
  for (const channel of channels) {
    const own = sent.filter(({ channelId }) => channelId === channel.id).toSorted((a, b) => a.seq - b.seq);
    const first = channel === channels[0] ? 2 : 1;
    expect(own.map(({ seq }) => seq)).toEqual(own.map((_, index) => index + first));
    expect(own.map(({ createdAt }) => createdAt)).toEqual(own.map(({ createdAt }) => createdAt).toSorted());
    const { messages, head } = await people[1]!.page(channel.id);
    expect(messages.filter(({ id }) => id !== taken.id)).toEqual(own);
    expect(head).toBe(own.at(-1)!.seq);
    const heard = told().filter(({ channelId, id }) => channelId === channel.id && id !== taken.id);
    expect(heard.toSorted((a, b) => a.seq - b.seq)).toEqual(own);
  }
  // Nobody has read the messages of the eleven others.
  expect((await people[1]!.head(channels[2]!.id))?.unread).toBe(33);
  for (const channel of [archived, guarded]) expect((await people[0]!.page(channel.id)).messages).toEqual([]);
});

test("concurrent posts with new words are found immediately", async () => {
  const channel = await createChannel(server.db, { members: people });
  const words = people.map((_, index) => `zeppelin${String.fromCharCode(97 + index)}`);
  // The same new words in opposite orders must not cause a deadlock.
  const sent = await Promise.all(
    people.map((person, index) =>
      person.post(channel.id, [words[index], ...(index % 2 ? words : words.toReversed())].join(" ")),
    ),
  );
  for (const word of words) {
    const { items: hits } = await people[0]!.client.call(chatRoutes.searchMessages, {
      query: { query: word },
    });
    expect(new Set(hits.map(({ message }) => message.id))).toEqual(new Set(sent.map(({ id }) => id)));
  }
});

test("a locked channel delays its own posts, and not those in other channels", async () => {
  const [held, free] = [
    await createChannel(server.db, { members: people }),
    await createChannel(server.db, { members: people }),
  ];
  const locked = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const holding = server.db.transaction().execute(async (tx) => {
    await tx.selectFrom("channels").select("id").where("id", "=", held.id).forUpdate().execute();
    locked.resolve();
    await end.promise;
  });
  await locked.promise;
  const answered: string[] = [];
  const waiting = people.map(async (person) => {
    const message = await person.post(held.id, "in a while");
    answered.push("held");
    return message;
  });
  await Promise.all(people.map((person) => person.post(free.id, "now")));
  expect(answered).toEqual([]);
  end.resolve();
  await holding;
  const seqs = (await Promise.all(waiting)).map(({ seq }) => seq);
  expect(seqs.toSorted((a, b) => a - b)).toEqual(people.map((_, index) => index + 1));
});

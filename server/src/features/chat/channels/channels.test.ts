import { chatRoutes } from "@atoll/contract/chat/routes";
import { peopleRoutes } from "@atoll/contract/people/routes";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { createChannel, createPerson } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import type { SignedIn } from "../../../../test/harness.ts";

const server = sharedServer();
let ana: SignedIn;
let ben: SignedIn;

beforeAll(async () => {
  ana = await server.signIn(await createPerson(server.db, { name: "Ana Reef" }));
  ben = await server.signIn(await createPerson(server.db, { name: "Ben 100%_Sand" }));
});

describe("the list of channels", () => {
  test("a person without channels joins general, which is created once, also concurrently", async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => createPerson(server.db)));
    const signedIn = await Promise.all(people.map((person) => server.signIn(person)));
    const lists = await Promise.all(
      signedIn.map(({ client }) => client.call(chatRoutes.listChannels, { query: {} })),
    );
    const ids = new Set(lists.map(({ channels }) => channels[0]?.id));
    expect(ids.size).toBe(1);
    const again = await signedIn[0]!.client.call(chatRoutes.listChannels, { query: {} });
    expect(again.channels).toHaveLength(1);
    expect(again.channels[0]).toMatchObject({
      name: "general",
      type: "PUBLIC",
      description: "General discussion",
      memberCount: 8,
      unread: 0,
    });
  });

  test("suggests general to a newcomer, or the oldest open channel that they are in", async () => {
    const newcomer = await server.signIn(await createPerson(server.db));
    const first = () => newcomer.client.call(chatRoutes.getFirstChannel, {});
    expect(await first()).toMatchObject({ channel: { name: "general" }, hasWritten: false });
    const members = [{ id: newcomer.user.id }];
    await createChannel(server.db, { type: "PRIVATE", members });
    const old = await createChannel(server.db, { type: "PUBLIC", members });
    await createChannel(server.db, { type: "PUBLIC", members });
    expect(await first()).toMatchObject({ channel: { id: old.id, name: old.name } });
    const { message } = await post(newcomer, old.id, "Hello");
    expect(await first()).toMatchObject({ hasWritten: true });
    await newcomer.client.call(chatRoutes.deleteMessage, { params: { messageId: message.id } });
    expect(await first()).toMatchObject({ hasWritten: false });
  });

  test("shows the last message that is not deleted, and sorts by activity", async () => {
    const members = [{ id: ana.user.id }, { id: ben.user.id }];
    const older = await createChannel(server.db, { members });
    const newer = await createChannel(server.db, { members });
    await post(ben, older.id, "Older talk");
    await post(ben, newer.id, "Stays");
    const { message } = await post(ben, newer.id, "Goes");
    await ben.client.call(chatRoutes.deleteMessage, { params: { messageId: message.id } });
    const { channels } = await ana.client.call(chatRoutes.listChannels, { query: {} });
    expect(channels.slice(0, 2).map(({ id, lastMessage }) => [id, lastMessage?.content])).toEqual([
      [newer.id, "Stays"],
      [older.id, "Older talk"],
    ]);
  });
});

describe("direct chats", () => {
  test("are one for each pair, shown to the other person with the first message", async () => {
    const [here, there] = [await server.connect(ana), await server.connect(ben)];
    const [one, two] = await Promise.all([
      ana.client.call(chatRoutes.openDirectChannel, { params: { personId: ben.user.id } }),
      ana.client.call(chatRoutes.openDirectChannel, { params: { personId: ben.user.id } }),
    ]);
    expect(one.channel.id).toBe(two.channel.id);
    expect(one.channel).toMatchObject({
      type: "DIRECT",
      memberCount: 2,
      peers: [{ id: ben.user.id, name: "Ben 100%_Sand" }],
      canPost: true,
      canManage: false,
    });
    expect(one.channel.name).toBe(`DM-${[ana.user.id, ben.user.id].sort().join("-")}`);
    expect((await here.next("channel.added")).channel.id).toBe(one.channel.id);
    expect(await channelIds(ben)).not.toContain(one.channel.id);
    expect(await unread(ben, one.channel.id)).toBeUndefined();
    await post(ana, one.channel.id, "Hello Ben");
    expect((await there.next("message.posted")).channelId).toBe(one.channel.id);
    expect(await channelIds(ben)).toContain(one.channel.id);
    const back = await ben.client.call(chatRoutes.openDirectChannel, { params: { personId: ana.user.id } });
    expect(back.channel).toMatchObject({ id: one.channel.id, peers: [{ id: ana.user.id }], unread: 1 });
  });

  test("are refused with oneself, a stranger or a disabled account", async () => {
    const gone = await createPerson(server.db);
    await server.db
      .updateTable("accounts")
      .set({ disabled_at: new Date() })
      .where("id", "=", gone.id)
      .execute();
    for (const personId of [ana.user.id, uuidv7(), gone.id]) {
      const answer = await ana.client.refused(chatRoutes.openDirectChannel, { params: { personId } });
      expect([answer.status, answer.body.error.code]).toEqual([404, "person_not_found"]);
    }
    expect(
      (await server.anyone.refused(chatRoutes.openDirectChannel, { params: { personId: ana.user.id } }))
        .status,
    ).toBe(401);
  });
});

describe("direct chats of several", () => {
  test("are one for the same people in any order, also concurrently, and with two people are their direct chat", async () => {
    const carl = await server.signIn(await createPerson(server.db, { name: "Carl" }));
    const [a, b, c] = [ana.user.id, ben.user.id, carl.user.id];
    const open = (who: SignedIn, personIds: string[]) =>
      who.client.call(chatRoutes.openGroupChannel, { body: { personIds } });
    const opened = await Promise.all([
      open(ana, [b, c]),
      open(ana, [c, b]),
      open(ben, [a, c]),
      open(carl, [b, a]),
      open(carl, [c, b, a, a]),
    ]);
    expect(new Set(opened.map(({ channel }) => channel.id)).size).toBe(1);
    expect(opened[0]!.channel).toMatchObject({ type: "DIRECT", memberCount: 3 });
    expect(opened[0]!.channel.peers.map(({ name }) => name)).toEqual(["Ben 100%_Sand", "Carl"]);
    const pair = await ana.client.call(chatRoutes.openDirectChannel, { params: { personId: b } });
    expect((await open(ben, [a, b])).channel.id).toBe(pair.channel.id);
  });

  test("are refused with people who do not exist, with nobody, and with too many", async () => {
    const refused = (personIds: string[]) =>
      ana.client.refused(chatRoutes.openGroupChannel, { body: { personIds } });
    const gone = await createPerson(server.db);
    await server.db.deleteFrom("accounts").where("id", "=", gone.id).execute();
    for (const ids of [
      [ben.user.id, uuidv7()],
      [ben.user.id, gone.id],
      [ana.user.id, ana.user.id],
    ]) {
      const { status, body } = await refused(ids);
      expect([status, body.error.code]).toEqual([404, "person_not_found"]);
    }
    expect((await refused([ben.user.id])).status).toBe(400);
    expect((await refused(Array.from({ length: 9 }, () => uuidv7()))).status).toBe(400);
    expect(
      (
        await server.anyone.refused(chatRoutes.openGroupChannel, {
          body: { personIds: [ben.user.id, gone.id] },
        })
      ).status,
    ).toBe(401);
  });

  test("can be written to as long as another member has not left the company", async () => {
    const [dora, emil] = [await createPerson(server.db), await createPerson(server.db)];
    const { channel } = await ana.client.call(chatRoutes.openGroupChannel, {
      body: { personIds: [dora.id, emil.id] },
    });
    await server.db.deleteFrom("accounts").where("id", "=", dora.id).execute();
    await post(ana, channel.id, "Dora has left");
    await server.db.deleteFrom("accounts").where("id", "=", emil.id).execute();
    const refused = await ana.client.refused(chatRoutes.postMessage, {
      params: { channelId: channel.id },
      body: { id: uuidv7(), content: "Hello?" },
    });
    expect(refused.body.error.code).toBe("person_left");
    const { channels } = await ana.client.call(chatRoutes.listChannels, { query: {} });
    expect(channels.find(({ id }) => id === channel.id)).toMatchObject({
      canPost: false,
      peers: [{ isFormer: true }, { isFormer: true }],
    });
  });
});

describe("unread", () => {
  test("counts messages of others after the mark without deleted ones, the same in heads and list", async () => {
    const { id } = await createChannel(server.db, { members: [{ id: ana.user.id }, { id: ben.user.id }] });
    for (const text of ["one", "two", "three"]) await post(ben, id, text);
    const { message: four } = await post(ben, id, "four");
    await post(ana, id, "my own does not count");
    expect(await unread(ana, id)).toBe(4);
    await ben.client.call(chatRoutes.deleteMessage, { params: { messageId: four.id } });
    expect(await unread(ana, id)).toBe(3);
    expect(await unread(ben, id)).toBe(1);
    const { channel } = await ana.client.call(chatRoutes.getChannel, { params: { channelId: id } });
    expect(channel.unread).toBe(3);
  });

  test("marking as read is broadcast to other devices, and never moves back or past the end", async () => {
    const { id } = await createChannel(server.db, { members: [{ id: ana.user.id }, { id: ben.user.id }] });
    const posted = [(await post(ben, id, "one")).message, (await post(ben, id, "two")).message];
    const otherDevice = await server.connect(ana);
    expect(await markRead(ana, id, posted[0]!.seq)).toMatchObject({
      lastReadSeq: 1,
      unread: 1,
      unreadMentions: 0,
    });
    expect(await otherDevice.next("channel.read")).toMatchObject({
      channelId: id,
      lastReadSeq: 1,
      unread: 1,
    });
    expect(await markRead(ana, id, 999)).toMatchObject({ lastReadSeq: 2, unread: 0, unreadMentions: 0 });
    expect(await markRead(ana, id, 1)).toMatchObject({ lastReadSeq: 2, unread: 0, unreadMentions: 0 });
    await post(ben, id, "three");
    expect(await unread(ana, id)).toBe(1);
  });

  test("refuses marks by a stranger, and invalid ones", async () => {
    const { id } = await createChannel(server.db, { members: [{ id: ben.user.id }] });
    expect(
      (await ana.client.refused(chatRoutes.markRead, { params: { channelId: id }, body: { seq: 1 } })).status,
    ).toBe(404);
    for (const seq of [0.5, 1.5, "many", null, 1e300]) {
      expect((await ben.client.send("PUT", `/api/channels/${id}/read`, { body: { seq } })).status).toBe(400);
    }
  });
});

test("members are listed by name, in pages", async () => {
  const people = await Promise.all(["Cleo", "Abel", "Dora"].map((name) => createPerson(server.db, { name })));
  const { id } = await createChannel(server.db, { members: people });
  const cleo = await server.signIn(people[0]!);
  const first = await cleo.client.call(chatRoutes.listMembers, {
    params: { channelId: id },
    query: { limit: 2 },
  });
  expect(first.items.map(({ name }) => name)).toEqual(["Abel", "Cleo"]);
  const second = await cleo.client.call(chatRoutes.listMembers, {
    params: { channelId: id },
    query: { cursor: first.nextCursor! },
  });
  expect([second.items.map(({ name }) => name), second.nextCursor]).toEqual([["Dora"], null]);
});

test("people are found by words of their name, without accents, and with a typo", async () => {
  const find = async (name: string) =>
    (await ana.client.call(peopleRoutes.searchPeople, { query: { name } })).people.map((one) => one.name);
  const names = ["Jürgen Müller", "Björk Guðmundsdóttir", "Chloé Okonkwo-Straße", "Amuller Quist"];
  await Promise.all(names.map((name) => createPerson(server.db, { name })));
  expect(await find("muller")).toEqual(["Jürgen Müller", "Amuller Quist"]);
  expect(await find("MÜLLER jür")).toEqual(["Jürgen Müller"]);
  expect(await find("bjork gud")).toEqual(["Björk Guðmundsdóttir"]);
  expect(await find("strasse chloe")).toEqual(["Chloé Okonkwo-Straße"]);
  expect(await find("ｏｋｏｎｋｗｏ")).toEqual(["Chloé Okonkwo-Straße"]);
  expect(await find("bjrok")).toEqual(["Björk Guðmundsdóttir"]);
  expect(await find("okonwo")).toEqual(["Chloé Okonkwo-Straße"]);
  expect(await find("jurgen muler")).toEqual(["Jürgen Müller"]);
  expect(await find("nobodyatall")).toEqual([]);
  const { id } = await createChannel(server.db, {
    name: "harbour-freight",
    type: "PUBLIC",
    members: [ana.user],
  });
  const { items } = await ben.client.call(chatRoutes.listDirectory, { query: { search: "freight hárbour" } });
  expect(items.map((channel) => channel.id)).toEqual([id]);
});

test("people are found by a part of their name, with wildcards taken literally", async () => {
  const find = async (name: string) =>
    (await ana.client.call(peopleRoutes.searchPeople, { query: { name, limit: 8 } })).people.map(
      (person) => person.name,
    );
  expect(await find("REEF")).toEqual(["Ana Reef"]);
  expect(await find("100%_s")).toEqual(["Ben 100%_Sand"]);
  expect(await find("%%%")).toEqual([]);
  expect((await server.anyone.refused(peopleRoutes.searchPeople, { query: {} })).status).toBe(401);
  expect((await ana.client.send("GET", "/api/people?limit=1000")).status).toBe(400);
});

function post(from: SignedIn, channelId: string, content: string) {
  return from.client.call(chatRoutes.postMessage, { params: { channelId }, body: { id: uuidv7(), content } });
}

function markRead(who: SignedIn, channelId: string, seq: number) {
  return who.client.call(chatRoutes.markRead, { params: { channelId }, body: { seq } });
}

async function unread(who: SignedIn, channelId: string) {
  const { heads } = await who.client.call(chatRoutes.listHeads, {});
  return heads.find((head) => head.channelId === channelId)?.unread;
}

async function channelIds(who: SignedIn) {
  return (await who.client.call(chatRoutes.listChannels, { query: {} })).channels.map(({ id }) => id);
}

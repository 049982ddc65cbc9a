import { chatRoutes } from "@atoll/contract/chat/routes";
import { uuidv7 } from "uuidv7";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Chatter, codeOf, createChatters, signInChatter } from "../../../../test/chatter.ts";
import { createPerson } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";

const server = sharedServer();
let [ana, ben, cleo, otis]: Chatter[] = [];
let admin: Chatter;

beforeAll(async () => {
  [ben, cleo, otis] = await createChatters(server, ["Ben", "Cleo", "Otis"]);
  admin = await signInChatter(server, await createPerson(server.db, { name: "Ada", roles: ["admin"] }));
});
// Creating channels has a rate limit for each person.
beforeEach(async () => {
  [ana] = await createChatters(server, ["Ana"]);
});

describe("creating a channel", () => {
  test("makes the creator its owner, adds the people, and notifies them", async () => {
    const [toBen, toOtis] = [await server.connect(ben!), await server.connect(otis!)];
    const channel = await ana!.create({
      name: "  Harbour  ",
      topic: "Ships",
      description: "Everything that floats",
      memberIds: [ben!.id, ben!.id, ana!.id],
    });
    expect(channel).toMatchObject({
      name: "Harbour",
      type: "PUBLIC",
      topic: "Ships",
      description: "Everything that floats",
      memberCount: 2,
      isOwner: true,
      canManage: true,
      canPost: true,
      archivedAt: null,
    });
    const { channel: added } = await toBen.next("channel.added");
    expect(added).toEqual(await ben!.channel(channel.id));
    expect(added).toMatchObject({ id: channel.id, isOwner: false, canManage: false, canPost: true });
    // Ben gets the first message, and Otis never does.
    await ana!.post(channel.id, "Welcome");
    await toBen.next("message.posted");
    expect(toOtis.received).toEqual([]);
  });

  test("takes a public name once, ignoring case, also concurrently; private channels may share one", async () => {
    const name = `Deck ${uuidv7()}`;
    const statuses = await Promise.all(
      [name, name.toUpperCase(), name.toLowerCase(), name].map(
        async (wanted) =>
          (await ana!.client.send("POST", "/api/channels", { body: { name: wanted } })).status,
      ),
    );
    expect(statuses.toSorted()).toEqual([201, 409, 409, 409]);
    const two = await Promise.all([1, 2].map(() => ana!.create({ name, type: "PRIVATE" })));
    expect(two.map((channel) => channel.name)).toEqual([name, name]);
    expect(await codeOf(ana!.client.refused(chatRoutes.createChannel, { body: { name } }))).toBe(
      "channel_name_taken",
    );
  });

  test("creates nothing if one of the people has left", async () => {
    const name = `Nobody ${uuidv7()}`;
    const gone = await createPerson(server.db);
    await server.db
      .updateTable("accounts")
      .set({ disabled_at: new Date() })
      .where("id", "=", gone.id)
      .execute();
    for (const memberIds of [[ben!.id, uuidv7()], [gone.id]]) {
      expect(await codeOf(ana!.client.refused(chatRoutes.createChannel, { body: { name, memberIds } }))).toBe(
        "person_not_found",
      );
    }
    await ana!.create({ name });
  });

  test.each([
    ["no name", { name: " " }],
    ["a name too long", { name: "x".repeat(81) }],
    ["a name that cannot be stored", { name: "a\u0000b" }],
    ["a topic that cannot be stored", { name: "Good", topic: "\u0000" }],
    ["a description too long", { name: "Good", description: "x".repeat(1001) }],
    ["a direct one", { name: "Good", type: "DIRECT" }],
    ["following nothing", { name: "Good", followsDepartment: "yes" }],
  ])("%s is refused", async (_name, body) => {
    expect((await ana!.client.send("POST", "/api/channels", { body })).status).toBe(400);
  });

  test("requires a session and the permission to chat", async () => {
    expect((await server.anyone.refused(chatRoutes.createChannel, { body: { name: "x" } })).status).toBe(401);
  });
});

describe("changing a channel", () => {
  test("is possible for its owners and for administrators in it, and is broadcast to its members", async () => {
    const { id } = await ana!.create({ name: `Plans ${uuidv7()}`, memberIds: [ben!.id, admin.id] });
    const toBen = await server.connect(ben!);
    const change = { topic: "The new pier", description: "From March on" };
    const params = { channelId: id };
    for (const who of [ana!, admin]) {
      const { channel } = await who.client.call(chatRoutes.updateChannel, { params, body: change });
      expect(channel).toMatchObject(change);
    }
    const { channelId, ...shared } = await toBen.next("channel.changed");
    expect(channelId).toBe(id);
    expect(await ben!.channel(id)).toMatchObject(shared);
    expect(await codeOf(ben!.client.refused(chatRoutes.updateChannel, { params, body: change }))).toBe(
      "forbidden",
    );
    expect(await codeOf(otis!.client.refused(chatRoutes.updateChannel, { params, body: change }))).toBe(
      "channel_not_found",
    );
    // An administrator who is not a member cannot manage it.
    const { id: secret } = await ana!.create({ name: "Secret", type: "PRIVATE" });
    expect(
      await codeOf(
        admin.client.refused(chatRoutes.updateChannel, { params: { channelId: secret }, body: change }),
      ),
    ).toBe("channel_not_found");
    expect((await server.anyone.refused(chatRoutes.updateChannel, { params, body: change })).status).toBe(
      401,
    );
    expect((await ana!.client.send("PATCH", `/api/channels/${id}`, { body: { name: "" } })).status).toBe(400);
  });

  test("keeps what another owner changed, and refuses a field that they changed since it was seen", async () => {
    const { id } = await ana!.create({ name: `Plans ${uuidv7()}`, topic: "Old", memberIds: [admin.id] });
    const params = { channelId: id };
    const save = (who: typeof admin, body: object) =>
      who.client.refused(chatRoutes.updateChannel, { params, body });
    await admin.client.call(chatRoutes.updateChannel, {
      params,
      body: { topic: "The new pier", seen: { topic: "Old" } },
    });
    const { channel } = await ana!.client.call(chatRoutes.updateChannel, {
      params,
      body: { description: "From March on", seen: { description: "" } },
    });
    expect(channel).toMatchObject({ topic: "The new pier", description: "From March on" });
    expect(await codeOf(save(ana! as never, { topic: "Mine", seen: { topic: "Old" } }))).toBe(
      "changed_meanwhile",
    );
    expect((await ana!.channel(id)).topic).toBe("The new pier");
  });

  test("refuses the name of another public channel, also of an archived one", async () => {
    const [one, two] = [`One ${uuidv7()}`, `Two ${uuidv7()}`];
    const first = await ana!.create({ name: one });
    const second = await ana!.create({ name: two });
    await archive(ana!, first.id);
    const params = { channelId: second.id };
    const rename = { params, body: { name: one.toUpperCase() } };
    expect(await codeOf(ana!.client.refused(chatRoutes.updateChannel, rename))).toBe("channel_name_taken");
    await unarchive(ana!, first.id);
    expect((await ana!.channel(first.id)).name).toBe(one);
    const { channel } = await ana!.client.call(chatRoutes.updateChannel, {
      params,
      body: { name: two.toUpperCase() },
    });
    expect(channel.name).toBe(two.toUpperCase());
  });

  test("is refused in a direct chat", async () => {
    const { id } = await ana!.openDirect(ben!.id);
    const params = { channelId: id };
    const member = { channelId: id, personId: ben!.id };
    for (const refused of [
      ana!.client.refused(chatRoutes.updateChannel, { params, body: { topic: "x" } }),
      ana!.client.refused(chatRoutes.archiveChannel, { params }),
      ana!.client.refused(chatRoutes.unarchiveChannel, { params }),
      ana!.client.refused(chatRoutes.leaveChannel, { params }),
      ana!.client.refused(chatRoutes.addMember, { params: { channelId: id, personId: cleo!.id } }),
      ana!.client.refused(chatRoutes.removeMember, { params: member }),
      ana!.client.refused(chatRoutes.addOwner, { params: member }),
      ana!.client.refused(chatRoutes.removeOwner, { params: member }),
    ])
      expect(await codeOf(refused)).toBe("direct_channel");
  });
});

describe("an archived channel", () => {
  test("can be read, left, searched and restored, but not written to", async () => {
    const { id } = await ana!.create({ name: `Old ${uuidv7()}`, memberIds: [ben!.id] });
    const message = await ben!.post(id, "Something to read");
    const toBen = await server.connect(ben!);
    expect((await archive(ana!, id)).archivedAt).not.toBeNull();
    expect((await toBen.next("channel.changed")).archivedAt).not.toBeNull();
    const head = (await ben!.page(id)).head;
    expect(await ben!.channel(id)).toMatchObject({ canPost: false });
    const params = { messageId: message.id };
    const reaction = { ...params, emoji: "👍" };
    for (const refused of [
      ben!.client.refused(chatRoutes.postMessage, {
        params: { channelId: id },
        body: { id: uuidv7(), content: "x" },
      }),
      ben!.client.refused(chatRoutes.postMessage, {
        params: { channelId: id },
        body: { id: uuidv7(), content: "x", parentId: message.id },
      }),
      ben!.client.refused(chatRoutes.editMessage, { params, body: { content: "Other words" } }),
      ben!.client.refused(chatRoutes.addReaction, { params: reaction }),
      ben!.client.refused(chatRoutes.removeReaction, { params: reaction }),
      ben!.client.refused(chatRoutes.pinMessage, { params }),
      ben!.client.refused(chatRoutes.unpinMessage, { params }),
      otis!.client.refused(chatRoutes.joinChannel, { params: { channelId: id } }),
      ben!.client.refused(chatRoutes.addMember, { params: { channelId: id, personId: otis!.id } }),
    ])
      expect(await codeOf(refused)).toBe("channel_archived");
    expect(await ben!.page(id)).toMatchObject({ messages: [message], head });
    expect((await ana!.head(id))?.unread).toBe(1);
    await ana!.markRead(id, head);
    // A repeated request still gets its response, and authors can still delete their messages.
    expect(await ben!.post(id, message.content, { id: message.id })).toEqual(message);
    await ben!.remove(message.id);
    expect((await unarchive(ana!, id)).archivedAt).toBeNull();
    await ben!.post(id, "Back again");
    expect(await codeOf(ben!.client.refused(chatRoutes.archiveChannel, { params: { channelId: id } }))).toBe(
      "forbidden",
    );
  });

  test("contains messages posted before it was archived, and none after", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await ana!.create({ name: `Race ${uuidv7()}`, memberIds: [ben!.id] });
      const posts = Array.from({ length: 6 }, (_, index) =>
        ben!.client.send("POST", `/api/channels/${id}/messages`, {
          body: { id: uuidv7(), content: `${index}` },
        }),
      );
      await archive(ana!, id);
      const head = (await ana!.page(id)).head;
      const done = (await Promise.all(posts)).filter(({ status }) => status === 201).length;
      expect([(await ana!.page(id)).head, done]).toEqual([head, head]);
    }
  });
});

describe("a channel where only owners write", () => {
  test("can be read and reacted to by all, and only owners write, reply and pin", async () => {
    const { id } = await ana!.create({
      name: `News ${uuidv7()}`,
      isOwnersOnly: true,
      memberIds: [ben!.id, admin.id],
    });
    const message = await ana!.post(id, "We have moved");
    expect(await ben!.channel(id)).toMatchObject({ isOwnersOnly: true, canPost: false });
    for (const who of [ben!, admin]) {
      expect(await who.refusedPost(id, "First!")).toBe("owners_only");
      expect(await who.refusedPost(id, "First!", { parentId: message.id })).toBe("owners_only");
      const params = { messageId: message.id };
      expect(await codeOf(who.client.refused(chatRoutes.pinMessage, { params }))).toBe("owners_only");
    }
    await ben!.react(message.id, "🎉");
    await ana!.pin(message.id);
    const toBen = await server.connect(ben!);
    await ana!.client.call(chatRoutes.addOwner, { params: { channelId: id, personId: ben!.id } });
    expect((await toBen.next("channel.updated")).channel).toMatchObject({ isOwner: true, canPost: true });
    const own = await ben!.post(id, "Me too");
    await ana!.client.call(chatRoutes.removeOwner, { params: { channelId: id, personId: ben!.id } });
    expect(await ben!.refusedPost(id, "Not any more")).toBe("owners_only");
    expect((await ben!.edit(own.id, "Me three")).content).toBe("Me three");
    const body = { isOwnersOnly: false };
    await ana!.client.call(chatRoutes.updateChannel, { params: { channelId: id }, body });
    await ben!.post(id, "Open to all");
  });
});

describe("stars and preferences", () => {
  test("are personal, and known on all devices", async () => {
    const { id } = await ana!.create({ name: `Mine ${uuidv7()}`, memberIds: [ben!.id] });
    const [phone, toBen] = [await server.connect(ana!), await server.connect(ben!)];
    const params = { channelId: id };
    await ana!.client.call(chatRoutes.starChannel, { params });
    await ana!.client.call(chatRoutes.starChannel, { params });
    expect((await phone.next("channel.updated")).channel).toEqual(await ana!.channel(id));
    expect(await ana!.channel(id)).toMatchObject({ isStarred: true, notify: "all", isMuted: false });
    const body = { notify: "mentions", isMuted: true } as const;
    const { channel } = await ana!.client.call(chatRoutes.setPreferences, { params, body });
    expect(channel).toMatchObject({ isStarred: true, ...body });
    expect((await phone.next("channel.updated")).channel).toEqual(channel);
    expect(await ben!.channel(id)).toMatchObject({ isStarred: false, notify: "all", isMuted: false });
    // Setting the same again is not broadcast: the next event is for the next change.
    await ana!.client.call(chatRoutes.setPreferences, { params, body });
    await ana!.client.call(chatRoutes.setPreferences, { params, body: {} });
    await ana!.client.call(chatRoutes.unstarChannel, { params });
    expect((await phone.next("channel.updated")).channel).toMatchObject({ isStarred: false });
    expect(toBen.received.filter(({ name }) => name === "channel.updated")).toEqual([]);
  });

  test("require membership and a session", async () => {
    const { id } = await ana!.create({ name: "Closed", type: "PRIVATE" });
    const params = { channelId: id };
    for (const refused of [
      ben!.client.refused(chatRoutes.starChannel, { params }),
      ben!.client.refused(chatRoutes.unstarChannel, { params }),
      ben!.client.refused(chatRoutes.setPreferences, { params, body: { isMuted: true } }),
    ])
      expect(await codeOf(refused)).toBe("channel_not_found");
    expect((await server.anyone.refused(chatRoutes.starChannel, { params })).status).toBe(401);
    expect((await server.anyone.refused(chatRoutes.setPreferences, { params, body: {} })).status).toBe(401);
    const rubbish = { notify: "sometimes" };
    expect(
      (await ana!.client.send("PATCH", `/api/channels/${id}/preferences`, { body: rubbish })).status,
    ).toBe(400);
  });
});

describe("the directory", () => {
  test("lists the public channels by name, in pages", async () => {
    const mark = uuidv7().slice(-8);
    const make = (name: string, more: { topic?: string; type?: "PRIVATE" } = {}) =>
      ana!.create({ name: `${name} ${mark}`, ...more });
    await make("beta");
    const alpha = await make("Alpha");
    await make("gamma 100%_", { topic: "Something with alphabets" });
    await make("Hidden", { type: "PRIVATE" });
    const old = await make("Old");
    await archive(ana!, old.id);
    await ben!.join(alpha.id);
    const find = async (search: string, page: { cursor?: string; limit?: number } = {}) =>
      ben!.client.call(chatRoutes.listDirectory, { query: { search, ...page } });
    const { items } = await find(mark.toUpperCase());
    expect(items.map(({ name, isMember, memberCount }) => [name, isMember, memberCount])).toEqual([
      [`Alpha ${mark}`, true, 2],
      [`beta ${mark}`, false, 1],
      [`gamma 100%_ ${mark}`, false, 1],
    ]);
    const first = await find(mark, { limit: 2 });
    const rest = await find(mark, { limit: 2, cursor: first.nextCursor! });
    expect([first.items.length, rest.items.length, rest.nextCursor]).toEqual([2, 1, null]);
    expect(rest.items[0]?.name).toBe(items[2]!.name);
    expect((await find(`100%_ ${mark}`)).items).toHaveLength(1);
    const byLink = async (channelId: string) =>
      (await ben!.client.call(chatRoutes.listDirectory, { query: { channelId } })).items.map(({ id }) => id);
    const hidden = await make("Hidden by its link", { type: "PRIVATE" });
    expect([await byLink(alpha.id), await byLink(hidden.id), await byLink(old.id)]).toEqual([
      [alpha.id],
      [],
      [],
    ]);
    expect((await find("with alphab")).items.length).toBeGreaterThan(0);
    expect((await ben!.client.send("GET", "/api/channels/directory?search=%00")).status).toBe(400);
    expect((await server.anyone.refused(chatRoutes.listDirectory, { query: {} })).status).toBe(401);
  });
});

test("a person without channels does not join an archived general", async () => {
  const { id } = (await otis!.channels()).find(({ name }) => name === "general")!;
  await server.db.updateTable("channels").set({ archived_at: new Date() }).where("id", "=", id).execute();
  const [late] = await createChatters(server, ["Late"]);
  expect(await late!.channels()).toEqual([]);
  await server.db.updateTable("channels").set({ archived_at: null }).where("id", "=", id).execute();
  expect((await late!.channels()).map((channel) => channel.id)).toEqual([id]);
});

async function archive(who: Chatter, channelId: string) {
  return (await who.client.call(chatRoutes.archiveChannel, { params: { channelId } })).channel;
}

async function unarchive(who: Chatter, channelId: string) {
  return (await who.client.call(chatRoutes.unarchiveChannel, { params: { channelId } })).channel;
}

import { administrationRoutes } from "@atoll/contract/administration/routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { draftRoutes } from "@atoll/contract/drafts/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { fullTest } from "../../../../../contract/test/full-check.ts";
import { type Chatter, codeOf, createChatters, signInChatter } from "../../../../test/chatter.ts";
import { createTestDatabase, type TestDatabase } from "../../../../test/database.ts";
import { createChannel, createPerson } from "../../../../test/factories.ts";
import { startTestServer, type TestServer } from "../../../../test/harness.ts";
import type { TestSocket } from "../../../../test/socket.ts";

/** Two servers with one database: a change on one takes effect on the other. */
let database: TestDatabase;
let here: TestServer;
let there: TestServer;
let bensOwnId: string;
let [ana, ben, cleo, otis]: Chatter[] = [];
let admin: Chatter;

beforeAll(async () => {
  database = await createTestDatabase();
  here = await startTestServer({ databaseUrl: database.url });
  there = await startTestServer({ databaseUrl: database.url });
  [ana, ben, cleo, otis] = await createChatters(here, ["Ana", "Ben", "Cleo", "Otis"]);
  bensOwnId = (await createChannel(here.db, { members: [ben!] })).id;
  admin = await signInChatter(here, await createPerson(here.db, { name: "Ada", roles: ["super_admin"] }));
});
afterAll(async () => {
  await Promise.all([here, there].map((server) => server?.close()));
  await database.drop();
});

describe("joining and leaving", () => {
  test("a member of a public channel gets its events from the response on, until they leave", async () => {
    const { id } = await ana!.create({ name: `Pier ${uuidv7()}` });
    const toBen = await here.connect(ben!);
    const toAna = await here.connect(ana!);
    await ana!.post(id, "Nobody is here");
    const channel = await ben!.join(id);
    expect(channel).toMatchObject({ id, memberCount: 2, unread: 0, isOwner: false });
    expect((await toBen.next("channel.added")).channel).toEqual(channel);
    await expect.poll(() => countOf(toAna, id)).toBe(2);
    await ana!.post(id, "Welcome");
    expect((await toBen.next("message.posted")).message.content).toBe("Welcome");
    expect(await ben!.join(id)).toMatchObject({ id, unread: 1 });
    await ben!.leave(id);
    expect(await toBen.next("channel.removed")).toEqual({ channelId: id });
    await expect.poll(() => countOf(toAna, id)).toBe(1);
    await ana!.post(id, "Gone");
    await toAna.next("message.posted");
    await fence(ben!, toBen);
    const heard = toBen.received.flatMap((event) =>
      event.name === "message.posted" && event.payload.channelId === id
        ? [event.payload.message.content]
        : [],
    );
    expect(heard).toEqual(["Welcome"]);
    expect(await codeOf(ben!.client.refused(chatRoutes.leaveChannel, { params: { channelId: id } }))).toBe(
      "channel_not_found",
    );
  });

  test("a member sees on all devices who added them, until they have opened the channel on one", async () => {
    const { id } = await ana!.create({ name: `Jetty ${uuidv7()}`, memberIds: [cleo!.id] });
    expect((await ana!.channel(id)).addedBy).toBeNull();
    expect((await cleo!.channel(id)).addedBy).toEqual({ id: ana!.id, name: "Ana" });
    const devices = [await here.connect(ben!), await there.connect(ben!)];
    await ana!.invite(id, ben!.id);
    for (const device of devices)
      expect((await device.next("channel.added")).channel).toMatchObject({
        id,
        addedBy: { id: ana!.id, name: "Ana" },
        unread: 0,
      });
    // The channel has no messages yet.
    await ben!.markRead(id, 0);
    for (const device of devices)
      expect((await device.next("channel.updated")).channel).toMatchObject({ id, addedBy: null });
    await ben!.markRead(id, 0);
    expect((await ben!.channel(id)).addedBy).toBeNull();
    await ben!.leave(id);
    expect((await ben!.join(id)).addedBy).toBeNull();
  });

  test("a private channel is joined only by invitation, and is not revealed to strangers", async () => {
    const { id } = await ana!.create({ name: "Quiet", type: "PRIVATE" });
    const params = { channelId: id };
    const missing = { channelId: uuidv7() };
    const [one, two] = [
      await ben!.client.refused(chatRoutes.joinChannel, { params }),
      await ben!.client.refused(chatRoutes.joinChannel, { params: missing }),
    ];
    expect({ ...one.body.error, requestId: "" }).toEqual({ ...two.body.error, requestId: "" });
    const invite = (who: Chatter, personId: string) =>
      codeOf(who.client.refused(chatRoutes.addMember, { params: { channelId: id, personId } }));
    expect(await invite(ben!, ben!.id)).toBe("channel_not_found");
    await ana!.invite(id, ben!.id);
    await ana!.invite(id, ben!.id);
    await ben!.invite(id, cleo!.id);
    expect(await invite(ana!, uuidv7())).toBe("person_not_found");
    const disabled = await createPerson(here.db);
    await here.db
      .updateTable("accounts")
      .set({ disabled_at: new Date() })
      .where("id", "=", disabled.id)
      .execute();
    expect(await invite(ana!, disabled.id)).toBe("person_not_found");
    expect((await cleo!.channel(id)).memberCount).toBe(3);
    expect((await ben!.join(id)).memberCount).toBe(3);
    const outside = { params: { channelId: id, personId: otis!.id } };
    expect((await here.anyone.refused(chatRoutes.addMember, outside)).status).toBe(401);
    expect((await here.anyone.refused(chatRoutes.joinChannel, { params })).status).toBe(401);
    expect((await here.anyone.refused(chatRoutes.leaveChannel, { params })).status).toBe(401);
  });

  test("owners and administrators in a channel remove members, whose messages stay", async () => {
    const { id } = await ana!.create({ name: "Small", type: "PRIVATE", memberIds: [ben!.id, cleo!.id] });
    const message = await ben!.post(id, "My words stay");
    await ben!.client.call(chatRoutes.starChannel, { params: { channelId: id } });
    const takeOut = (who: Chatter, personId: string) =>
      codeOf(who.client.refused(chatRoutes.removeMember, { params: { channelId: id, personId } }));
    expect(await takeOut(cleo!, ben!.id)).toBe("forbidden");
    expect(await takeOut(admin, ben!.id)).toBe("channel_not_found");
    await ana!.takeOut(id, ben!.id);
    await ana!.takeOut(id, ben!.id);
    await ana!.takeOut(id, uuidv7());
    expect(await codeOf(ben!.client.refused(chatRoutes.getChannel, { params: { channelId: id } }))).toBe(
      "channel_not_found",
    );
    expect(
      await codeOf(
        ben!.client.refused(chatRoutes.editMessage, {
          params: { messageId: message.id },
          body: { content: "Other words" },
        }),
      ),
    ).toBe("message_not_found");
    expect(await ben!.refusedPost(id, "My words stay", { id: message.id })).toBe("channel_not_found");
    expect((await cleo!.page(id)).messages).toEqual([message]);
    await ana!.invite(id, ben!.id);
    expect(await ben!.channel(id)).toMatchObject({ isStarred: false, unread: 0, notify: "all" });
    await ana!.invite(id, admin.id);
    await admin.takeOut(id, cleo!.id);
    const params = { channelId: id, personId: cleo!.id };
    expect((await here.anyone.refused(chatRoutes.removeMember, { params })).status).toBe(401);
  });
});

describe("a socket", () => {
  fullTest("receives the channel's events if it connects while its person is being added", async () => {
    // This person has no other socket.
    const [bo] = await createChatters(here, ["Bo"]);
    for (let round = 0; round < 40; round += 1) {
      const { id } = await createChannel(here.db, { members: [ana!] });
      const [socket] = await Promise.all([
        later(Math.random() * 6, () => here.connect(bo!)),
        later(Math.random() * 6, () => ana!.invite(id, bo!.id)),
      ]);
      const posted = await ana!.post(id, "Do you hear me?");
      expect((await socket.next("message.posted")).message).toEqual(posted);
      socket.close();
    }
  });

  test("ends with the current state, however fast its person joins and leaves", async () => {
    const { id } = await createChannel(here.db, { members: [ana!] });
    const socket = await here.connect(ben!);
    const row = { channel_id: id, user_id: ben!.id };
    for (let round = 0; round < 40; round += 1) {
      await here.db.insertInto("channel_members").values(row).execute();
      await later(Math.random() * 5, () =>
        here.db
          .deleteFrom("channel_members")
          .where("channel_id", "=", id)
          .where("user_id", "=", ben!.id)
          .execute(),
      );
      await socket.next("channel.removed");
      await fence(ben!, socket);
      const told = socket.received.map(({ name }) => name).filter((name) => /added|removed/.test(name));
      expect(told.at(-1)).toBe("channel.removed");
    }
  });
});

fullTest("a message written during the author's removal is posted before it, or not at all", async () => {
  for (let round = 0; round < 8; round += 1) {
    const { id } = await ana!.create({ name: "Brief", type: "PRIVATE", memberIds: [ben!.id] });
    const root = await ana!.post(id, "Root");
    const attempts = [
      () => ben!.client.send("POST", `/api/channels/${id}/messages`, message()),
      () => ben!.client.send("POST", `/api/channels/${id}/messages`, message({ parentId: root.id })),
      () => ben!.client.send("PUT", `/api/messages/${root.id}/reactions/👍`),
      () => ben!.client.send("PUT", `/api/messages/${root.id}/pin`),
    ];
    const writing = attempts.map((attempt) => later(Math.random() * 4, attempt));
    await later(Math.random() * 4, () => ana!.takeOut(id, ben!.id));
    const { head } = await ana!.page(id);
    const statuses = (await Promise.all(writing)).map(({ status }) => status);
    for (const status of statuses) expect([200, 201, 404]).toContain(status);
    expect((await ana!.page(id)).head).toBe(head);
  }
});

describe("on another server", () => {
  test("sockets enter a channel, get its events, and leave it after changes on this one", async () => {
    const { id } = await ana!.create({ name: `Far ${uuidv7()}` });
    const far = await signInChatter(there, await createPerson(there.db, { name: "Faye" }));
    const toFaye = await there.connect(far);
    await ana!.invite(id, far.id);
    const { channel } = await toFaye.next("channel.added");
    expect(channel).toEqual(await far.channel(id));
    await far.post(id, "I hear myself");
    expect((await toFaye.next("message.posted")).channelId).toBe(id);
    await ana!.client.call(chatRoutes.updateChannel, {
      params: { channelId: id },
      body: { topic: "Far away" },
    });
    expect((await toFaye.next("channel.changed")).topic).toBe("Far away");
    await ana!.client.call(chatRoutes.addOwner, { params: { channelId: id, personId: far.id } });
    expect((await toFaye.next("channel.updated")).channel.isOwner).toBe(true);
    await ana!.takeOut(id, far.id);
    expect(await toFaye.next("channel.removed")).toEqual({ channelId: id });
  });

  fullTest("no event reaches a removed member while messages are posted", async () => {
    const { id } = await ana!.create({ name: `Storm ${uuidv7()}`, memberIds: [cleo!.id] });
    // Ben and the writers are on the other server. He is removed on this one, at a random moment.
    const writers = await Promise.all([cleo!, otis!].map(signedInThere));
    await ana!.invite(id, otis!.id);
    const victim = await signedInThere(ben!);
    const toVictim = await there.connect(victim);
    for (let round = 0; round < 60; round += 1) {
      await ana!.invite(id, ben!.id);
      await toVictim.next("channel.added");
      const flying = writers.map((writer) =>
        later(Math.random() * 4, () => writer.post(id, `${round}, while he is taken out`)),
      );
      await later(Math.random() * 4, () => ana!.takeOut(id, ben!.id));
      await toVictim.next("channel.removed");
      // Messages from here on are sent after the server has processed the removal.
      const before = toVictim.received.length;
      await Promise.all(flying);
      if (round % 2 === 0) await writers[0]!.post(id, `${round}, without him`);
      await fence(victim, toVictim);
      const late = toVictim.received.slice(before);
      // Their own inbox changes with the removal, and everyone receives changes of the model at any time.
      const ofPlaces = late.filter(({ name }) => name !== "ask-model.changed");
      const [inbox, others] = [ofPlaces.filter(isOfInbox), ofPlaces.filter((event) => !isOfInbox(event))];
      expect(others.map(({ name }) => name)).toEqual(["draft.changed"]);
      for (const { payload } of inbox)
        expect(payload).not.toMatchObject({ entry: { title: expect.anything() } });
    }
  });

  test("a lost connection to the announcements is repaired by reading all rooms again", async () => {
    const memberIds = [ben!.id, cleo!.id];
    const { id } = await ana!.create({ name: `Break ${uuidv7()}`, memberIds });
    const kept = await ana!.create({ name: `Kept ${uuidv7()}`, memberIds });
    const [writer, victim] = [await signedInThere(cleo!), await signedInThere(ben!)];
    let isAway = true;
    async function connectVictim() {
      const socket = await there.connect(victim);
      isAway = false;
      void socket.cut.then(() => {
        isAway = true;
      });
      return socket;
    }
    let toVictim = await connectVictim();
    // This removal is not announced, as during a lost connection.
    await there.db.transaction().execute(async (tx) => {
      const announcing = (isOn: boolean) =>
        sql`ALTER TABLE channel_members ${isOn ? sql`ENABLE` : sql`DISABLE`} TRIGGER channel_members_announce_left`;
      await announcing(false).execute(tx);
      await sql`DELETE FROM channel_members WHERE channel_id = ${id} AND user_id = ${ben!.id}`.execute(tx);
      await announcing(true).execute(tx);
    });
    await writer.post(id, "He hears it still");
    await toVictim.next("message.posted");
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'atoll notifications' AND datname = current_database()`.execute(there.db);
    // Both receive the event after it on another path than the lost one. A server that may have missed something from
    // another disconnects its browsers, which reconnect at once.
    await expect
      .poll(async () => {
        if (isAway) toVictim = await connectVictim();
        const before = toVictim.received.length;
        await writer.post(id, "Is he still there?");
        const last = await writer.post(kept.id, "He is here");
        const hasHeard = () => postedIn(toVictim, kept.id).includes(last.id);
        await vi.waitFor(() => expect(isAway || hasHeard()).toBe(true));
        const heardBoth = toVictim.received
          .slice(before)
          .some((event) => event.name === "message.posted" && event.payload.channelId === id);
        return heardBoth || !hasHeard();
      })
      .toBe(false);
  });
});

function postedIn(socket: TestSocket, channelId: string): string[] {
  return socket.received.flatMap((event) =>
    event.name === "message.posted" && event.payload.channelId === channelId
      ? [event.payload.message.id]
      : [],
  );
}

describe("owners", () => {
  test("cannot leave as the last one, until there is another owner or nobody else", async () => {
    const { id } = await ana!.create({ name: "Ship", type: "PRIVATE", memberIds: [ben!.id] });
    const own = { params: { channelId: id, personId: ana!.id } };
    expect(await codeOf(ana!.client.refused(chatRoutes.leaveChannel, { params: { channelId: id } }))).toBe(
      "last_owner",
    );
    expect(await codeOf(ana!.client.refused(chatRoutes.removeOwner, own))).toBe("last_owner");
    expect(await codeOf(ana!.client.refused(chatRoutes.removeMember, own))).toBe("last_owner");
    const other = { channelId: id, personId: ben!.id };
    expect(await codeOf(ben!.client.refused(chatRoutes.addOwner, { params: other }))).toBe("forbidden");
    const stranger = { params: { channelId: id, personId: otis!.id } };
    expect(await codeOf(ana!.client.refused(chatRoutes.addOwner, stranger))).toBe("person_not_found");
    await ana!.client.call(chatRoutes.addOwner, { params: other });
    await ana!.leave(id);
    expect(await ben!.channel(id)).toMatchObject({ isOwner: true, memberCount: 1 });
    await ben!.leave(id);
    expect((await here.anyone.refused(chatRoutes.addOwner, own)).status).toBe(401);
    expect((await here.anyone.refused(chatRoutes.removeOwner, own)).status).toBe(401);
  });

  test("cannot both leave or step down concurrently", async () => {
    const server = await signedInThere(ben!);
    for (let round = 0; round < 12; round += 1) {
      const { id } = await ana!.create({ name: "Twins", type: "PRIVATE", memberIds: [ben!.id, cleo!.id] });
      await ana!.client.call(chatRoutes.addOwner, { params: { channelId: id, personId: ben!.id } });
      const step = (who: Chatter, personId: string) =>
        round % 3 === 0
          ? who.client.send("DELETE", `/api/channels/${id}/membership`)
          : who.client.send("DELETE", `/api/channels/${id}/owners/${personId}`);
      const [one, two] = await Promise.all([
        step(ana!, ana!.id),
        round % 3 === 2
          ? server.client.send("DELETE", `/api/channels/${id}/membership`)
          : step(server, ben!.id),
      ]);
      expect([one.status, two.status].toSorted()).toEqual([204, 409]);
      const { items: members } = await cleo!.client.call(chatRoutes.listMembers, {
        params: { channelId: id },
        query: {},
      });
      expect(members.filter(({ isOwner }) => isOwner)).toHaveLength(1);
    }
  });

  test("hand over when their accounts are deleted, or are replaced by the longest-standing member", async () => {
    const olga = await signInChatter(here, await createPerson(here.db, { name: "Olga" }));
    const heir = await createPerson(here.db, { name: "Hal" });
    const shared = await olga.create({ name: "Shared", type: "PRIVATE", memberIds: [ben!.id] });
    await olga.invite(shared.id, cleo!.id);
    await remove(olga.id);
    const { items: members } = await ben!.client.call(chatRoutes.listMembers, {
      params: { channelId: shared.id },
      query: {},
    });
    expect(members.map(({ name, isOwner }) => [name, isOwner])).toEqual([
      ["Ben", true],
      ["Cleo", false],
    ]);
    const omar = await signInChatter(here, await createPerson(here.db, { name: "Omar" }));
    const handed = await omar.create({ name: "Handed", type: "PRIVATE", memberIds: [ben!.id, heir.id] });
    await remove(omar.id, heir.id);
    const hal = await signInChatter(here, heir);
    expect(await hal.channel(handed.id)).toMatchObject({ isOwner: true, memberCount: 2 });
    expect((await ben!.channel(handed.id)).isOwner).toBe(false);
  });
});

test("members are listed by name with owners marked, and filtered by a part of the name", async () => {
  const { id } = await ana!.create({ name: "Crew", type: "PRIVATE", memberIds: [ben!.id, cleo!.id] });
  const list = (search: string) =>
    ben!.client.call(chatRoutes.listMembers, { params: { channelId: id }, query: { search } });
  expect((await list("")).items.map(({ name, isOwner }) => [name, isOwner])).toEqual([
    ["Ana", true],
    ["Ben", false],
    ["Cleo", false],
  ]);
  expect((await list("LE")).items.map(({ name }) => name)).toEqual(["Cleo"]);
});

/** Returns the number of members that a socket received last. */
function countOf(socket: TestSocket, channelId: string): number | undefined {
  const counts = socket.received.flatMap((event) =>
    event.name === "channel.counted" && event.payload.channelId === channelId
      ? [event.payload.memberCount]
      : [],
  );
  return counts.at(-1);
}

/** Waits for an event of Ben's own that is sent after all previous ones. */
async function fence(who: Chatter, socket: TestSocket) {
  const body = { subject: `channel/${bensOwnId}`, content: uuidv7() };
  await who.client.call(draftRoutes.saveDraft, { body });
  await socket.next("draft.changed");
}

/** Signs the same person in at the other server. */
async function signedInThere(who: Chatter): Promise<Chatter> {
  return signInChatter(there, { ...who.user, password: "correct horse battery" });
}

async function later<T>(ms: number, act: () => Promise<T>): Promise<T> {
  await new Promise((resolve) => setTimeout(resolve, ms));
  return act();
}

function message(more: { parentId?: string } = {}) {
  return { body: { id: uuidv7(), content: "Words", ...more } };
}

function remove(userId: string, handOverTo?: string) {
  return admin.client.call(administrationRoutes.deleteUser, {
    params: { userId },
    body: handOverTo ? { handOverTo } : {},
  });
}

function isOfInbox({ name }: { name: string }): boolean {
  return name.startsWith("notification");
}

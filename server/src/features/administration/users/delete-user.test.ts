import { administrationRoutes } from "@atoll/contract/administration/routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { peopleRoutes } from "@atoll/contract/people/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { createChannel, createPerson, type TestPerson, testPassword } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import type { SignedIn } from "../../../../test/harness.ts";

const server = sharedServer();
let superAdmin: SignedIn;
let admin: SignedIn;

beforeAll(async () => {
  superAdmin = await server.signIn(await createPerson(server.db, { name: "Sol", roles: ["super_admin"] }));
  admin = await server.signIn(await createPerson(server.db, { name: "Ada", roles: ["admin"] }));
});

describe("deleting an account", () => {
  test("deletes account, roles and sessions, disconnects the socket, and keeps the profile as a former colleague's", async () => {
    const person = await createPerson(server.db, { name: "Gil Gone", departments: ["Backend"] });
    const gil = await server.signIn(person);
    const socket = await server.connect(gil);
    await remove(admin, person);
    await socket.cut;
    expect((await gil.client.refused(identityRoutes.getCurrentUser, {})).status).toBe(401);
    const refresh = await server.anyone.refused(identityRoutes.createToken, {
      query: { grant_type: "refresh_token" },
      body: { refreshToken: gil.session.refreshToken },
    });
    expect(refresh.status).toBe(401);
    const { rows } = await sql<{
      accounts: number;
      roles: number;
      departments: number;
      sessions: number;
      former: Date;
    }>`
      SELECT (SELECT count(*) FROM accounts WHERE id = p.id) AS accounts,
        (SELECT count(*) FROM user_roles WHERE user_id = p.id) AS roles,
        (SELECT count(*) FROM user_departments WHERE user_id = p.id) AS departments,
        (SELECT count(*) FROM sessions WHERE user_id = p.id) AS sessions, p.former_since AS former
      FROM profiles p WHERE p.id = ${person.id}`.execute(server.db);
    expect(rows).toEqual([{ accounts: 0, roles: 0, departments: 0, sessions: 0, former: expect.any(Date) }]);
    const missing = await admin.client.refused(administrationRoutes.getUser, {
      params: { userId: person.id },
    });
    expect(missing.status).toBe(404);
    const again = await admin.client.refused(administrationRoutes.deleteUser, {
      params: { userId: person.id },
      body: {},
    });
    expect([again.status, again.body.error.code]).toEqual([404, "user_not_found"]);
    expect(await lastAct(person.id)).toEqual({
      actor_name: "Ada",
      action: "user.deleted",
      subject_name: "Gil Gone",
      before: { email: person.email, roles: ["user"], departments: ["Backend"] },
      after: null,
    });
    // The email address can be used again.
    const { user } = await admin.client.call(administrationRoutes.createUser, {
      body: { name: "Gil Next", email: person.email, password: testPassword },
    });
    expect(user.id).not.toBe(person.id);
  });

  test("is refused for oneself, and for an invalid heir", async () => {
    const person = await createPerson(server.db);
    const disabled = await createPerson(server.db);
    await admin.client.call(administrationRoutes.disableUser, { params: { userId: disabled.id } });
    const refusal = async (userId: string, handOverTo?: string) => {
      const answer = await admin.client.refused(administrationRoutes.deleteUser, {
        params: { userId },
        body: { handOverTo },
      });
      return [answer.status, answer.body.error.code];
    };
    expect(await refusal(admin.user.id)).toEqual([409, "own_account"]);
    for (const heir of [uuidv7(), disabled.id, person.id]) {
      expect(await refusal(person.id, heir)).toEqual([404, "user_not_found"]);
    }
    expect(await refusal(uuidv7())).toEqual([404, "user_not_found"]);
    await server.signIn(person);
  });

  test("leaves one super admin when two act on each other at the same time", async () => {
    const pair = await Promise.all(
      [1, 2].map(async () => server.signIn(await createPerson(server.db, { roles: ["super_admin"] }))),
    );
    const [one, two] = pair as [SignedIn, SignedIn];
    await setDisabled(superAdmin.user.id, new Date());
    const answers = await Promise.all([
      one.client.send("DELETE", `/api/admin/users/${two.user.id}`, { body: {} }),
      two.client.send("DELETE", `/api/admin/users/${one.user.id}`, { body: {} }),
    ]);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    const left = await server.db
      .selectFrom("accounts")
      .select("id")
      .where("id", "in", [one.user.id, two.user.id])
      .execute();
    expect(left).toHaveLength(1);
    await setDisabled(superAdmin.user.id, null);
    superAdmin = await server.signIn({ ...superAdmin.user, password: testPassword });
  });
});

describe("a former colleague", () => {
  test("keeps their messages under their name, removes them from channels, and from search", async () => {
    const person = await createPerson(server.db, { name: "Wil Writer" });
    const wil = await server.signIn(person);
    const channel = await createChannel(server.db, { members: [person, admin.user] });
    await post(wil, channel.id, "What I knew");
    await remove(admin, person);
    const { messages } = await admin.client.call(chatRoutes.listMessages, {
      params: { channelId: channel.id },
      query: {},
    });
    expect(messages).toMatchObject([
      { content: "What I knew", author: { id: person.id, name: "Wil Writer", email: "", isFormer: true } },
    ]);
    const { items } = await admin.client.call(chatRoutes.listMembers, {
      params: { channelId: channel.id },
      query: {},
    });
    expect(items.map(({ id }) => id)).toEqual([admin.user.id]);
    expect(items[0]?.isFormer).toBe(false);
    await post(admin, channel.id, "Farewell");
    const { people } = await admin.client.call(peopleRoutes.searchPeople, { query: { name: "Wil" } });
    expect(people).toEqual([]);
    const { users } = await admin.client.call(administrationRoutes.listUsers, { query: { search: "Wil" } });
    expect(users).toEqual([]);
    const opened = await admin.client.refused(chatRoutes.openDirectChannel, {
      params: { personId: person.id },
    });
    expect(opened.body.error.code).toBe("person_not_found");
  });

  test("keeps their name on a direct chat, which can be read but not written to", async () => {
    const person = await createPerson(server.db, { name: "Dot Direct" });
    const dot = await server.signIn(person);
    const { channel } = await admin.client.call(chatRoutes.openDirectChannel, {
      params: { personId: person.id },
    });
    const { message } = await post(admin, channel.id, "Hello");
    await post(dot, channel.id, "Goodbye");
    await remove(superAdmin, person);
    const { channels } = await admin.client.call(chatRoutes.listChannels, { query: {} });
    expect(channels.find(({ id }) => id === channel.id)).toMatchObject({
      peers: [{ id: person.id, name: "Dot Direct", email: "", isFormer: true }],
      lastMessage: { content: "Goodbye", authorName: "Dot Direct" },
    });
    const refused = await admin.client.refused(chatRoutes.postMessage, {
      params: { channelId: channel.id },
      body: { id: uuidv7(), content: "Are you there?" },
    });
    expect([refused.status, refused.body.error.code]).toEqual([409, "person_left"]);
    const { head } = (await admin.client.call(chatRoutes.getChannel, { params: { channelId: channel.id } }))
      .channel;
    expect(head).toBe(2);
    // A repeated request still gets its response, and authors can still change their messages.
    const repeated = await admin.client.call(chatRoutes.postMessage, {
      params: { channelId: channel.id },
      body: { id: message.id, content: "Hello" },
    });
    expect(repeated.message.id).toBe(message.id);
    await admin.client.call(chatRoutes.deleteMessage, { params: { messageId: message.id } });
    // A stranger gets the usual error.
    const stranger = await server.signIn(await createPerson(server.db));
    const outside = await stranger.client.refused(chatRoutes.postMessage, {
      params: { channelId: channel.id },
      body: { id: uuidv7(), content: "x" },
    });
    expect(outside.body.error.code).toBe("channel_not_found");
  });

  test("hands over channels, but no direct chats", async () => {
    const person = await createPerson(server.db, { name: "Olga Owner" });
    const heir = await createPerson(server.db, { name: "Hal Heir" });
    const channels = [
      await createChannel(server.db, { type: "PUBLIC", members: [person] }),
      await createChannel(server.db, { type: "PUBLIC", members: [person] }),
    ];
    const owned = async () =>
      (await admin.client.call(administrationRoutes.countOwned, { params: { userId: person.id } })).owned;
    expect(await owned()).toEqual([]);
    const channelIds = channels.map(({ id }) => id);
    await server.db
      .updateTable("channels")
      .set({ created_by: person.id })
      .where("id", "in", channelIds)
      .execute();
    const olga = await server.signIn(person);
    await olga.client.call(chatRoutes.openDirectChannel, { params: { personId: admin.user.id } });
    expect(await owned()).toEqual([{ kind: "channels", count: 2 }]);
    await admin.client.call(administrationRoutes.deleteUser, {
      params: { userId: person.id },
      body: { handOverTo: heir.id },
    });
    const { owned: inherited } = await admin.client.call(administrationRoutes.countOwned, {
      params: { userId: heir.id },
    });
    expect(inherited).toEqual([{ kind: "channels", count: 2 }]);
    expect(await lastAct(person.id)).toMatchObject({ after: { handedOverTo: "Hal Heir" } });
  });
});

function remove(who: SignedIn, person: TestPerson) {
  return who.client.call(administrationRoutes.deleteUser, { params: { userId: person.id }, body: {} });
}

function post(from: SignedIn, channelId: string, content: string) {
  return from.client.call(chatRoutes.postMessage, { params: { channelId }, body: { id: uuidv7(), content } });
}

async function setDisabled(userId: string, at: Date | null) {
  await server.db.updateTable("accounts").set({ disabled_at: at }).where("id", "=", userId).execute();
}

async function lastAct(subjectId: string) {
  const { rows } = await sql`SELECT actor_name, action, subject_name, before, after FROM audit_log
    WHERE subject_id = ${subjectId} ORDER BY number DESC LIMIT 1`.execute(server.db);
  return rows[0];
}

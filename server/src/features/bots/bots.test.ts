import { administrationRoutes } from "@atoll/contract/administration/routes";
import { auditRoutes } from "@atoll/contract/audit/routes";
import { botRoutes } from "@atoll/contract/bots/routes";
import type { Bot } from "@atoll/contract/bots/schemas";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { peopleRoutes } from "@atoll/contract/people/routes";
import { tokenScopes } from "@atoll/contract/personal-tokens/areas";
import { personalTokenRoutes } from "@atoll/contract/personal-tokens/routes";
import { searchRoutes } from "@atoll/contract/search/routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createClient } from "../../../test/client.ts";
import {
  createChannel,
  createPerson,
  createRole,
  type TestPerson,
  testPassword,
} from "../../../test/factories.ts";
import { type SignedIn, startTestNodes, type TestNodes } from "../../../test/harness.ts";
import { everybodyNotified } from "../../../test/settled.ts";

/** Two nodes with one database: programs talk to the second. */
let nodes: TestNodes;
let admin: SignedIn;
let ada: TestPerson;
let owner: SignedIn;
let ben: SignedIn;
let bot: Bot;
let token: string;

beforeAll(async () => {
  nodes = await startTestNodes();
  await createRole(nodes[0].db, { name: "integrator", permissions: ["bots:manage"] });
  admin = await nodes[0].signIn(await createPerson(nodes[0].db, { name: "Root", roles: ["super_admin"] }));
  ben = await nodes[0].signIn(await createPerson(nodes[0].db, { name: "Ben Roe" }));
  return () => nodes.close();
});
beforeEach(async () => {
  ada = await createPerson(nodes[0].db, { name: "Ada Quay", roles: ["user", "integrator"] });
  owner = await nodes[0].signIn(ada);
  bot = await create(owner);
  ({ token } = await createToken(owner, bot.id));
  await nodes[1].felt();
});

const create = async (from: SignedIn, id = uuidv7(), name = "Deploys") =>
  (await from.client.call(botRoutes.createBot, { body: { id, name, description: "Announces releases" } }))
    .bot;
const tokenBody = () => ({
  id: uuidv7(),
  name: "CI",
  scopes: [...tokenScopes],
  days: 30,
  currentPassword: testPassword,
});
const createToken = (from: SignedIn, botId: string) =>
  from.client.call(personalTokenRoutes.createBotToken, { params: { botId }, body: tokenBody() });
const program = (text = token) => createClient(nodes[1].url, text);
const codeOf = async (answer: Promise<{ body: { error: { code: string } } }>) =>
  (await answer).body.error.code;
const list = async (from = owner) => (await from.client.call(botRoutes.listBots, { query: {} })).items;

async function invite(channelId: string, from = ben): Promise<void> {
  await from.client.call(chatRoutes.addMember, { params: { channelId, personId: bot.id } });
}
const post = (channelId: string, content: string, mentionIds: string[] = []) => ({
  params: { channelId },
  body: { id: uuidv7(), content, mentionIds },
});

describe("a bot", () => {
  test("writes in its own name where it was invited, marked everywhere, and reads nothing else that is private", async () => {
    const { id: channelId } = await createChannel(nodes[0].db, { type: "PRIVATE", members: [ben.user] });
    expect(await codeOf(program().refused(chatRoutes.postMessage, post(channelId, "Hello")))).toBe(
      "channel_not_found",
    );
    await invite(channelId);
    await program().call(chatRoutes.postMessage, post(channelId, "Released **7.2**"));
    const { messages } = await ben.client.call(chatRoutes.listMessages, { params: { channelId }, query: {} });
    expect(messages[0]).toMatchObject({
      content: "Released **7.2**",
      author: { id: bot.id, name: "Deploys", isProgram: true, email: "", isFormer: false },
    });
    const members = await ben.client.call(chatRoutes.listMembers, { params: { channelId }, query: {} });
    expect(members.items.find(({ id }) => id === bot.id)).toMatchObject({ isProgram: true, email: "" });
    // Its owner is not in the channel, and does not come in with it.
    expect(
      (await owner.client.refused(chatRoutes.listMessages, { params: { channelId }, query: {} })).status,
    ).toBe(404);
    await sql`DELETE FROM channel_members WHERE channel_id = ${channelId} AND user_id = ${bot.id}`.execute(
      nodes[0].db,
    );
    expect(await codeOf(program().refused(chatRoutes.postMessage, post(channelId, "Again")))).toBe(
      "channel_not_found",
    );
    expect(
      await codeOf(program().refused(chatRoutes.listMessages, { params: { channelId }, query: {} })),
    ).toBe("channel_not_found");
  });

  test("marks the message that others hear at once", async () => {
    const { id: channelId } = await createChannel(nodes[0].db, { members: [ben.user] });
    await invite(channelId);
    const socket = await nodes[0].connect(ben);
    await program().call(chatRoutes.postMessage, post(channelId, "Live"));
    const { message } = await socket.next("message.posted");
    expect(message.author).toMatchObject({ id: bot.id, isProgram: true, email: "" });
  });

  test("may do what everyone may, as far as its owner may at that moment", async () => {
    const { user } = await program().call(identityRoutes.getCurrentUser, {});
    expect(user.permissions).toEqual(
      expect.arrayContaining([
        { resource: "chat", action: "access" },
        { resource: "tasks", action: "create" },
      ]),
    );
    await program().call(taskRoutes.listTaskFields, {});
    expect(user.permissions).not.toContainEqual({ resource: "bots", action: "manage" });
    const boss = await create(admin, uuidv7(), "Bosses");
    const strong = await createToken(admin, boss.id);
    expect(await codeOf(program(strong.token).refused(administrationRoutes.listUsers, { query: {} }))).toBe(
      "forbidden",
    );
    // Without chat, its owner, and so the bot.
    const silent = await createRole(nodes[0].db, {
      name: `silent ${uuidv7()}`,
      permissions: ["bots:manage"],
    });
    await sql`DELETE FROM user_roles WHERE user_id = ${ada.id}`.execute(nodes[0].db);
    await sql`INSERT INTO user_roles (user_id, role_id) VALUES (${ada.id}, ${silent.id})`.execute(
      nodes[0].db,
    );
    await nodes[1].felt();
    expect(await codeOf(program().refused(chatRoutes.listChannels, { query: {} }))).toBe("forbidden");
  });

  test("stops at every node when its owner is disabled, and works again under another owner with a new token", async () => {
    const { id: channelId } = await createChannel(nodes[0].db, { type: "PRIVATE", members: [ben.user, ada] });
    const { id: openId } = await createChannel(nodes[0].db, { type: "PUBLIC", members: [ben.user] });
    await invite(channelId);
    await invite(openId);
    await admin.client.call(administrationRoutes.disableUser, { params: { userId: ada.id } });
    await nodes[1].felt();
    const whoIs = (text: string) => program(text).refused(identityRoutes.getCurrentUser, {});
    expect(await codeOf(whoIs(token))).toBe("bot_stopped");
    expect((await list(admin)).find(({ id }) => id === bot.id)).toMatchObject({
      isStopped: true,
      tokenCount: 1,
    });
    await admin.client.call(botRoutes.handOverBot, {
      params: { botId: bot.id },
      body: { ownerId: admin.user.id },
    });
    await nodes[1].felt();
    // To inherit a bot opens no private channel.
    expect(await codeOf(whoIs(token))).toBe("personal_token_invalid");
    expect(await codeOf(admin.client.refused(chatRoutes.getChannel, { params: { channelId } }))).toBe(
      "channel_not_found",
    );
    const next = await createToken(admin, bot.id);
    expect(await codeOf(program(next.token).refused(chatRoutes.getChannel, { params: { channelId } }))).toBe(
      "channel_not_found",
    );
    await program(next.token).call(chatRoutes.getChannel, { params: { channelId: openId } });
  });

  test("goes to the heir of an owner whose account is deleted, and stops without one", async () => {
    const second = await create(owner, uuidv7(), "Backups");
    await admin.client.call(administrationRoutes.deleteUser, {
      params: { userId: ada.id },
      body: { handOverTo: admin.user.id },
    });
    const inherited = (await list(admin)).filter(({ id }) => [bot.id, second.id].includes(id));
    expect(inherited).toMatchObject([
      { owner: { id: admin.user.id }, tokenCount: 0, isStopped: false },
      { owner: { id: admin.user.id } },
    ]);
    const leaver = await createPerson(nodes[0].db, { name: "Lea", roles: ["user", "integrator"] });
    const orphan = await create(await nodes[0].signIn(leaver), uuidv7(), "Orphan");
    await admin.client.call(administrationRoutes.deleteUser, { params: { userId: leaver.id }, body: {} });
    expect((await list(admin)).find(({ id }) => id === orphan.id)).toMatchObject({
      owner: null,
      isStopped: true,
    });
  });

  test("is no colleague: not found, assigned, counted, notified or written to directly", async () => {
    const counted = await admin.client.call(administrationRoutes.getSummary, {});
    await create(owner, uuidv7(), "Uncounted");
    expect(await admin.client.call(administrationRoutes.getSummary, {})).toMatchObject({
      userCount: counted.userCount,
      pendingCount: counted.pendingCount,
    });
    const users = await admin.client.call(administrationRoutes.listUsers, { query: { search: "Deploys" } });
    expect(users.users).toEqual([]);
    const byDate = await admin.client.call(administrationRoutes.listUsers, {
      query: { sort: "createdAt", direction: "descending" },
    });
    expect(byDate.users.map(({ id }) => id)).not.toContain(bot.id);
    const found = (bots?: "true") =>
      owner.client.call(peopleRoutes.searchPeople, {
        query: { name: "Deploys", limit: 50, ...(bots && { bots }) },
      });
    expect((await found()).people).toEqual([]);
    expect((await found("true")).people).toContainEqual(
      expect.objectContaining({ id: bot.id, isProgram: true }),
    );
    const hits = await owner.client.call(searchRoutes.searchEverywhere, { query: { query: "Deploys" } });
    expect(JSON.stringify(hits)).not.toContain(bot.id);
    expect(
      await codeOf(owner.client.refused(chatRoutes.openDirectChannel, { params: { personId: bot.id } })),
    ).toBe("person_not_found");
    expect(
      await codeOf(program().refused(chatRoutes.openDirectChannel, { params: { personId: ada.id } })),
    ).toBe("forbidden");
    for (const route of [administrationRoutes.disableUser, administrationRoutes.endUserSessions])
      expect(await codeOf(admin.client.refused(route, { params: { userId: bot.id } }))).toBe(
        "user_not_found",
      );
    const { id: channelId } = await createChannel(nodes[0].db, { members: [ben.user] });
    await invite(channelId);
    await ben.client.call(chatRoutes.postMessage, post(channelId, "@Deploys, are you there?", [bot.id]));
    await everybodyNotified(nodes[0].db);
    const { rows } = await sql`SELECT FROM notifications WHERE user_id = ${bot.id}
      UNION ALL SELECT FROM mail_preferences WHERE user_id = ${bot.id}`.execute(nodes[0].db);
    expect(rows).toEqual([]);
  });

  test("is signed in by nothing but its tokens", async () => {
    const { email } = await nodes[0].db
      .selectFrom("accounts")
      .select("email")
      .where("id", "=", bot.id)
      .executeTakeFirstOrThrow();
    const attempt = await nodes[0].anyone.refused(identityRoutes.createToken, {
      query: { grant_type: "password" },
      body: { email, password: testPassword },
    });
    expect(attempt.body.error.code).toBe("invalid_credentials");
    await expect(
      sql`INSERT INTO sessions (id, user_id, way, expires_at)
        VALUES (uuidv7(), ${bot.id}, 'single-sign-on', now() + interval '1 day')`.execute(nodes[0].db),
    ).rejects.toThrow("bots do not sign in");
  });

  test("does not pass for a colleague by its name", async () => {
    const body = { id: uuidv7(), name: "ben roe" };
    expect(await codeOf(owner.client.refused(botRoutes.createBot, { body }))).toBe("name_looks_taken");
    const change = { params: { botId: bot.id }, body: { version: bot.version, name: "Ben R\u043Ee" } };
    expect(await codeOf(owner.client.refused(botRoutes.changeBot, change))).toBe("name_looks_taken");
  });

  test("is created once when the answer was lost, and never in place of something else", async () => {
    const again = await create(owner, bot.id);
    expect(again).toMatchObject({ id: bot.id, tokenCount: 1 });
    const body = { id: bot.id, name: "Other" };
    expect(await codeOf(owner.client.refused(botRoutes.createBot, { body }))).toBe("bot_id_taken");
    expect(
      await codeOf(owner.client.refused(botRoutes.createBot, { body: { id: ben.user.id, name: "Ben" } })),
    ).toBe("bot_id_taken");
  });

  test("is deleted with its tokens, and stays the author of what it wrote", async () => {
    const { id: channelId } = await createChannel(nodes[0].db, { members: [ben.user] });
    await invite(channelId);
    await program().call(chatRoutes.postMessage, post(channelId, "Last words"));
    await owner.client.call(botRoutes.deleteBot, { params: { botId: bot.id } });
    await nodes[1].felt();
    expect(await codeOf(program().refused(identityRoutes.getCurrentUser, {}))).toBe("personal_token_invalid");
    const { messages } = await ben.client.call(chatRoutes.listMessages, { params: { channelId }, query: {} });
    expect(messages[0]?.author).toMatchObject({ name: "Deploys", isProgram: true, isFormer: false });
    const { items } = await admin.client.call(auditRoutes.listEntries, { query: { subjectId: bot.id } });
    expect(items.map(({ action }) => action)).toEqual(["bot.deleted", "bot.created"]);
  });
});

describe("the tokens of a bot", () => {
  test("are made, seen and revoked by its owner alone, not by those who administer", async () => {
    const params = { botId: bot.id };
    const { tokens } = await owner.client.call(personalTokenRoutes.listBotTokens, { params });
    expect(tokens).toMatchObject([{ name: "CI" }]);
    expect(await codeOf(admin.client.refused(personalTokenRoutes.listBotTokens, { params }))).toBe(
      "bot_not_found",
    );
    expect(
      await codeOf(admin.client.refused(personalTokenRoutes.createBotToken, { params, body: tokenBody() })),
    ).toBe("bot_not_found");
    const other = { ...tokenBody(), currentPassword: "not this one" };
    expect(
      await codeOf(owner.client.refused(personalTokenRoutes.createBotToken, { params, body: other })),
    ).toBe("current_password_wrong");
    const tokenId = tokens[0]!.id;
    expect(await codeOf(owner.client.refused(personalTokenRoutes.revokeToken, { params: { tokenId } }))).toBe(
      "token_not_found",
    );
    await owner.client.call(personalTokenRoutes.revokeBotToken, { params: { ...params, tokenId } });
    await nodes[1].felt();
    expect(await codeOf(program().refused(identityRoutes.getCurrentUser, {}))).toBe("personal_token_invalid");
  });

  test("end for an owner who may no longer make bots only when someone takes the bot over", async () => {
    await sql`DELETE FROM user_roles ur USING roles r
      WHERE ur.role_id = r.id AND r.name = 'integrator' AND ur.user_id = ${ada.id}`.execute(nodes[0].db);
    await nodes[0].felt();
    expect(
      await codeOf(
        owner.client.refused(personalTokenRoutes.createBotToken, {
          params: { botId: bot.id },
          body: tokenBody(),
        }),
      ),
    ).toBe("forbidden");
    await program().call(identityRoutes.getCurrentUser, {});
  });
});

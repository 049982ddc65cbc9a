import { administrationRoutes } from "@atoll/contract/administration/routes";
import { auditRoutes } from "@atoll/contract/audit/routes";
import { botRoutes } from "@atoll/contract/bots/routes";
import type { Bot } from "@atoll/contract/bots/schemas";
import { brainstormRoutes } from "@atoll/contract/brainstorm/routes";
import { pollRoutes } from "@atoll/contract/chat/poll-routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { ideaRoutes } from "@atoll/contract/ideas/routes";
import { joiningRoutes } from "@atoll/contract/identity/joining-routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { notificationKinds } from "@atoll/contract/notification-kinds";
import { peopleRoutes } from "@atoll/contract/people/routes";
import { tokenScopes } from "@atoll/contract/personal-tokens/areas";
import { personalTokenRoutes } from "@atoll/contract/personal-tokens/routes";
import { questionRoutes } from "@atoll/contract/questions/routes";
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
import { hashLinkToken } from "../../platform/seals/link-tokens.ts";

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

const byAdmin = (
  route: (typeof administrationRoutes)["disableUser" | "enableUser" | "endUserSessions"],
): Promise<unknown> => admin.client.call(route, { params: { userId: ada.id } });

async function invite(channelId: string, from = ben): Promise<void> {
  await from.client.call(chatRoutes.addMember, { params: { channelId, personId: bot.id } });
}
/** A task that the bot alone sees. */
async function createTask(title: string, status: "todo" | "done"): Promise<string> {
  const id = uuidv7();
  await program().call(taskRoutes.createTask, { body: { id, title } });
  await sql`UPDATE tasks SET status = ${status} WHERE id = ${id}`.execute(nodes[0].db);
  return id;
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

  test("has no vote, so that its owner does not vote twice", async () => {
    const { id: channelId } = await createChannel(nodes[0].db, { members: [ben.user] });
    await invite(channelId);
    const body = { id: uuidv7(), question: "Lunch?", options: ["Pizza", "Salad"] };
    const { message } = await ben.client.call(pollRoutes.createPoll, { params: { channelId }, body });
    const vote = { params: { messageId: message.id }, body: { choices: [0] } };
    expect(await codeOf(program().refused(pollRoutes.setPollVote, vote))).toBe("forbidden");
    await ben.client.call(pollRoutes.setPollVote, vote);
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
      tokenCount: 0,
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

  test("gives up its private boards and tasks before it gets another owner", async () => {
    const own = await createTask("Private to the bot", "done");
    const boards = [uuidv7(), uuidv7()] as const;
    await program().call(brainstormRoutes.createBoard, { body: { id: boards[0], title: "The bot's" } });
    const ofBen = { id: boards[1], title: "Ben's" };
    await ben.client.call(brainstormRoutes.createBoard, { body: ofBen });
    // As a grant from before the bot was refused.
    await sql`INSERT INTO board_grants (board_id, kind, grantee_id, role)
      VALUES (${boards[1]}, 'person', ${bot.id}, 'facilitator')`.execute(nodes[0].db);
    for (const boardId of boards) await program().call(brainstormRoutes.getBoard, { params: { boardId } });
    await admin.client.call(botRoutes.handOverBot, {
      params: { botId: bot.id },
      body: { ownerId: admin.user.id },
    });
    await nodes[1].felt();
    const next = program((await createToken(admin, bot.id)).token);
    expect(await codeOf(next.refused(taskRoutes.getTask, { params: { taskId: own } }))).toBe(
      "task_not_found",
    );
    for (const boardId of boards)
      expect(await codeOf(next.refused(brainstormRoutes.getBoard, { params: { boardId } }))).toBe(
        "board_not_found",
      );
    await owner.client.call(taskRoutes.getTask, { params: { taskId: own } });
    const { board } = await owner.client.call(brainstormRoutes.getBoard, { params: { boardId: boards[0] } });
    expect(board.owner?.id).toBe(ada.id);
  });

  test.each([{ withHeir: true }, { withHeir: false }])(
    "gives up what is private when the account of its owner is deleted, with an heir: $withHeir",
    async ({ withHeir }) => {
      const boardId = uuidv7();
      await program().call(brainstormRoutes.createBoard, { body: { id: boardId, title: "The bot's" } });
      await admin.client.call(administrationRoutes.deleteUser, {
        params: { userId: ada.id },
        body: withHeir ? { handOverTo: admin.user.id } : {},
      });
      if (!withHeir)
        await admin.client.call(botRoutes.handOverBot, {
          params: { botId: bot.id },
          body: { ownerId: admin.user.id },
        });
      await nodes[1].felt();
      const next = program((await createToken(admin, bot.id)).token);
      for (const client of [next, admin.client])
        expect(await codeOf(client.refused(brainstormRoutes.getBoard, { params: { boardId } }))).toBe(
          "board_not_found",
        );
      await admin.client.call(botRoutes.deleteBot, { params: { botId: bot.id } });
      expect(await codeOf(admin.client.refused(brainstormRoutes.getBoard, { params: { boardId } }))).toBe(
        "board_not_found",
      );
    },
  );

  test("goes only to someone who may make bots, who is told, and only from someone within the viewer's reach", async () => {
    const to = (ownerId: string, from = admin) => ({
      call: () => from.client.call(botRoutes.handOverBot, { params: { botId: bot.id }, body: { ownerId } }),
      refused: async () =>
        codeOf(from.client.refused(botRoutes.handOverBot, { params: { botId: bot.id }, body: { ownerId } })),
    });
    const pending = await createPerson(nodes[0].db, { name: "Penny", roles: ["pending", "integrator"] });
    const held = await createPerson(nodes[0].db, { name: "Hal", roles: ["user", "integrator"] });
    await sql`UPDATE accounts SET must_choose_password = true WHERE id = ${held.id}`.execute(nodes[0].db);
    const second = await create(owner, uuidv7(), "Second");
    for (const id of [ben.user.id, held.id, second.id, uuidv7()])
      expect(await to(id).refused()).toBe("person_not_found");
    await sql`DELETE FROM user_roles ur USING roles r
      WHERE ur.user_id = ${pending.id} AND r.id = ur.role_id AND r.name <> 'pending'`.execute(nodes[0].db);
    expect(await to(pending.id).refused()).toBe("person_not_found");
    const eve = await nodes[0].signIn(
      await createPerson(nodes[0].db, { name: "Eve", roles: ["user", "integrator"] }),
    );
    await to(eve.user.id).call();
    await everybodyNotified(nodes[0].db);
    const { rows } = await sql`SELECT FROM notifications
      WHERE user_id = ${eve.user.id} AND kind = 'bot.inherited' AND subject_id = ${bot.id}`.execute(
      nodes[0].db,
    );
    expect(rows).toHaveLength(1);
    await to(admin.user.id, eve).call();
    const plainAdmin = await nodes[0].signIn(
      await createPerson(nodes[0].db, { name: "Plain", roles: ["admin"] }),
    );
    expect(await to(plainAdmin.user.id, plainAdmin).refused()).toBe("forbidden");
  });

  test("is taken for a person by nothing that chooses people", async () => {
    const boardId = uuidv7();
    await ben.client.call(brainstormRoutes.createBoard, { body: { id: boardId, title: "Plans" } });
    const ideaId = uuidv7();
    await ben.client.call(ideaRoutes.createIdea, { body: { id: ideaId, title: "More herons" } });
    const questionId = uuidv7();
    const question = { title: "Where do herons sleep?", content: "By the pier?" };
    await ben.client.call(questionRoutes.askQuestion, { body: { id: questionId, ...question } });
    const refused = {
      board: ben.client.refused(brainstormRoutes.createBoard, {
        body: {
          ...{ id: uuidv7(), title: "With it" },
          grants: [{ to: { kind: "person", id: bot.id }, role: "writer" }],
        },
      }),
      share: ben.client.refused(brainstormRoutes.shareBoard, {
        params: { boardId },
        body: { to: { kind: "person", id: bot.id }, role: "writer" },
      }),
      owner: ben.client.refused(brainstormRoutes.handOverBoard, {
        params: { boardId },
        body: { ownerId: bot.id },
      }),
      idea: admin.client.refused(ideaRoutes.changeIdeas, {
        body: { changeId: uuidv7(), ideaIds: [ideaId], set: { ownerId: bot.id } },
      }),
      asked: ben.client.refused(questionRoutes.askColleague, {
        params: { questionId },
        body: { personId: bot.id },
      }),
      question: ben.client.refused(questionRoutes.askQuestion, {
        body: { id: uuidv7(), ...question, title: "And when?", askedId: bot.id },
      }),
    };
    for (const [place, answer] of Object.entries(refused))
      expect([place, await codeOf(answer)]).toEqual([place, "person_not_found"]);
    for (const assignee of [
      ben.client.refused(taskRoutes.createTask, {
        body: { id: uuidv7(), title: "For it", assigneeId: bot.id },
      }),
    ])
      expect(await codeOf(assignee)).toBe("assignee_unavailable");
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

  test.each<[string, () => Promise<unknown>]>([
    ["signs out everywhere", () => owner.client.call(identityRoutes.endSessions, {})],
    [
      "chooses another password",
      () =>
        owner.client.call(identityRoutes.updateCurrentUser, {
          body: { currentPassword: testPassword, password: "seven pelicans on a pier" },
        }),
    ],
    [
      "resets the password by mail",
      async () => {
        const reset = "a link that was mailed to them";
        await sql`INSERT INTO password_resets (token_hash, mail_id, user_id, email, expires_at)
          VALUES (${hashLinkToken(reset)}, uuidv7(), ${ada.id}, ${ada.email}, now() + interval '1 hour')`.execute(
          nodes[0].db,
        );
        await nodes[0].anyone.call(joiningRoutes.resetPassword, {
          body: { token: reset, password: "seven pelicans on a pier" },
        });
      },
    ],
    ["is signed out by an administrator", () => byAdmin(administrationRoutes.endUserSessions)],
    [
      "is disabled by an administrator, and enabled again",
      async () => {
        await byAdmin(administrationRoutes.disableUser);
        await byAdmin(administrationRoutes.enableUser);
      },
    ],
    [
      "gets a password from an administrator, and has chosen another",
      async () => {
        await admin.client.call(administrationRoutes.setUserPassword, {
          params: { userId: ada.id },
          body: { password: "eight herons in a boat" },
        });
        await sql`UPDATE accounts SET must_choose_password = false WHERE id = ${ada.id}`.execute(nodes[0].db);
      },
    ],
  ])("end on every node when their owner %s", async (_title, act) => {
    await program().call(identityRoutes.getCurrentUser, {});
    await act();
    await nodes[1].felt();
    expect(await codeOf(program().refused(identityRoutes.getCurrentUser, {}))).toBe("personal_token_invalid");
    expect((await list(admin)).find(({ id }) => id === bot.id)).toMatchObject({
      isStopped: false,
      tokenCount: 0,
    });
  });

  test("wait while their owner must do something first", async () => {
    const hold = (isHeld: boolean) =>
      sql`UPDATE accounts SET must_choose_password = ${isHeld} WHERE id = ${ada.id}`.execute(nodes[0].db);
    await hold(true);
    await nodes[1].felt();
    expect(await codeOf(program().refused(identityRoutes.getCurrentUser, {}))).toBe("bot_stopped");
    expect((await list(admin)).find(({ id }) => id === bot.id)).toMatchObject({ isStopped: true });
    await hold(false);
    const strict = await createRole(nodes[0].db, { name: `strict ${uuidv7()}` });
    await sql`UPDATE roles SET requires_second_factor = true WHERE id = ${strict.id}`.execute(nodes[0].db);
    await sql`INSERT INTO user_roles (user_id, role_id) VALUES (${ada.id}, ${strict.id})`.execute(
      nodes[0].db,
    );
    await nodes[1].felt();
    expect(await codeOf(program().refused(identityRoutes.getCurrentUser, {}))).toBe("bot_stopped");
    await sql`DELETE FROM user_roles WHERE role_id = ${strict.id}`.execute(nodes[0].db);
    await nodes[1].felt();
    await program().call(identityRoutes.getCurrentUser, {});
  });

  test("notify their owner in every way when they are made", async () => {
    await everybodyNotified(nodes[0].db);
    const { user } = await owner.client.call(identityRoutes.getCurrentUser, {});
    expect(user.notices).toMatchObject([{ kind: "bot-token.created", place: "“CI” of Deploys" }]);
    const { ways } = notificationKinds["bot-token.created"];
    expect(ways).toMatchObject({ inbox: true, push: true, mail: true });
  });

  test("go on for an owner who may no longer make bots, until that owner revokes them", async () => {
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
    const params = { botId: bot.id };
    const { tokens } = await owner.client.call(personalTokenRoutes.listBotTokens, { params });
    await owner.client.call(personalTokenRoutes.revokeBotToken, {
      params: { ...params, tokenId: tokens[0]!.id },
    });
    await nodes[1].felt();
    expect(await codeOf(program().refused(identityRoutes.getCurrentUser, {}))).toBe("personal_token_invalid");
  });
});

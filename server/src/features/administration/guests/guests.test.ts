import { guestRoutes } from "@atoll/contract/administration/guest-routes";
import { invitationRoutes } from "@atoll/contract/administration/invitation-routes";
import { administrationRoutes } from "@atoll/contract/administration/routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { fileRoutes } from "@atoll/contract/files/routes";
import { joiningRoutes } from "@atoll/contract/identity/joining-routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { peopleRoutes } from "@atoll/contract/people/routes";
import type { Route } from "@atoll/contract/route";
import { routes } from "@atoll/contract/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Chatter, codeOf, signInChatter } from "../../../../test/chatter.ts";
import { createChannel, createPerson, createRole, testPasswordHash } from "../../../../test/factories.ts";
import { startTestNodes, type TestNodes } from "../../../../test/harness.ts";
import { enqueueJob } from "../../../../test/run-job.ts";
import { everybodyNotified } from "../../../../test/settled.ts";
import { upload } from "../../../../test/upload.ts";

let nodes: TestNodes;
let admin: Chatter;
/** May invite guests, and nothing else of the administration. */
let host: Chatter;
let ben: Chatter;
let stranger: Chatter;
let count = 0;

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString();
const ofGuest = (guest: { id: string }) => ({ params: { guestId: guest.id } });

beforeAll(async () => {
  nodes = await startTestNodes();
  const { db } = nodes[0];
  await createRole(db, { name: "hosts", permissions: ["guests:invite"] });
  const enter = async (name: string, roles: string[]) =>
    signInChatter(nodes[0], await createPerson(db, { name, roles }));
  [admin, host, ben, stranger] = [
    await enter("Ada Admin", ["super_admin"]),
    await enter("Hanna Host", ["user", "hosts"]),
    await enter("Ben Bay", ["user"]),
    await enter("Stella Stranger", ["user"]),
  ];
});
afterAll(() => nodes.close());

/** A guest in a channel with the host and Ben. */
async function enterGuest(name = "Gus"): Promise<{ guest: Chatter; channelId: string }> {
  const { db } = nodes[0];
  count += 1;
  const [id, email] = [uuidv7(), `guest-${count}@elsewhere.test`];
  await sql`INSERT INTO profiles (id, name) VALUES (${id}, ${`${name} ${count}`})`.execute(db);
  await sql`INSERT INTO accounts (id, email, password_hash, email_confirmed_at, guest_until, guest_invited_by)
    VALUES (${id}, ${email}, ${await testPasswordHash}, now(), ${inDays(9)}, ${host.id})`.execute(db);
  const channel = await createChannel(db, { members: [{ id }, host.user, ben.user] });
  const person = await createPersonOf(id, email, `${name} ${count}`);
  return { guest: await signInChatter(nodes[0], person), channelId: channel.id };
}

const createPersonOf = async (id: string, email: string, name: string) => ({
  ...{ id, email, name, password: "correct horse battery" },
});

describe("inviting", () => {
  const invite = (by: Chatter, email: string, channelIds: string[], guestUntil = inDays(30)) =>
    by.client.call(invitationRoutes.invitePeople, {
      body: { list: email, channelIds, guestUntil, isDryRun: false },
    });

  test("lets somebody with guests/invite bring a guest into their channels, and nobody without it", async () => {
    const channel = await host.create({ name: `project-${count}`, type: "PRIVATE" });
    const { links } = await invite(host, "gina@elsewhere.test", [channel.id]);
    const form = { token: links[0]?.token ?? "", name: "Gina Gull", password: "seven pelicans on a pier" };
    const accept = (body: typeof form) => nodes[0].anyone.call(joiningRoutes.acceptInvitation, { body });
    const lookalike = await nodes[0].anyone.refused(joiningRoutes.acceptInvitation, {
      body: { ...form, name: "Stella Strangеr" },
    });
    expect(lookalike.body.error.code).toBe("guest_name_taken");
    expect(JSON.stringify(lookalike.body)).not.toContain("Stella");
    const { user, landing } = await accept(form);
    expect(landing).toBe(`/chat/channel/${channel.id}`);
    expect(user).toMatchObject({ isGuest: true, departments: [], roles: [{ name: "guest" }] });
    const { items } = await host.client.call(guestRoutes.listGuests, { query: { search: "gina" } });
    expect(items).toMatchObject([{ name: "Gina Gull", invitedBy: { id: host.id }, channelCount: 1 }]);
    expect(await codeOf(ben.client.refused(guestRoutes.listGuests, { query: {} }))).toBe("forbidden");
    const refused = ben.client.refused(invitationRoutes.invitePeople, {
      body: { list: "x@elsewhere.test", channelIds: [channel.id], guestUntil: inDays(3), isDryRun: false },
    });
    expect(await codeOf(refused)).toBe("forbidden");
    // The right to invite guests invites no colleague.
    const colleague = host.client.refused(invitationRoutes.invitePeople, {
      body: { list: "y@elsewhere.test", isDryRun: false },
    });
    expect(await codeOf(colleague)).toBe("forbidden");
  });

  test("needs a channel that the inviter may add people to, and an end within a year", async () => {
    const foreign = await createChannel(nodes[0].db, { members: [ben.user] });
    const own = await createChannel(nodes[0].db, { members: [host.user] });
    const codes = [];
    for (const [channelIds, guestUntil] of [
      [[], inDays(3)],
      [[foreign.id], inDays(3)],
      [[own.id], inDays(-1)],
      [[own.id], inDays(400)],
    ] as const) {
      const body = { list: "z@elsewhere.test", channelIds: [...channelIds], guestUntil, isDryRun: false };
      codes.push(await codeOf(host.client.refused(invitationRoutes.invitePeople, { body })));
    }
    expect(codes).toEqual([
      ...["channel_not_found", "channel_not_found"],
      ...["guest_end_not_possible", "guest_end_not_possible"],
    ]);
  });

  test("is refused at the acceptance if the inviter may no longer invite guests", async () => {
    const { db } = nodes[0];
    const other = await signInChatter(nodes[0], await createPerson(db, { roles: ["user", "hosts"] }));
    const channel = await createChannel(db, { members: [other.user] });
    const { links } = await invite(other, "late@elsewhere.test", [channel.id]);
    await sql`DELETE FROM user_roles ur USING roles r
      WHERE r.id = ur.role_id AND r.name = 'hosts' AND ur.user_id = ${other.id}`.execute(db);
    const body = { token: links[0]?.token ?? "", name: "Late Lark", password: "seven pelicans on a pier" };
    expect(await codeOf(nodes[0].anyone.refused(joiningRoutes.acceptInvitation, { body }))).toBe(
      "invitation_refused",
    );
  });
});

describe("a guest", () => {
  test("finds no other address than those for guests, whatever is sent there", async () => {
    const { guest } = await enterGuest();
    const all = Object.values(routes).flatMap((slice): Route[] => Object.values(slice));
    const closed = all.filter((route) => route.access === "signed-in" && !route.forGuests);
    expect(closed.length).toBeGreaterThan(400);
    const open: string[] = [];
    for (const { method, path } of closed) {
      const { status, body } = await guest.client.send(method, path.replace(/:\w+/g, uuidv7()));
      if (status !== 404 || !JSON.stringify(body).includes("route_not_found"))
        open.push(`${method} ${path}: ${status}`);
    }
    expect(open).toEqual([]);
  });

  test("reads and writes in their channel, and finds nothing of others", async () => {
    const { db } = nodes[0];
    const { guest, channelId } = await enterGuest();
    const [open, hidden] = [
      await createChannel(db, { type: "PUBLIC", members: [ben.user] }),
      await createChannel(db, { members: [ben.user] }),
    ];
    const secrets = [
      await ben.post(open.id, "canaryword in the open"),
      await ben.post(hidden.id, "canaryword in private"),
    ];
    await guest.post(channelId, "Hello from outside");
    expect((await guest.channels()).map(({ id }) => id)).toEqual([channelId]);
    expect((await ben.page(channelId)).messages.at(-1)).toMatchObject({ author: { isGuest: true } });
    expect(await ben.channel(channelId)).toMatchObject({ hasGuests: true });
    const search = { query: { query: "canaryword" } };
    expect((await guest.client.call(chatRoutes.searchMessages, search)).items).toEqual([]);
    for (const { id } of secrets) {
      expect(await codeOf(guest.client.refused(chatRoutes.getMessage, { params: { messageId: id } }))).toBe(
        "message_not_found",
      );
    }
    for (const id of [open.id, hidden.id]) {
      const of = { params: { channelId: id } };
      expect(await codeOf(guest.client.refused(chatRoutes.getChannel, of))).toBe("channel_not_found");
      expect(await guest.refusedPost(id, "Hello")).toBe("channel_not_found");
      expect(await codeOf(guest.client.refused(chatRoutes.joinChannel, of))).toBe("route_not_found");
    }
  });

  test("without channels is not added to one for everyone", async () => {
    const { guest, channelId } = await enterGuest();
    await guest.leave(channelId);
    expect(await guest.channels()).toEqual([]);
  });

  test("knows the people of their channels, and nobody else by name, ID, presence or chat", async () => {
    const { guest } = await enterGuest();
    const found = await guest.client.call(peopleRoutes.searchPeople, { query: { name: "", limit: 50 } });
    expect(found.people.map(({ name }) => name).toSorted()).toEqual(
      [guest.name, ben.name, host.name].toSorted(),
    );
    const ids = [ben.id, stranger.id, admin.id].join(",");
    const { profiles } = await guest.client.call(peopleRoutes.listProfiles, { query: { ids } });
    expect(profiles.map(({ id }) => id)).toEqual([ben.id]);
    const ofStranger = { params: { personId: stranger.id } };
    const missing = { params: { personId: uuidv7() } };
    for (const call of [ofStranger, missing]) {
      expect(await codeOf(guest.client.refused(peopleRoutes.getProfile, call))).toBe("person_not_found");
      expect(await codeOf(guest.client.refused(chatRoutes.openDirectChannel, call))).toBe("person_not_found");
    }
    const group = { body: { personIds: [ben.id, stranger.id] } };
    expect(await codeOf(guest.client.refused(chatRoutes.openGroupChannel, group))).toBe("person_not_found");
    const toGuest = { params: { personId: guest.id } };
    expect(await codeOf(stranger.client.refused(chatRoutes.openDirectChannel, toGuest))).toBe(
      "person_not_found",
    );
    await nodes[0].connect(stranger);
    const socket = await nodes[0].connect(guest);
    await nodes[0].connect(ben);
    const { presences } = await socket.command("presence.watch", { userIds: [stranger.id, ben.id] });
    expect(presences).toEqual([{ userId: ben.id, status: "online" }]);
  });

  test("is named nowhere where colleagues are chosen, and becomes no owner", async () => {
    const { guest, channelId } = await enterGuest("Quentin");
    const query = { name: guest.name, limit: 10 };
    expect((await ben.client.call(peopleRoutes.searchPeople, { query })).people).toEqual([]);
    // People who add members find guests, as they find bots.
    const withGuests = await host.client.call(peopleRoutes.searchPeople, {
      query: { ...query, bots: "true" },
    });
    expect(withGuests.people).toMatchObject([{ id: guest.id, isGuest: true }]);
    const of = { params: { userId: guest.id } };
    expect(await codeOf(admin.client.refused(administrationRoutes.getUser, of))).toBe("user_not_found");
    const { users } = await admin.client.call(administrationRoutes.listUsers, {
      query: { search: "Quentin" },
    });
    expect(users).toEqual([]);
    const owner = { params: { channelId, personId: guest.id } };
    await sql`UPDATE channel_members SET is_owner = true WHERE channel_id = ${channelId} AND user_id = ${host.id}`.execute(
      nodes[0].db,
    );
    expect(await codeOf(host.client.refused(chatRoutes.addOwner, owner))).toBe("forbidden");
    const further = await createChannel(nodes[0].db, { members: [ben.user, host.user] });
    const added = { params: { channelId: further.id, personId: guest.id } };
    expect(await codeOf(ben.client.refused(chatRoutes.addMember, added))).toBe("forbidden");
    await host.invite(further.id, guest.id);
    expect((await guest.channels()).length).toBe(2);
  });

  test("holds no role and no department, even if something gives them one, and does not rename themselves", async () => {
    const { db } = nodes[0];
    const { guest } = await enterGuest();
    for (const write of [
      sql`INSERT INTO user_roles (user_id, role_id) SELECT ${guest.id}, id FROM roles WHERE name = 'super_admin'`,
      sql`INSERT INTO user_departments (user_id, department_id) SELECT ${guest.id}, id FROM departments LIMIT 1`,
      sql`INSERT INTO sessions (id, user_id, way, expires_at) VALUES (${uuidv7()}, ${guest.id}, 'token', now() + interval '1 day')`,
      sql`UPDATE accounts SET guest_until = now() WHERE id = ${ben.id}`,
    ])
      await expect(write.execute(db)).rejects.toThrow();
    const { refused } = guest.client;
    expect(await codeOf(refused(identityRoutes.updateCurrentUser, { body: { name: "Stella" } }))).toBe(
      "forbidden",
    );
  });

  test("is notified of what happens in their channels", async () => {
    const { guest, channelId } = await enterGuest();
    await ben.post(channelId, `@${guest.name} please look`, { mentionIds: [guest.id] });
    await everybodyNotified(nodes[0].db);
    const { items } = await guest.client.call(notificationRoutes.listNotifications, { query: {} });
    expect(items).toMatchObject([{ kind: "chat.mention" }]);
  });
});

describe("a guest who needs help", () => {
  const chosen = "eleven herons at low tide";
  const setPassword = (guest: Chatter) => ({ params: { userId: guest.id }, body: { password: chosen } });

  test("gets a password from people who manage accounts, loses what signed them in before, and chooses their own", async () => {
    const { db } = nodes[0];
    const { guest } = await enterGuest();
    await sql`INSERT INTO second_factors (user_id, secret, confirmed_at) VALUES (${guest.id}, 'none', now())`.execute(
      db,
    );
    const { items } = await admin.client.call(guestRoutes.listGuests, { query: { search: guest.name } });
    expect(items).toMatchObject([{ canResetSecondFactor: true }]);
    const ofUser = { params: { userId: guest.id } };
    for (const refused of [
      host.client.refused(administrationRoutes.setUserPassword, setPassword(guest)),
      host.client.refused(administrationRoutes.resetUserSecondFactor, ofUser),
    ])
      expect(await codeOf(refused)).toBe("forbidden");
    await admin.client.call(administrationRoutes.resetUserSecondFactor, ofUser);
    expect(await codeOf(guest.client.refused(chatRoutes.listChannels, { query: {} }))).toBe(
      "session_expired",
    );
    await admin.client.call(administrationRoutes.setUserPassword, setPassword(guest));
    const { email, name } = guest.user;
    const again = await signInChatter(nodes[0], { id: guest.id, email, name, password: chosen });
    expect(await codeOf(again.client.refused(chatRoutes.listChannels, { query: {} }))).toBe(
      "new_password_required",
    );
    const acts = await db
      .selectFrom("audit_log")
      .select(["action", "actor_id"])
      .where("subject_id", "=", guest.id)
      .orderBy("number")
      .execute();
    expect(acts).toEqual([
      { action: "second-factor.removed", actor_id: admin.id },
      { action: "password.set", actor_id: admin.id },
    ]);
  });

  test("is renamed by their inviter, to nothing that looks like a colleague's name, and not over a name that was not seen", async () => {
    const { guest } = await enterGuest("IT support");
    const rename = (name: string, seenName = guest.name) => ({ ...ofGuest(guest), body: { name, seenName } });
    expect(await codeOf(ben.client.refused(guestRoutes.renameGuest, rename("Gustav")))).toBe("forbidden");
    expect(await codeOf(host.client.refused(guestRoutes.renameGuest, rename("Stella Strangеr")))).toBe(
      "name_looks_taken",
    );
    const { guest: renamed } = await host.client.call(guestRoutes.renameGuest, rename("Gustav Gull"));
    expect(renamed.name).toBe("Gustav Gull");
    expect(await codeOf(admin.client.refused(guestRoutes.renameGuest, rename("Gerda Gull")))).toBe(
      "changed_meanwhile",
    );
    const act = await nodes[0].db
      .selectFrom("audit_log")
      .select(["action", "actor_id", "before", "after"])
      .where("subject_id", "=", guest.id)
      .executeTakeFirst();
    expect(act).toEqual({
      ...{ action: "guest.renamed", actor_id: host.id },
      ...{ before: { name: guest.name }, after: { name: "Gustav Gull" } },
    });
  });
});

describe("losing a channel", () => {
  test("ends everything that came with it, while the guest has it open", async () => {
    const { guest, channelId } = await enterGuest();
    const file = await upload(nodes[0], ben, { name: "plan.txt", content: "The plan" });
    const message = await ben.post(channelId, "The plan", { attachmentIds: [file.id] });
    const direct = await guest.openDirect(ben.id);
    const hello = await guest.post(direct.id, "Hello Ben");
    const socket = await nodes[1].connect(guest);
    await socket.command("presence.watch", { userIds: [ben.id] });
    await sql`UPDATE channel_members SET is_owner = true WHERE channel_id = ${channelId} AND user_id = ${host.id}`.execute(
      nodes[0].db,
    );
    await host.takeOut(channelId, guest.id);
    expect(await socket.next("channel.removed")).toEqual({ channelId });
    // The socket comes back, and watches only people of the channels that are left.
    await socket.cut;
    expect(await guest.refusedPost(channelId, "Still here?")).toBe("channel_not_found");
    expect(
      await codeOf(guest.client.refused(chatRoutes.getMessage, { params: { messageId: message.id } })),
    ).toBe("message_not_found");
    const { links } = await guest.client.call(fileRoutes.createAttachmentLinks, { body: { ids: [file.id] } });
    expect(links).toEqual([]);
    // The direct chat can still be read, and neither of them adds to it.
    expect((await guest.page(direct.id)).messages).toHaveLength(1);
    expect(await guest.refusedPost(direct.id, "Are you there?")).toBe("guest_apart");
    expect(await ben.refusedPost(direct.id, "Are you there?")).toBe("guest_apart");
    const ofHello = { params: { messageId: hello.id } };
    const body = { content: `@${ben.name} are you there?`, mentionIds: [ben.id] };
    expect(await codeOf(guest.client.refused(chatRoutes.editMessage, { ...ofHello, body }))).toBe(
      "guest_apart",
    );
    for (const { client } of [guest, ben]) {
      const reaction = { params: { ...ofHello.params, emoji: "👋" } };
      expect(await codeOf(client.refused(chatRoutes.addReaction, reaction))).toBe("guest_apart");
      expect(await codeOf(client.refused(chatRoutes.pinMessage, ofHello))).toBe("guest_apart");
    }
    await everybodyNotified(nodes[0].db);
    const { items } = await ben.client.call(notificationRoutes.listNotifications, { query: {} });
    expect(items.filter(({ kind }) => kind === "chat.mention")).toEqual([]);
    await guest.remove(hello.id);
  });
});

describe("the end", () => {
  test("comes at once on every node, and can be put off", async () => {
    const { guest } = await enterGuest();
    const socket = await nodes[1].connect(guest);
    expect(await codeOf(ben.client.refused(guestRoutes.endGuest, ofGuest(guest)))).toBe("forbidden");
    await host.client.call(guestRoutes.endGuest, ofGuest(guest));
    expect(await socket.next("session.ended")).toBeDefined();
    await socket.cut;
    expect(await codeOf(guest.client.refused(chatRoutes.listChannels, { query: {} }))).toBe(
      "account_disabled",
    );
    const until = inDays(60);
    const { guest: changed } = await host.client.call(guestRoutes.changeGuest, {
      ...ofGuest(guest),
      body: { until },
    });
    expect(changed).toMatchObject({ until, isEnded: false });
    const again = await signInChatter(nodes[0], await createPersonOf(guest.id, guest.user.email, guest.name));
    expect(await again.channels()).toHaveLength(1);
  });

  test("refuses requests from its moment on, and a job cuts the sockets and writes it down", async () => {
    const { db } = nodes[0];
    const { guest } = await enterGuest();
    const socket = await nodes[1].connect(guest);
    await guest.channels();
    // As time passes, without an announcement.
    await sql`ALTER TABLE accounts DISABLE TRIGGER accounts_announce_guests`.execute(db);
    await sql`UPDATE accounts SET guest_until = now() + interval '50 milliseconds' WHERE id = ${guest.id}`.execute(
      db,
    );
    await sql`ALTER TABLE accounts ENABLE TRIGGER accounts_announce_guests`.execute(db);
    await enqueueJob(nodes[0], "administration.end-guests");
    await expect
      .poll(async () => {
        await enqueueJob(nodes[0], "administration.end-guests");
        const row = await db
          .selectFrom("accounts")
          .select("disabled_at")
          .where("id", "=", guest.id)
          .executeTakeFirstOrThrow();
        return row.disabled_at;
      })
      .not.toBeNull();
    await socket.cut;
    const acts = await db
      .selectFrom("audit_log")
      .select(["action", "actor_id"])
      .where("subject_id", "=", guest.id)
      .execute();
    expect(acts).toEqual([{ action: "guest.expired", actor_id: null }]);
  });

  test("takes the warning from open channels, which comes back with the guest and goes when they are a colleague", async () => {
    const { guest, channelId } = await enterGuest();
    const socket = await nodes[1].connect(ben);
    const isWarned = async (wanted: boolean) => {
      for (;;) {
        const counted = await socket.next("channel.counted");
        if (counted.channelId === channelId && counted.hasGuests === wanted) return;
      }
    };
    await host.client.call(guestRoutes.endGuest, ofGuest(guest));
    await isWarned(false);
    await host.client.call(guestRoutes.changeGuest, { ...ofGuest(guest), body: { until: inDays(5) } });
    await isWarned(true);
    await admin.client.call(guestRoutes.promoteGuest, ofGuest(guest));
    await isWarned(false);
  });

  test("is decided by the inviter and by people who manage accounts, and by no other inviter", async () => {
    const { guest } = await enterGuest();
    const other = await signInChatter(
      nodes[0],
      await createPerson(nodes[0].db, { roles: ["user", "hosts"] }),
    );
    expect((await other.client.call(guestRoutes.listGuests, { query: {} })).items).toEqual([]);
    expect(await codeOf(other.client.refused(guestRoutes.endGuest, ofGuest(guest)))).toBe("guest_not_found");
    expect(await codeOf(host.client.refused(guestRoutes.promoteGuest, ofGuest(guest)))).toBe("forbidden");
    await admin.client.call(guestRoutes.promoteGuest, ofGuest(guest));
    const { user } = await guest.client.call(identityRoutes.getCurrentUser, {});
    expect(user.isGuest).toBeUndefined();
    expect(user.roles.map(({ name }) => name)).toEqual(["user"]);
    const { items } = await guest.client.call(chatRoutes.listDirectory, { query: {} });
    expect(items.length).toBeGreaterThan(0);
  });
});

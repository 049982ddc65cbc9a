import { invitationRoutes } from "@atoll/contract/administration/invitation-routes";
import { administrationRoutes } from "@atoll/contract/administration/routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { joiningRoutes } from "@atoll/contract/identity/joining-routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { fullTest } from "../../../../../contract/test/full-check.ts";
import { createClient } from "../../../../test/client.ts";
import { createChannel, createPerson, createRole } from "../../../../test/factories.ts";
import { type SignedIn, startTestServer, type TestServer } from "../../../../test/harness.ts";
import { type MailServer, startMailServer, tokenIn } from "../../../../test/mail-server.ts";
import { enqueueJob } from "../../../../test/run-job.ts";
import { everybodyNotified } from "../../../../test/settled.ts";
import { readInvited } from "./read-invited.ts";

const patience = { timeout: 30_000 };
const password = "seven pelicans on a pier";

let smtp: MailServer;
let server: TestServer;
let admin: SignedIn;
let roleIds: Record<string, string>;
beforeAll(async () => {
  smtp = await startMailServer();
  // All of the tests come from one address.
  server = await startTestServer({
    mail: smtp.config,
    patience: { mailPauseMs: 30 },
    peoplePerAddress: 1_000,
  });
  admin = await server.signIn(await createPerson(server.db, { name: "Ada Office", roles: ["super_admin"] }));
  const roles = await server.db.selectFrom("roles").select(["id", "name"]).execute();
  roleIds = Object.fromEntries(roles.map(({ id, name }) => [name, id]));
});
afterAll(async () => {
  await server.close();
  await smtp.stop();
});

let count = 0;
const newAddress = () => {
  count += 1;
  return `invited-${count}@example.test`;
};

const invite = (
  list: string,
  given: { roleIds?: string[]; departmentIds?: string[]; channelIds?: string[] } = {},
  by = admin,
) => by.client.call(invitationRoutes.invitePeople, { body: { list, isDryRun: false, ...given } });
const listed = async (email: string) => {
  const { items } = await admin.client.call(invitationRoutes.listInvitations, { query: { search: email } });
  return items.find((one) => one.email === email);
};
const read = (token: string) => server.anyone.call(joiningRoutes.readInvitation, { body: { token } });
const accept = (token: string, name = `New ${count}`) =>
  server.anyone.call(joiningRoutes.acceptInvitation, { body: { token, name, password } });
const refusal = async (token: string) =>
  (
    await server.anyone.refused(joiningRoutes.acceptInvitation, {
      body: { token, name: "Somebody", password },
    })
  ).body;
const mailed = async (email: string, times = 1) => {
  const mails = await smtp.mailsTo(email, times);
  return tokenIn(mails.at(-1) ?? { text: "" });
};

describe("an invited person", () => {
  test("comes in by the mailed link with their own password, roles, departments and channel", async () => {
    const email = newAddress();
    const { db } = server;
    const [department] = await db
      .selectFrom("departments")
      .select(["id", "name"])
      .where("name", "=", "Backend")
      .execute();
    const channel = await createChannel(db, { name: "newcomers", type: "PUBLIC", members: [] });
    const given = {
      roleIds: [roleIds.user ?? ""],
      departmentIds: [department?.id ?? ""],
      channelIds: [channel.id],
    };
    expect(await invite(`Ana Lima <${email.toUpperCase()}>`, given)).toMatchObject({
      ...{ invitedCount: 1, refused: [], links: [], isMailed: true },
    });
    const [mail] = await smtp.mailsTo(email);
    expect(mail?.subject).toBe("Ada Office invites you to Test Company");
    expect(mail?.text).toContain("https://atoll.example.test/join#");
    const token = tokenIn(mail ?? { text: "" });
    expect(await read(token)).toMatchObject({ email, name: "Ana Lima", invitedBy: "Ada Office" });
    await vi.waitFor(async () => expect((await listed(email))?.state).toBe("sent"), patience);

    const { session, user, landing } = await accept(token, "Ana Maria Lima");
    expect(user).toMatchObject({ email, name: "Ana Maria Lima", mustChoosePassword: false });
    expect(user.roles.map(({ name }) => name)).toEqual(["user"]);
    expect(user.departments.map(({ name }) => name)).toEqual(["Backend"]);
    expect(landing).toBe(`/chat/channel/${channel.id}`);
    const ana = createClient(server.url, session.accessToken);
    await ana.call(chatRoutes.postMessage, {
      params: { channelId: channel.id },
      body: { id: uuidv7(), content: "Hello", parentId: null, attachmentIds: [] },
    });
    // Her own password signs her in.
    await server.signIn({ id: user.id, email, name: user.name, password });
    expect(await listed(email)).toMatchObject({ state: "accepted", acceptedBy: { name: "Ana Maria Lima" } });
    const acts = await db
      .selectFrom("audit_log")
      .select(["action", "after"])
      .where("subject_id", "=", user.id)
      .execute();
    expect(acts).toEqual([
      { action: "invitation.accepted", after: expect.objectContaining({ email, invitedBy: "Ada Office" }) },
    ]);
  });

  test("lands in the channel general, which everyone starts with, and on the dashboard without team chat", async () => {
    const general = await createChannel(server.db, { name: "general", type: "PUBLIC", members: [] });
    const quiet = await createRole(server.db, { name: "quiet" });
    const [talker, reader] = [newAddress(), newAddress()];
    await invite(talker);
    await invite(reader, { roleIds: [quiet.id] });
    expect((await accept(await mailed(talker), "Talker")).landing).toBe(`/chat/channel/${general.id}`);
    expect((await accept(await mailed(reader), "Reader")).landing).toBe("/dashboard");
  });
});

describe("a link", () => {
  test("is refused in the same words when it was used, guessed, withdrawn, renewed or has expired", async () => {
    const [used, withdrawn, renewed, expired] = [newAddress(), newAddress(), newAddress(), newAddress()];
    await invite([used, withdrawn, renewed, expired].join("\n"));
    const tokens = {
      used: await mailed(used),
      withdrawn: await mailed(withdrawn),
      renewed: await mailed(renewed),
      expired: await mailed(expired),
      guessed: "x".repeat(43),
      empty: "",
    };
    await accept(tokens.used, "Used Once");
    const idOf = async (email: string) => ({ invitationId: (await listed(email))?.id ?? "" });
    await admin.client.call(invitationRoutes.withdrawInvitation, { params: await idOf(withdrawn) });
    await admin.client.call(invitationRoutes.renewInvitation, {
      params: await idOf(renewed),
      body: { by: "mail" },
    });
    await sql`UPDATE invitations SET expires_at = now() WHERE email = ${expired}`.execute(server.db);

    const answers = [];
    for (const token of Object.values(tokens)) {
      const { error } = await refusal(token);
      const page = await server.anyone.refused(joiningRoutes.readInvitation, { body: { token } });
      answers.push(error.code, error.message, page.body.error.code);
    }
    expect([...new Set(answers)]).toEqual([
      "link_not_valid",
      "This link does not work. It has been used, has expired or was withdrawn.",
    ]);
    expect((await listed(expired))?.state).toBe("expired");
    // The new link works, also for an address whose invitation had expired.
    await accept(await mailed(renewed, 2), "Renewed Once");
    await admin.client.call(invitationRoutes.renewInvitation, {
      params: await idOf(expired),
      body: { by: "mail" },
    });
    await accept(await mailed(expired, 2), "Expired Once");
  });

  test("makes one account when it is used twice at once", async () => {
    const email = newAddress();
    await invite(email);
    const token = await mailed(email);
    const both = await Promise.allSettled([accept(token, "Twin One"), accept(token, "Twin Two")]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const rows = await server.db.selectFrom("accounts").select("id").where("email", "=", email).execute();
    expect(rows).toHaveLength(1);
  });

  test("is stored as a hash alone, in no row of the invitation or its mail", async () => {
    const email = newAddress();
    await invite(email);
    const token = await mailed(email);
    const { rows } = await sql<{ text: string }>`
      SELECT to_jsonb(i)::text AS text FROM invitations i UNION ALL SELECT to_jsonb(m)::text FROM mails m
      UNION ALL SELECT to_jsonb(l)::text FROM invitation_links l UNION ALL SELECT to_jsonb(a)::text FROM audit_log a`.execute(
      server.db,
    );
    expect(rows.some(({ text }) => text.includes(token))).toBe(false);
  });
});

describe("an invitation", () => {
  test("gives nothing that its inviter may not give any more, and says why to administrators", async () => {
    await createRole(server.db, {
      name: "inviting office",
      permissions: ["users:manage", "roles:assign", "chat:access"],
    });
    const office = await createPerson(server.db, { name: "Olga Office", roles: ["user", "inviting office"] });
    const olga = await server.signIn(office);
    const writer = await createRole(server.db, { name: "chatting", permissions: ["chat:access"] });
    const [first, second] = [newAddress(), newAddress()];
    await invite(first, { roleIds: [writer.id] }, olga);
    await invite(second, {}, olga);
    const tokens = [await mailed(first), await mailed(second)];
    // The role has since got more than she holds.
    await sql`INSERT INTO role_permissions (role_id, permission_id)
      SELECT ${writer.id}, id FROM permissions WHERE name = 'audit:read'`.execute(server.db);
    expect((await refusal(tokens[0] ?? "")).error.code).toBe("invitation_refused");
    expect((await listed(first))?.problem).toContain("giving the role chatting");
    await admin.client.call(administrationRoutes.disableUser, { params: { userId: office.id } });
    expect((await refusal(tokens[1] ?? "")).error.code).toBe("invitation_refused");
    expect((await listed(second))?.problem).toContain("disabled or gone");
    const accounts = await server.db
      .selectFrom("accounts")
      .select("id")
      .where("email", "in", [first, second])
      .execute();
    expect(accounts).toEqual([]);
    // Sent again by somebody who may, it is theirs.
    await admin.client.call(invitationRoutes.renewInvitation, {
      params: { invitationId: (await listed(second))?.id ?? "" },
      body: { by: "mail" },
    });
    expect(await listed(second)).toMatchObject({ problem: "", invitedBy: { name: "Ada Office" } });
    await accept(await mailed(second, 2), "Second Chance");
  });

  test("is refused when all its roles have been deleted, and never gives the role user instead", async () => {
    const guest = await createRole(server.db, { name: "guest", permissions: ["chat:access"] });
    const email = newAddress();
    await invite(email, { roleIds: [guest.id] });
    const token = await mailed(email);
    await sql`DELETE FROM roles WHERE id = ${guest.id}`.execute(server.db);
    expect((await refusal(token)).error.code).toBe("invitation_refused");
    const one = await listed(email);
    expect(one?.problem).toBe(
      "Could not be accepted: its roles have been deleted. Withdraw it, and invite them again.",
    );
    const again = await admin.client.refused(invitationRoutes.renewInvitation, {
      params: { invitationId: one?.id ?? "" },
      body: { by: "mail" },
    });
    expect(again.body.error.code).toBe("role_not_found");
  });

  test("to a private channel leaves an entry of it in the audit log", async () => {
    const channel = await createChannel(server.db, {
      ...{ name: "quiet plans", type: "PRIVATE", members: [admin.user] },
    });
    const email = newAddress();
    await invite(email, { channelIds: [channel.id] });
    const { user } = await accept(await mailed(email), "Quiet Newcomer");
    const acts = await server.db
      .selectFrom("audit_log")
      .select(["action", "subject_name", "actor_id", "after"])
      .where("subject_id", "=", channel.id)
      .execute();
    expect(acts).toEqual([
      {
        ...{ action: "channel.joined", subject_name: "(private)", actor_id: user.id },
        after: { personIds: [user.id], count: 1 },
      },
    ]);
  });

  test("is forgotten 90 days after it ended, and its links when they have expired", async () => {
    const [old, expired] = [newAddress(), newAddress()];
    await invite([old, expired].join("\n"));
    await Promise.all([mailed(old), mailed(expired)]);
    await sql`UPDATE invitations SET withdrawn_at = now() - interval '91 days' WHERE email = ${old}`.execute(
      server.db,
    );
    await sql`UPDATE invitations SET expires_at = now() - interval '1 day' WHERE email = ${expired}`.execute(
      server.db,
    );
    await enqueueJob(server, "administration.sweep-invitations");
    await vi.waitFor(async () => expect(await listed(old)).toBe(undefined), patience);
    const { rows } = await sql`SELECT FROM invitation_links l JOIN invitations i ON i.id = l.invitation_id
      WHERE i.email = ${expired}`.execute(server.db);
    expect(rows).toEqual([]);
    expect((await listed(expired))?.state).toBe("expired");
  });

  test("ends when its address gets an account in another way", async () => {
    const email = newAddress();
    await invite(email);
    const token = await mailed(email);
    await admin.client.call(administrationRoutes.createUser, { body: { name: "By Hand", email, password } });
    expect((await listed(email))?.state).toBe("withdrawn");
    expect((await refusal(token)).error.code).toBe("link_not_valid");
  });

  test("shows, if its mail is refused, the reason, and its link can be copied instead", async () => {
    const email = newAddress();
    smtp.refused.set(email, { code: 550, text: "Mailbox unavailable" });
    await invite(email);
    await vi.waitFor(async () => expect((await listed(email))?.state).toBe("failed"), patience);
    const invitation = await listed(email);
    expect(invitation?.problem).toContain("550 Mailbox unavailable");
    const { link, invitation: after } = await admin.client.call(invitationRoutes.renewInvitation, {
      params: { invitationId: invitation?.id ?? "" },
      body: { by: "link" },
    });
    expect(after).toMatchObject({ state: "link", problem: "" });
    await accept(link?.token ?? "", "By Copied Link");
  });

  test("is not mailed if it is withdrawn before", async () => {
    const [email, marker] = [newAddress(), newAddress()];
    await smtp.stop();
    await invite(email);
    await admin.client.call(invitationRoutes.withdrawInvitation, {
      params: { invitationId: (await listed(email))?.id ?? "" },
    });
    await smtp.start();
    await invite(marker);
    await smtp.mailsTo(marker);
    expect(smtp.received.some(({ to }) => to.includes(email))).toBe(false);
  });
});

describe("a list", () => {
  test("is read as people paste it", async () => {
    const { people, refused } = await readInvited(
      [
        "Name;E-Mail",
        "ana@example.test",
        "Ben Roth, ben@example.test",
        '"Lima, Cora";CORA@example.test',
        "Dan Poe <dan@example.test>, Eva <eva@example.test>",
        "Finn Moe finn@example.test",
        "",
        "nobody here",
        "two@example.test@example.test",
        "gus@example.test, Gus, hal@example.test, Hal Ono",
        "ida@example.test; Jon Ra <jon@example.test>; Kim kim@example.test",
        '"Lu, lu@example.test',
      ].join("\r\n"),
    );
    expect(people).toEqual([
      { line: 2, email: "ana@example.test", name: "" },
      { line: 3, email: "ben@example.test", name: "Ben Roth" },
      { line: 4, email: "cora@example.test", name: "Lima, Cora" },
      { line: 5, email: "dan@example.test", name: "Dan Poe" },
      { line: 5, email: "eva@example.test", name: "Eva" },
      { line: 6, email: "finn@example.test", name: "Finn Moe" },
      { line: 10, email: "gus@example.test", name: "Gus" },
      { line: 10, email: "hal@example.test", name: "Hal Ono" },
      { line: 11, email: "ida@example.test", name: "" },
      { line: 11, email: "jon@example.test", name: "Jon Ra" },
      { line: 11, email: "kim@example.test", name: "Kim" },
      { line: 12, email: "lu@example.test", name: "Lu" },
    ]);
    expect(refused.map(({ line, reason }) => [line, reason])).toEqual([
      [8, "This line has no email address"],
      [9, "This line has no email address"],
    ]);
  });

  test("takes thousands of people in one line, and refuses a text that is no list", async () => {
    const many = Array.from(
      { length: 5_000 },
      (_, index) => `Person ${index} <person-${index}@example.test>`,
    );
    const { people, refused } = await readInvited(many.join(", "));
    expect(refused).toEqual([]);
    expect(people.length).toBe(5_000);
    expect(people[4_321]).toEqual({ line: 1, email: "person-4321@example.test", name: "Person 4321" });
    expect((await readInvited("x".repeat(100_000))).people).toEqual([]);
    await expect(readInvited("no address\n".repeat(7_000))).rejects.toMatchObject({
      code: "too_many_invited",
    });
  });

  test("invites the people it can, and says why not of every other line; a trial writes nothing", async () => {
    const [good, open] = [newAddress(), newAddress()];
    await invite(open);
    const list = [admin.user.email, open, good, good, "no address"].join("\n");
    const many = Array.from({ length: 300 }, (_, line) => `nobody ${line}`).join("\n");
    const long = await admin.client.call(invitationRoutes.invitePeople, {
      body: { list: many, isDryRun: true },
    });
    expect([long.refused.length, long.refusedCount]).toEqual([200, 300]);
    const trial = await admin.client.call(invitationRoutes.invitePeople, { body: { list, isDryRun: true } });
    expect(trial).toMatchObject({ invitedCount: 1, sample: [{ email: good, name: "" }] });
    expect(await listed(good)).toBe(undefined);
    const { invitedCount, refused } = await invite(list);
    expect(invitedCount).toBe(1);
    expect(refused.map(({ line, reason }) => [line, reason])).toEqual([
      [1, "An account with this email already exists"],
      [2, "This address is already invited. Send that invitation again, or make a new link for it"],
      [4, "Line 3 has the same address"],
      [5, "This line has no email address"],
    ]);
  });

  fullTest("of 5,000 people is invited in one request, and of one more is refused", async () => {
    const addresses = Array.from({ length: 5_001 }, (_, index) => `mass-${index}@example.test`);
    const body = { list: addresses.join("\n"), isDryRun: false };
    const refused = await admin.client.refused(invitationRoutes.invitePeople, { body });
    expect(refused.body.error.code).toBe("too_many_invited");
    await smtp.stop();
    expect((await invite(addresses.slice(1).join("\n"))).invitedCount).toBe(5_000);
    const { rows } = await sql<{
      count: number;
    }>`SELECT count(*)::int AS count FROM mails WHERE address LIKE 'mass-%'`.execute(server.db);
    expect(rows[0]?.count).toBe(5_000);
    await sql`DELETE FROM mails WHERE address LIKE 'mass-%'`.execute(server.db);
    await smtp.start();
  });
});

describe("without mail", () => {
  let silent: TestServer;
  beforeAll(async () => {
    silent = await startTestServer({ databaseUrl: server.databaseUrl });
  });
  afterAll(() => silent.close());

  test("the links are answered once to the administrator, and work", async () => {
    const ada = createClient(silent.url, admin.session.accessToken);
    const [one, two] = [newAddress(), newAddress()];
    const { links, isMailed } = await ada.call(invitationRoutes.invitePeople, {
      body: { list: `One,${one}\nTwo,${two}`, isDryRun: false },
    });
    expect(isMailed).toBe(false);
    expect(links.map(({ email, name }) => [email, name])).toEqual([
      [one, "One"],
      [two, "Two"],
    ]);
    expect((await listed(one))?.state).toBe("link");
    const { user } = await silent.anyone.call(joiningRoutes.acceptInvitation, {
      body: { token: links[1]?.token ?? "", name: "Number Two", password },
    });
    expect(user.email).toBe(two);
    const again = await silent.anyone.refused(identityRoutes.createToken, {
      query: { grant_type: "password" },
      body: { email: one, password },
    });
    expect(again.body.error.code).toBe("invalid_credentials");
  });
});

test("tells the inviter of accepted invitations, in one entry of the inbox", async () => {
  const office = await server.signIn(await createPerson(server.db, { roles: ["super_admin"] }));
  const inbox = async () => {
    await everybodyNotified(server.db);
    const { items } = await office.client.call(notificationRoutes.listNotifications, { query: {} });
    return items.map(({ title, link }) => [title, link]);
  };
  const addresses = [newAddress(), newAddress(), newAddress()];
  await invite(addresses.join("\n"), {}, office);
  for (const [at, name] of ["Nora Nyberg", "Otto Oak", "Petra Pohl"].entries()) {
    const [mail] = await smtp.mailsTo(addresses[at] ?? "");
    await accept(tokenIn(mail ?? { text: "" }), name);
    if (at === 0)
      expect(await inbox()).toEqual([["Nora Nyberg accepted your invitation", "/admin/invitations"]]);
  }
  expect(await inbox()).toEqual([
    ["Petra Pohl, Otto Oak and 1 other accepted your invitations", "/admin/invitations"],
  ]);
});

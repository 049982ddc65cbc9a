import { administrationRoutes } from "@atoll/contract/administration/routes";
import { joiningRoutes } from "@atoll/contract/identity/joining-routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { mailRoutes } from "@atoll/contract/mail/routes";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { codeOf } from "../../../../test/client.ts";
import { createScim } from "../../../../test/directories.ts";
import { createPerson, type TestPerson } from "../../../../test/factories.ts";
import { type SignedIn, startTestServer, type TestServer } from "../../../../test/harness.ts";
import { type MailServer, startMailServer, tokenIn } from "../../../../test/mail-server.ts";

const patience = { timeout: 30_000 };
const newPassword = "seven pelicans on a pier";

let smtp: MailServer;
let server: TestServer;
let admin: SignedIn;
beforeAll(async () => {
  smtp = await startMailServer();
  // All of the tests come from one address.
  server = await startTestServer({
    mail: smtp.config,
    patience: { mailPauseMs: 30 },
    peoplePerAddress: 1_000,
  });
  admin = await server.signIn(await createPerson(server.db, { name: "Ada", roles: ["super_admin"] }));
});
afterAll(async () => {
  await server.close();
  await smtp.stop();
});

const ask = (email: string) => server.anyone.call(joiningRoutes.requestPasswordReset, { body: { email } });
const use = (token: string, password = newPassword) =>
  server.anyone.call(joiningRoutes.resetPassword, { body: { token, password } });
const person = (name = "Rosa") => createPerson(server.db, { name });

/** Asks for a link, and returns its secret. The second mail of a person may be of another kind. */
async function linkFor({ email }: TestPerson): Promise<string> {
  const isLink = ({ to, text }: { to: string[]; text: string }) =>
    to.includes(email) && text.includes("/reset-password#");
  const before = smtp.received.filter(isLink).length;
  await ask(email);
  await vi.waitFor(() => expect(smtp.received.filter(isLink).length).toBeGreaterThan(before), patience);
  return tokenIn(smtp.received.filter(isLink).at(-1) ?? { text: "" });
}

/** Everything that was asked for before has been sent or dropped. */
const settled = () =>
  vi.waitFor(async () => {
    const { items } = await admin.client.call(mailRoutes.listMails, { query: { state: "waiting" } });
    expect(items).toEqual([]);
  }, patience);

test("a forgotten password is replaced with the mailed link, which ends every session and tells the person", async () => {
  const rosa = await person();
  const [phone, desk] = [await server.signIn(rosa), await server.signIn(rosa)];
  const token = await linkFor(rosa);
  await use(token);
  for (const { client } of [phone, desk])
    expect(await codeOf(client.call(identityRoutes.getCurrentUser, {}))).toBe("session_expired");
  expect(await codeOf(server.signIn(rosa))).toBe("invalid_credentials");
  const back = await server.signIn({ ...rosa, password: newPassword });
  await vi.waitFor(async () => {
    const { user } = await back.client.call(identityRoutes.getCurrentUser, {});
    expect(user.notices.map(({ kind }) => kind)).toEqual(["password.reset"]);
  }, patience);
  const { rows } = await sql<{ action: string }>`SELECT action FROM audit_log
    WHERE subject_id = ${rosa.id} AND action = 'password.reset'`.execute(server.db);
  expect(rows).toHaveLength(1);
});

describe("a mail tells the owner of an account", () => {
  const subjectsTo = async (email: string, count: number) =>
    (await smtp.mailsTo(email, count)).map(({ subject }) => subject);

  test("about a new browser, and about a password that was replaced with a mailed link", async () => {
    const rosa = await person();
    await server.signIn(rosa);
    // Not one of her own devices right after the first.
    await sql`UPDATE sessions SET created_at = now() - interval '1 day' WHERE user_id = ${rosa.id}`.execute(
      server.db,
    );
    await server.signIn(rosa);
    expect(await subjectsTo(rosa.email, 1)).toEqual([expect.stringContaining("New sign-in with ")]);
    await use(await linkFor(rosa));
    expect(await subjectsTo(rosa.email, 3)).toContain(
      "Your password was changed with a link that was mailed to you",
    );
  });

  test("about another address, at the old one and at the new one", async () => {
    const rosa = await person();
    const params = { userId: rosa.id };
    const { user } = await admin.client.call(administrationRoutes.getUser, { params });
    const email = `new-${rosa.email}`;
    await admin.client.call(administrationRoutes.updateUser, {
      params,
      body: { version: user.version, email },
    });
    const told = ["Ada has changed the email that you sign in with"];
    expect(await subjectsTo(rosa.email, 1)).toEqual(told);
    expect(await subjectsTo(email, 1)).toEqual(told);
  });
});

test("the answer is the same for an address that nobody has, which is looked up after it", async () => {
  const rosa = await person();
  const before = smtp.received.length;
  const answers = await Promise.all(
    [rosa.email, "nobody@example.test", "no address"].map((email) =>
      server.anyone.send("POST", "/api/auth/password-resets", { body: { email } }),
    ),
  );
  expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [204, ""]));
  await smtp.mailsTo(rosa.email);
  await settled();
  expect(smtp.received.length).toBe(before + 1);
  // Administrators do not see which addresses strangers have tried, also not while the mail waits.
  await sql`INSERT INTO mails (kind, address, due_at) VALUES
    ('password-reset', 'nobody@example.test', now() + interval '1 day')`.execute(server.db);
  const { items } = await admin.client.call(mailRoutes.listMails, { query: {} });
  expect(items.map(({ address }) => address)).not.toContain("nobody@example.test");
  await sql`DELETE FROM mails WHERE address = 'nobody@example.test'`.execute(server.db);
});

describe("a link", () => {
  test("is refused in the same words when it was used, guessed, expired, after a new address, and for a disabled account", async () => {
    const [used, expired, moved, disabled] = [await person(), await person(), await person(), await person()];
    const tokens = {
      used: await linkFor(used),
      expired: await linkFor(expired),
      moved: await linkFor(moved),
      disabled: await linkFor(disabled),
      guessed: "x".repeat(43),
    };
    const check = (token: string) =>
      server.anyone.call(joiningRoutes.checkPasswordReset, { body: { token } });
    expect(await codeOf(check(tokens.used))).toBe("ok");
    await use(tokens.used);
    await sql`UPDATE password_resets SET expires_at = now() WHERE user_id = ${expired.id}`.execute(server.db);
    await sql`UPDATE accounts SET email = 'moved@example.test' WHERE id = ${moved.id}`.execute(server.db);
    await admin.client.call(administrationRoutes.disableUser, { params: { userId: disabled.id } });
    const codes = [];
    for (const token of Object.values(tokens))
      codes.push(await codeOf(use(token)), await codeOf(check(token)));
    expect(codes).toEqual(codes.map(() => "link_not_valid"));
  });

  test("in an earlier mail stops working with the first use of another", async () => {
    const rosa = await person();
    const [first, second] = [await linkFor(rosa), await linkFor(rosa)];
    await use(second);
    expect(await codeOf(use(first))).toBe("link_not_valid");
  });

  test("ends with every other change of the password, and with the access of an account", async () => {
    const [own, byAdmin, second] = [await person(), await person(), await person()];
    const tokens = [await linkFor(own), await linkFor(byAdmin), await linkFor(second)];
    const rosa = await server.signIn(own);
    await rosa.client.call(identityRoutes.updateCurrentUser, {
      body: { currentPassword: own.password, password: newPassword },
    });
    await admin.client.call(administrationRoutes.setUserPassword, {
      params: { userId: byAdmin.id },
      body: { password: newPassword },
    });
    await sql`UPDATE accounts SET access_ended_at = now() WHERE id = ${second.id}`.execute(server.db);
    const codes = [];
    for (const token of tokens) codes.push(await codeOf(use(token, "eight herons on a jetty")));
    expect(codes).toEqual(codes.map(() => "link_not_valid"));
    expect(await codeOf(use(await linkFor(second)))).toBe("ok");
  });

  test("sets one password when it is used twice at once", async () => {
    const token = await linkFor(await person());
    const both = await Promise.all([codeOf(use(token)), codeOf(use(token, "eight herons on a jetty"))]);
    expect(both.toSorted()).toEqual(["link_not_valid", "ok"]);
  });

  test("does not set a password that everybody guesses, and works again after that", async () => {
    const rosa = await person("Rosa Parkview");
    const token = await linkFor(rosa);
    expect(await codeOf(use(token, "1234567890"))).toBe("password_too_common");
    expect(await codeOf(use(token, "rosa parkview"))).toBe("password_too_common");
    await use(token);
  });
});

test("a person without a password is told how to sign in, and gets no link", async () => {
  const rosa = await person();
  await sql`UPDATE accounts SET password_hash = NULL WHERE id = ${rosa.id}`.execute(server.db);
  await ask(rosa.email);
  const [mail] = await smtp.mailsTo(rosa.email);
  expect(mail?.text).toContain("You sign in through your company");
  expect(mail?.text).not.toContain("/reset-password");
});

test("a person with a password in a directory is told to change it there, but a super administrator gets a link", async () => {
  const [rosa, chief] = [await person(), await createPerson(server.db, { roles: ["super_admin"] })];
  await sql`WITH d AS (INSERT INTO directories (id, name, kind, state, settings)
      VALUES (gen_random_uuid(), 'Company', 'ldap', 'on', '{"maySignIn": true}') RETURNING id)
    INSERT INTO directory_people (id, directory_id, user_name, email, name, is_active, resource, user_id, is_due)
    SELECT gen_random_uuid(), d.id, a.email, a.email, 'Known', true, '{}', a.id, false
    FROM d, accounts a WHERE a.id IN (${rosa.id}, ${chief.id})`.execute(server.db);
  await ask(rosa.email);
  const [mail] = await smtp.mailsTo(rosa.email);
  expect(mail?.text).toContain("the password of your company’s directory");
  expect(mail?.text).not.toContain("/reset-password");
  expect(await linkFor(chief)).not.toBe("");
});

test("a directory that changes the address of an account tells its person at both addresses", async () => {
  const rosa = await person();
  const scim = await createScim(server, admin);
  const id = await scim.addUser({ userName: rosa.email });
  const email = `new-${rosa.email}`;
  await scim.send("PUT", `/Users/${id}`, { userName: email, displayName: rosa.name });
  for (const to of [rosa.email, email]) {
    const [mail] = await smtp.mailsTo(to);
    expect(mail?.text).toMatch(/The directory .* has changed the email that you sign in with/);
  }
});

test("one person gets at most four mails in an hour, and a disabled one none", async () => {
  const [rosa, gone] = [await person(), await person()];
  await sql`UPDATE accounts SET disabled_at = now() WHERE id = ${gone.id}`.execute(server.db);
  await ask(gone.email);
  for (let times = 0; times < 6; times += 1) {
    await ask(rosa.email);
    await settled();
  }
  expect(smtp.received.filter(({ to }) => to.includes(rosa.email))).toHaveLength(4);
  expect(smtp.received.filter(({ to }) => to.includes(gone.email))).toEqual([]);
});

test("one network is held back after a hundred requests in a row, whatever the addresses", async () => {
  const { rows } = await sql<{
    key: Buffer;
  }>`SELECT key FROM sign_in_failures WHERE count > 5 ORDER BY count DESC`.execute(server.db);
  expect(rows.length).toBeGreaterThan(0);
  await sql`UPDATE sign_in_failures SET count = 120, last_at = now(), held_until = now() + interval '1 minute'
    WHERE key = ${rows[0]?.key}`.execute(server.db);
  expect(await codeOf(ask("anyone@example.test"))).toBe("rate_limited");
});

import { identityRoutes } from "@atoll/contract/identity/routes";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient } from "../../../../test/client.ts";
import { createPerson } from "../../../../test/factories.ts";
import { type SignedIn, startTestNodes, type TestNodes } from "../../../../test/harness.ts";
import {
  type OpenIdProvider,
  type ProviderPerson,
  startOpenIdProvider,
} from "../../../../test/openid-provider.ts";
import { openSignOnBrowser } from "../../../../test/sign-on-browser.ts";

const publicUrl = "https://atoll.example.test";
let provider: OpenIdProvider;
let nodes: TestNodes;

beforeAll(async () => {
  provider = await startOpenIdProvider({ publicUrl });
  const { issuer, clientId, clientSecret } = provider;
  nodes = await startTestNodes({
    singleSignOn: {
      ...{ publicUrl, issuer, clientId, clientSecret, name: "Pelican Works" },
      ...{ roles: undefined, createsPending: false },
    },
  });
});
afterAll(async () => {
  await nodes.close();
  await provider.close();
});

let count = 0;

async function newPerson(): Promise<ProviderPerson> {
  count += 1;
  const email = `pilot-${count}@example.test`;
  const person = { subject: `pilot-${count}`, email, emailVerified: true };
  provider.people.push(person);
  await createPerson(nodes[0].db, { email });
  return person;
}

/** Signs a person in on a device of their own. */
async function signIn({ email }: ProviderPerson): Promise<SignedIn & { sid: string }> {
  const browser = openSignOnBrowser({ url: nodes[0].url, publicUrl });
  await browser.signOn(email);
  const { session, user } = (await browser.redeem()).body as Omit<SignedIn, "client">;
  const row = await nodes[0].db
    .selectFrom("sessions")
    .select("sign_on_sid")
    .where("user_id", "=", user.id)
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow();
  return {
    session,
    user,
    client: createClient(nodes[0].url, session.accessToken),
    sid: row.sign_on_sid ?? "",
  };
}

async function logOut(token: string, node = 0): Promise<{ status: number; cache: string | null }> {
  const answer = await fetch(`${nodes[node]!.url}${identityRoutes.endSessionsByProvider.path}`, {
    method: "POST",
    body: new URLSearchParams({ logout_token: token }),
  });
  await answer.text();
  return { status: answer.status, cache: answer.headers.get("cache-control") };
}

const accepted = { status: 200, cache: "no-store" };
const refused = { status: 400, cache: "no-store" };
const now = () => Math.floor(Date.now() / 1000);
const isIn = async ({ client }: SignedIn) =>
  (await client.send("GET", identityRoutes.getCurrentUser.path, {})).status === 200;

describe("a logout token", () => {
  test("ends the session that it names, and closes its socket on every node", async () => {
    const person = await newPerson();
    const [laptop, phone] = [await signIn(person), await signIn(person)];
    const sockets = [await nodes[0].connect(laptop), await nodes[1].connect(laptop)];
    expect(await logOut(await provider.signLogout({ sid: laptop.sid }))).toEqual(accepted);
    for (const socket of sockets) await socket.cut;
    expect([await isIn(laptop), await isIn(phone)]).toEqual([false, true]);
    const { rows } = await sql<{
      after: unknown;
      actor_id: string | null;
    }>`SELECT after, actor_id FROM audit_log
      WHERE action = 'sessions.ended' AND subject_id = ${laptop.user.id}`.execute(nodes[0].db);
    expect(rows).toEqual([{ actor_id: null, after: { count: 1, singleSignOn: provider.issuer } }]);
  });

  test("ends all sessions of a person that began there, and no others", async () => {
    const person = await newPerson();
    const devices = [await signIn(person), await signIn(person)];
    const colleague = await signIn(await newPerson());
    const account = await createPerson(nodes[0].db, { email: `password-${person.email}` });
    const byPassword = await nodes[0].signIn(account);
    await nodes[0].db
      .insertInto("single_sign_on_identities")
      .values({ issuer: provider.issuer, subject: "by-password", user_id: account.id })
      .execute();
    expect(await logOut(await provider.signLogout({ sub: person.subject }), 1)).toEqual(accepted);
    expect(await logOut(await provider.signLogout({ sub: "by-password" }))).toEqual(accepted);
    await nodes[0].felt();
    for (const device of devices) expect(await isIn(device)).toBe(false);
    expect([await isIn(colleague), await isIn(byPassword)]).toEqual([true, true]);
  });

  test("stops a browser that is on its way back", async () => {
    const person = await newPerson();
    const browser = openSignOnBrowser({ url: nodes[0].url, publicUrl });
    await browser.signOn(person.email);
    expect(await logOut(await provider.signLogout({ sub: person.subject }))).toEqual(accepted);
    expect((await browser.redeem()).status).toBe(401);
  });

  test("stops a browser whose code is made only afterwards, but no later sign-in", async () => {
    const person = await newPerson();
    const { db } = nodes[0];
    const browser = openSignOnBrowser({ url: nodes[0].url, publicUrl });
    await browser.signOn(person.email);
    const [code] = await db
      .deleteFrom("single_sign_on_codes")
      .where("subject", "=", person.subject)
      .returningAll()
      .execute();
    expect(await logOut(await provider.signLogout({ sub: person.subject }))).toEqual(accepted);
    await db.insertInto("single_sign_on_codes").values(code!).execute();
    expect((await browser.redeem()).status).toBe(401);
    const past = now() - 60;
    const other = await newPerson();
    expect(await logOut(await provider.signLogout({ sub: other.subject, iat: past }))).toEqual(accepted);
    expect(await isIn(await signIn(other))).toBe(true);
  });

  test("with a session and a person also ends sessions of the person that have no identifier", async () => {
    const person = await newPerson();
    const [named, unnamed] = [await signIn(person), await signIn(person)];
    await nodes[0].db
      .updateTable("sessions")
      .set({ sign_on_sid: null })
      .where("user_id", "=", named.user.id)
      .where("sign_on_sid", "=", unnamed.sid)
      .execute();
    const colleague = await signIn(await newPerson());
    const token = await provider.signLogout({ sub: person.subject, sid: "another" });
    expect(await logOut(token)).toEqual(accepted);
    await nodes[0].felt();
    expect([await isIn(named), await isIn(unnamed), await isIn(colleague)]).toEqual([true, false, true]);
  });

  test("works once", async () => {
    const person = await newPerson();
    const token = await provider.signLogout({ sub: person.subject });
    expect(await Promise.all([logOut(token, 0), logOut(token, 1)])).toEqual(
      expect.arrayContaining([accepted, refused]),
    );
  });

  const event = "http://schemas.openid.net/event/backchannel-logout";
  test.each<[string, () => Record<string, unknown>, { isForged?: boolean; type?: string }?]>([
    ["signed by another key", () => ({}), { isForged: true }],
    ["of another issuer", () => ({ iss: "https://login.evil.test" })],
    ["for another client", () => ({ aud: "another" })],
    ["ten minutes old", () => ({ iat: now() - 600 })],
    ["of the future", () => ({ iat: now() + 600 })],
    ["that has expired", () => ({ exp: now() - 120 })],
    ["without an identifier of its own", () => ({ jti: undefined })],
    ["with a nonce, like an ID token", () => ({ nonce: "n" })],
    ["without the event", () => ({ events: { "http://example.test/other": {} } })],
    ["whose event is no object", () => ({ events: { [event]: true } })],
    ["that names neither person nor session", () => ({ sub: undefined })],
    ["of another type", () => ({}), { type: "at+jwt" }],
  ])("is refused: one %s", async (_name, claims, options) => {
    const person = await newPerson();
    const device = await signIn(person);
    const token = await provider.signLogout({ sub: person.subject, ...claims() }, options);
    expect(await logOut(token)).toEqual(refused);
    expect(await isIn(device)).toBe(true);
  });

  test("is refused if it is none, or not signed", async () => {
    const unsigned = [{ alg: "none" }, { iss: provider.issuer, aud: provider.clientId, sub: "x" }]
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .join(".");
    for (const token of ["", "x", `${unsigned}.`]) expect(await logOut(token)).toEqual(refused);
  });
});

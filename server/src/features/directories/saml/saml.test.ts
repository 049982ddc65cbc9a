import { randomUUID } from "node:crypto";
import { directoryRoutes } from "@atoll/contract/directories/routes";
import { signOnRoutes } from "@atoll/contract/directories/sign-on-routes";
import { type SamlSettings, samlPresets } from "@atoll/contract/directories/sign-on-schemas";
import { workspaceRoutes } from "@atoll/contract/workspace/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPerson } from "../../../../test/factories.ts";
import { type SignedIn, startTestServer, type TestServer } from "../../../../test/harness.ts";
import { type SamlPerson, type SamlTestProvider, startSamlProvider } from "../../../../test/saml-provider.ts";
import {
  assertionOf,
  encode,
  newSigningPair,
  persistent,
  responseOf,
  type SamlFacts,
  signatureOf,
  withSignature,
} from "../../../../test/saml-signing.ts";
import { openSignOnBrowser, type SignOnBrowser } from "../../../../test/sign-on-browser.ts";

const publicUrl = "https://atoll.example.test";
const done = `${publicUrl}/login?single-sign-on=done`;
const failed = `${publicUrl}/login?single-sign-on=failed`;
const answerPath = signOnRoutes.finishSaml.path;
const answerUrl = `${publicUrl}${answerPath}`;
const audience = `${publicUrl}${signOnRoutes.getSamlMetadata.path}`;

let server: TestServer;
let provider: SamlTestProvider;
let owner: SignedIn;
let directoryId: string;
const logLines: string[] = [];

beforeAll(async () => {
  server = await startTestServer({ publicUrl, onLogLine: (line) => logLines.push(line) });
  provider = await startSamlProvider(async () =>
    (await fetch(`${server.url}${signOnRoutes.getSamlMetadata.path}`)).text(),
  );
  owner = await server.signIn(await createPerson(server.db, { roles: ["super_admin"] }));
  directoryId = uuidv7();
  await owner.client.call(directoryRoutes.createDirectory, {
    body: { id: directoryId, name: "Pelican Works", kind: "saml" },
  });
});
beforeEach(async () => {
  Object.assign(provider.ways, { encrypts: false, signsResponse: false });
  await configure();
  await server.db.updateTable("directories").set({ state: "on" }).where("id", "=", directoryId).execute();
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

async function configure(changes: Partial<SamlSettings> = {}, linksAgain = false): Promise<void> {
  const params = { directoryId };
  const { version } = await owner.client.call(signOnRoutes.getSamlSettings, { params });
  const settings: SamlSettings = {
    ...{ entityId: provider.entityId, signInUrl: provider.signInUrl },
    ...{ certificates: [provider.pair.certificate], ...samlPresets.others },
    ...{ hasVerifiedEmails: true, createsPending: false, mayStartAtProvider: false },
    wantsSignedResponse: false,
    ...changes,
  };
  await owner.client.call(signOnRoutes.setSamlSettings, { params, body: { version, settings, linksAgain } });
}

let count = 0;

function newPerson(wanted: Partial<SamlPerson> = {}): SamlPerson {
  count += 1;
  return { nameId: `person-${count}`, email: `keeper-${count}@example.test`, ...wanted };
}

const openBrowser = (): SignOnBrowser => openSignOnBrowser({ url: server.url, publicUrl });

/** Presses the button. @returns the request at the provider. */
async function start(browser: SignOnBrowser, origin?: string) {
  const search = origin === undefined ? "" : `?${new URLSearchParams({ origin })}`;
  const { location } = await browser.visit(`${signOnRoutes.startSaml.path}${search}`);
  const request = new URL(location).searchParams.get("SAMLRequest") ?? "";
  return { location, request, requestId: await requestIdOf(request) };
}

async function requestIdOf(request: string): Promise<string> {
  const { inflateRawSync } = await import("node:zlib");
  return /ID="([^"]+)"/.exec(inflateRawSync(Buffer.from(request, "base64")).toString())?.[1] ?? "";
}

const post = async (browser: SignOnBrowser, response: string, more: Record<string, string> = {}) =>
  (await browser.visit(answerUrl, { form: { SAMLResponse: response, ...more } })).location;

/** The whole way there and back. */
async function signOn(person: SamlPerson, browser = openBrowser()): Promise<string> {
  const { request } = await start(browser);
  return post(browser, (await provider.answer(request, person)).response);
}

async function reasonsOfRefusals(): Promise<string[]> {
  const { rows } = await sql<{ detail: string | null }>`SELECT after ->> 'detail' AS detail FROM audit_log
    WHERE action = 'session.refused' ORDER BY number`.execute(server.db);
  return rows.map(({ detail }) => detail ?? "");
}

function factsOf(person: SamlPerson, changes: Partial<SamlFacts> = {}): SamlFacts {
  return {
    ...{ responseId: `_${randomUUID()}`, assertionId: `_${randomUUID()}`, issuer: provider.entityId },
    ...{ destination: answerUrl, recipient: answerUrl, audience, inResponseTo: "" },
    ...{ nameId: person.nameId, nameIdFormat: persistent, at: new Date() },
    attributes: { email: [person.email] },
    ...changes,
  };
}

/** A response with a signed assertion, as a provider would make it by hand. */
function signed(facts: SamlFacts, pair = provider.pair): string {
  const assertion = assertionOf(facts);
  return responseOf(facts, withSignature(assertion, signatureOf(assertion, pair)));
}

describe("signing in at a real provider", () => {
  test("links the account with the verified address, and goes to the page that was asked for", async () => {
    const person = newPerson();
    const account = await createPerson(server.db, { email: person.email });
    const browser = openBrowser();
    const { request } = await start(browser, "/tasks?sort=due");
    const { response } = await provider.answer(request, person);
    expect(await post(browser, response)).toBe(`${done}&origin=%2Ftasks%3Fsort%3Ddue`);
    expect((await browser.redeem()).body).toMatchObject({ user: { id: account.id } });
    // From now on, the provider's identifier counts, whatever the address is.
    const again = openBrowser();
    expect(await signOn({ ...person, email: "another@example.test" }, again)).toBe(done);
    expect((await again.redeem()).body).toMatchObject({ user: { id: account.id } });
  });

  test("the sign-in page shows its name once it is started, and its cookie is secure", async () => {
    expect((await server.anyone.call(workspaceRoutes.getWorkspace, {})).saml).toEqual({
      name: "Pelican Works",
    });
    const { setCookies } = await openBrowser().visit(signOnRoutes.startSaml.path);
    expect(setCookies).toEqual([
      expect.stringMatching(
        /^__Host-atoll-saml-attempt=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=None$/,
      ),
    ]);
    await server.db.updateTable("directories").set({ state: "off" }).execute();
    expect((await server.anyone.call(workspaceRoutes.getWorkspace, {})).saml).toBeNull();
    const refused = await server.anyone.refused(signOnRoutes.startSaml, { query: {} });
    expect(refused.body.error.code).toBe("single_sign_on_off");
  });

  test("accepts encrypted assertions, also for the two certificates before the newest", async () => {
    provider.ways.encrypts = true;
    const person = newPerson();
    await createPerson(server.db, { email: person.email });
    expect(await signOn(person)).toBe(done);
    const browser = openBrowser();
    const { request } = await start(browser);
    const { response } = await provider.answer(request, person);
    expect(Buffer.from(response, "base64").toString()).not.toContain(person.nameId);
    const params = { directoryId };
    const { version } = await owner.client.call(signOnRoutes.getSamlSettings, { params });
    const first = await owner.client.call(signOnRoutes.renewSamlKey, { params, body: { version } });
    // Somebody else presses the button, too, or the same person again because the answer was lost.
    const again = await owner.client.refused(signOnRoutes.renewSamlKey, { params, body: { version } });
    expect(again.body.error.code).toBe("changed_meanwhile");
    const body = { version: first.directory.version };
    await owner.client.call(signOnRoutes.renewSamlKey, { params, body });
    expect(await post(browser, response)).toBe(done);
    expect(await signOn(person)).toBe(done);
    const { rows } = await sql<{ sealed: Buffer }>`SELECT sealed FROM saml_keys`.execute(server.db);
    expect(rows).toHaveLength(3);
    expect(rows.filter(({ sealed }) => sealed.includes("PRIVATE KEY"))).toEqual([]);
  });

  test("wants the response signed, too, if an administrator says so", async () => {
    const person = newPerson();
    await createPerson(server.db, { email: person.email });
    await configure({ wantsSignedResponse: true });
    expect(await signOn(person)).toBe(failed);
    provider.ways.signsResponse = true;
    expect(await signOn(person)).toBe(done);
    provider.ways.encrypts = true;
    expect(await signOn(person)).toBe(done);
  });

  test("accepts each of several certificates during a change", async () => {
    const person = newPerson();
    await createPerson(server.db, { email: person.email });
    await configure({ certificates: [newSigningPair().certificate] });
    expect(await signOn(person)).toBe(failed);
    await configure({ certificates: [newSigningPair().certificate, provider.pair.certificate] });
    expect(await signOn(person)).toBe(done);
  });

  test("starts only with settings, and is not on the sign-in page without them", async () => {
    await server.db.updateTable("directories").set({ settings: "{}" }).execute();
    expect((await server.anyone.call(workspaceRoutes.getWorkspace, {})).saml).toBeNull();
    for (const state of ["trial", "off"] as const) {
      await server.db.updateTable("directories").set({ state }).execute();
      const params = { directoryId };
      const { version } = await owner.client.call(signOnRoutes.getSamlSettings, { params });
      const refused =
        state === "trial"
          ? await owner.client.refused(directoryRoutes.startDirectory, { params, body: { version } })
          : await owner.client.refused(directoryRoutes.changeDirectory, {
              params,
              body: { version, isOn: true },
            });
      expect(refused.body.error.code).toBe("saml_not_set");
    }
  });

  test("does not link an account by an address that nobody has verified, or make one", async () => {
    const person = newPerson();
    await createPerson(server.db, { email: person.email });
    await configure({ hasVerifiedEmails: false });
    expect(await signOn(person)).toContain("single-sign-on=unknown");
    await configure();
    expect(await signOn(newPerson())).toContain("single-sign-on=unknown");
    // Somebody else there with the address of a colleague who is linked.
    expect(await signOn(person)).toBe(done);
    expect(await signOn({ ...person, nameId: "somebody-else" })).toContain("single-sign-on=unknown");
  });

  test("links an administrator's account only after a super administrator has confirmed the person", async () => {
    const params = { directoryId };
    const person = newPerson();
    const account = await createPerson(server.db, { email: person.email, roles: ["super_admin"] });
    for (const nameId of ["somebody-else", person.nameId])
      expect(await signOn({ ...person, nameId })).toContain("single-sign-on=unknown");
    const { items } = await owner.client.call(directoryRoutes.listDirectoryPeople, {
      params,
      query: { only: "problems", limit: 100 },
    });
    const { id, version, email, problem, userId } = items.find(({ userName }) => userName === person.nameId)!;
    expect({ email, problem }).toEqual({ email: person.email, problem: "administrator" });
    await owner.client.call(directoryRoutes.confirmDirectoryPerson, {
      params: { directoryId, personId: id },
      body: { version, email, problem, userId },
    });
    expect(await signOn({ ...person, nameId: "somebody-else" })).toContain("single-sign-on=unknown");
    const browser = openBrowser();
    expect(await signOn(person, browser)).toBe(done);
    // Its roles are not of the provider's groups, of which none were named.
    expect((await browser.redeem()).body).toMatchObject({
      user: { id: account.id, roles: [{ name: "super_admin" }] },
    });
  });

  test("recognises people by another identifier only after they are linked again", async () => {
    const params = { directoryId };
    const person = newPerson();
    const account = await createPerson(server.db, { email: person.email });
    expect(await signOn(person)).toBe(done);
    const { version, settings } = await owner.client.call(signOnRoutes.getSamlSettings, { params });
    const body = { version, settings: { ...settings!, subjectAttribute: "email" } };
    const refused = await owner.client.refused(signOnRoutes.setSamlSettings, { params, body });
    expect(refused.body.error.code).toBe("saml_people_linked");
    await owner.client.call(signOnRoutes.setSamlSettings, { params, body: { ...body, linksAgain: true } });
    const browser = openBrowser();
    expect(await signOn({ ...person, nameId: "another-one" }, browser)).toBe(done);
    expect((await browser.redeem()).body).toMatchObject({ user: { id: account.id } });
    await configure({}, true);
  });

  test("makes a pending account if an administrator says so", async () => {
    await configure({ createsPending: true });
    const person = newPerson({ name: "Noor Vance" });
    expect(await signOn(person)).toContain("single-sign-on=pending");
    const row = await server.db
      .selectFrom("accounts")
      .innerJoin("profiles", "profiles.id", "accounts.id")
      .select("name")
      .where("email", "=", person.email)
      .executeTakeFirst();
    expect(row).toEqual({ name: "Noor Vance" });
  });

  test("reads the provider's metadata from an address and from a text", async () => {
    const params = { directoryId };
    const read = await owner.client.call(signOnRoutes.readSamlMetadata, {
      params,
      body: { url: provider.metadataUrl },
    });
    expect(read.metadata).toEqual({
      entityId: provider.entityId,
      signInUrl: provider.signInUrl,
      certificates: [provider.pair.certificate],
    });
    const xml = await (await fetch(provider.metadataUrl)).text();
    const pasted = { params, body: { xml: `<!-- exported -->${xml}` } };
    expect(await owner.client.call(signOnRoutes.readSamlMetadata, pasted)).toEqual(read);
    const hostile = { params, body: { xml: `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${xml}` } };
    const refused = await owner.client.refused(signOnRoutes.readSamlMetadata, hostile);
    expect(refused.body.error.code).toBe("saml_metadata_invalid");
    const away = await owner.client.refused(signOnRoutes.readSamlMetadata, {
      params,
      body: { url: "https://169.254.169.254/metadata" },
    });
    expect(away.body.error.code).toBe("saml_metadata_unreachable");
  });

  test("starts at the provider only if an administrator allows it", async () => {
    const person = newPerson();
    await createPerson(server.db, { email: person.email });
    const begin = async (more?: Record<string, string>) =>
      post(openBrowser(), (await provider.answer(undefined, person)).response, more);
    expect(await begin()).toBe(failed);
    await configure({ mayStartAtProvider: true });
    expect(await begin({ RelayState: "/calendar" })).toBe(`${done}&origin=%2Fcalendar`);
    expect(await begin({ RelayState: "https://evil.test" })).toBe(done);
    // An attempt that the browser has left is still good after that.
    const browser = openBrowser();
    const { request } = await start(browser);
    const unasked = (await provider.answer(undefined, person)).response;
    expect(await post(browser, unasked)).toBe(done);
    expect(await post(openBrowser(), unasked)).toBe(failed);
    expect((await reasonsOfRefusals()).at(-1)).toMatch(/assertion was used before/);
    expect(await post(browser, (await provider.answer(request, person)).response)).toBe(done);
  });

  test("lets each of two tabs that have started come back, the later one", async () => {
    const person = newPerson();
    await createPerson(server.db, { email: person.email });
    const browser = openBrowser();
    const [first, second] = [await start(browser), await start(browser)];
    expect(await post(browser, (await provider.answer(first.request, person)).response)).toBe(failed);
    expect(await post(browser, (await provider.answer(second.request, person)).response)).toBe(done);
  });

  test("shows a page when the sign-in is off or the response is too large", async () => {
    const browser = openBrowser();
    const { requestId } = await start(browser);
    const groups = Array.from({ length: 1500 }, (_, at) => `${"a long name of a group".repeat(3)} ${at}`);
    const facts = factsOf(newPerson(), { inResponseTo: requestId, attributes: { groups } });
    expect(await post(browser, encode(signed(facts)))).toBe(`${publicUrl}/login?single-sign-on=too-large`);
    expect((await reasonsOfRefusals()).at(-1)).toMatch(/send fewer groups/);
    await server.db.updateTable("directories").set({ state: "off" }).execute();
    for (const [path, method] of [
      [signOnRoutes.startSaml.path, "GET"],
      [answerPath, "POST"],
    ] as const) {
      const answer = await fetch(server.url + path, {
        ...{ method, redirect: "manual", headers: { accept: "text/html,*/*;q=0.8" } },
        ...(method === "POST" && { body: new URLSearchParams({ SAMLResponse: "x" }) }),
      });
      expect([answer.status, answer.headers.get("location")]).toEqual([302, "/login?single-sign-on=off"]);
    }
  });

  test("accepts an hour as Entra ID gives it, if either clock is ahead, and no more", async () => {
    const person = newPerson();
    await createPerson(server.db, { email: person.email });
    const answer = async (change: (assertion: string) => string, at = new Date()) => {
      const browser = openBrowser();
      const facts = factsOf(person, { at, inResponseTo: (await start(browser)).requestId });
      const assertion = change(assertionOf(facts));
      const response = responseOf(facts, withSignature(assertion, signatureOf(assertion, provider.pair)));
      return post(browser, encode(response));
    };
    const holdsFor = (ms: number) => (assertion: string) =>
      assertion.replaceAll(
        /NotOnOrAfter="[^"]+"/g,
        `NotOnOrAfter="${new Date(Date.now() + ms).toISOString()}"`,
      );
    const hour = 3_600_000;
    expect(await answer(holdsFor(hour + 30_000), new Date(Date.now() + 30_000))).toBe(done);
    expect(await answer(holdsFor(12 * hour))).toBe(done);
    expect(await answer(holdsFor(12 * hour), new Date(Date.now() - 2 * hour))).toBe(failed);
    expect((await reasonsOfRefusals()).at(-1)).toMatch(/more than an hour ago/);
  });
});

describe("trying a sign-in", () => {
  test("shows what came, and changes nothing", async () => {
    await server.db.updateTable("directories").set({ state: "trial" }).execute();
    const person = newPerson({ name: "Noor Vance", groups: ["keepers"] });
    await createPerson(server.db, { email: person.email });
    const browser = openBrowser();
    const location = await startTrial(browser);
    const request = new URL(location).searchParams.get("SAMLRequest") ?? "";
    const back = new URL(await post(browser, (await provider.answer(request, person)).response));
    expect(back.pathname).toBe("/admin/directories");
    const params = { directoryId, trialId: back.searchParams.get("trial") ?? "" };
    const { trial } = await owner.client.call(signOnRoutes.getSamlTrial, { params });
    expect(trial).toMatchObject({
      isAccepted: true,
      text: expect.stringMatching(/^This person would be linked .* Groups named: 1\.$/),
      ...{ subject: person.nameId, email: person.email, name: "Noor Vance", groups: ["keepers"] },
    });
    const linked = await server.db
      .selectFrom("single_sign_on_identities")
      .select("user_id")
      .where("subject", "=", person.nameId)
      .execute();
    expect(linked).toEqual([]);
    expect(browser.cookies.filter(({ name }) => name.includes("hand-over"))).toEqual([]);
    // Only the administrator who tried it sees it.
    const other = await server.signIn(await createPerson(server.db, { roles: ["super_admin"] }));
    expect((await other.client.refused(signOnRoutes.getSamlTrial, { params })).status).toBe(404);
    await sql`UPDATE saml_trials SET created_at = now() - interval '16 minutes'`.execute(server.db);
    expect((await owner.client.refused(signOnRoutes.getSamlTrial, { params })).status).toBe(404);
  });

  test("says what is wrong with a response", async () => {
    const browser = openBrowser();
    const requestId = await requestIdOf(
      new URL(await startTrial(browser)).searchParams.get("SAMLRequest") ?? "",
    );
    const facts = factsOf(newPerson(), { inResponseTo: requestId, audience: "https://other.example" });
    const back = new URL(await post(browser, encode(signed(facts))));
    const params = { directoryId, trialId: back.searchParams.get("trial") ?? "" };
    const { trial } = await owner.client.call(signOnRoutes.getSamlTrial, { params });
    expect(trial.isAccepted).toBe(false);
    expect(trial.text).toContain("audience");
  });

  async function startTrial(browser: SignOnBrowser): Promise<string> {
    const answer = await fetch(
      `${server.url}${signOnRoutes.startSamlTrial.path.replace(":directoryId", directoryId)}`,
      { method: "POST", headers: { authorization: `Bearer ${owner.session.accessToken}` } },
    );
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split(/=(.*)/);
      browser.cookies.push({ name, value, host: new URL(publicUrl).host, path: "/" });
    }
    return ((await answer.json()) as { location: string }).location;
  }
});

describe("hostile responses", () => {
  const evil = () => newPerson({ nameId: "the-administrator" });

  /** Each gets the facts of a request that was really sent, and returns what comes back instead. */
  const hostile: Record<string, { reason: RegExp; of: (facts: SamlFacts) => string }> = {
    "without a signature": {
      reason: /Invalid signature/,
      of: (facts) => responseOf(facts, assertionOf(facts)),
    },
    "signed by a stranger": { reason: /Invalid signature/, of: (facts) => signed(facts, newSigningPair()) },
    "signed by a stranger who sends the certificate": {
      reason: /Invalid signature/,
      of: (facts) => {
        const pair = newSigningPair();
        const der = pair.certificate.replaceAll(/-----[A-Z ]+-----|\n/g, "");
        return signed(facts, pair).replace(
          "</ds:SignatureValue>",
          `</ds:SignatureValue><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${der}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`,
        );
      },
    },
    "changed after it was signed": {
      reason: /Invalid signature/,
      of: (facts) => signed(facts).replace(facts.nameId, "the-administrator"),
    },
    "signed with SHA-1": {
      reason: /algorithm is not accepted/,
      of: (facts) => {
        const assertion = assertionOf(facts);
        return responseOf(facts, withSignature(assertion, signatureOf(assertion, provider.pair, "sha1")));
      },
    },
    "for another audience": {
      reason: /audience/,
      of: (facts) => signed({ ...facts, audience: "https://other.example" }),
    },
    "for another recipient": {
      reason: /another recipient/,
      of: (facts) => signed({ ...facts, recipient: "https://other.example/acs" }),
    },
    "for another destination": {
      reason: /another destination/,
      of: (facts) => signed({ ...facts, destination: "https://other.example/acs" }),
    },
    "from another issuer": {
      reason: /another issuer/,
      of: (facts) => signed({ ...facts, issuer: "https://other.example" }),
    },
    "ten minutes old": {
      reason: /compare the clocks|expired/,
      of: (facts) => signed({ ...facts, at: new Date(facts.at.getTime() - 600_000) }),
    },
    "ten minutes early": {
      reason: /compare the clocks|not yet valid/,
      of: (facts) => signed({ ...facts, at: new Date(facts.at.getTime() + 600_000) }),
    },
    "that answers another request": {
      reason: /was not sent with/,
      of: (facts) => signed({ ...facts, inResponseTo: "_another" }),
    },
    "whose assertion answers another request": {
      reason: /was not sent with/,
      of: (facts) => {
        const assertion = assertionOf({ ...facts, inResponseTo: "_another" });
        return responseOf(facts, withSignature(assertion, signatureOf(assertion, provider.pair)));
      },
    },
    "that answers no request": {
      reason: /does not say which request/,
      of: (facts) => signed({ ...facts, inResponseTo: "" }),
    },
    "with a comment in the NameID": {
      reason: /comment/,
      of: (facts) => {
        const assertion = assertionOf({ ...facts, nameId: "the-administrator.evil" });
        const response = responseOf(facts, withSignature(assertion, signatureOf(assertion, provider.pair)));
        return response.replace("the-administrator.evil", "the-administrator<!-- -->.evil");
      },
    },
    "with a document type": {
      reason: /DOCTYPE/,
      of: (facts) => `<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]>${signed(facts)}`,
    },
    "with entities that grow": {
      reason: /DOCTYPE/,
      of: (facts) => `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aa">]>${signed(facts)}`,
    },
    "nested deeply": {
      reason: /nested too deeply/,
      of: (facts) => responseOf(facts, `${"<x>".repeat(5_000)}${"</x>".repeat(5_000)}`),
    },
    "with many declarations of namespaces": {
      reason: /too many attributes or namespaces/,
      of: (facts) => {
        const many = Array.from({ length: 1500 }, (_, at) => ` xmlns:n${at}="u${at}"`).join("");
        return signed(facts).replace("<samlp:Response", `<samlp:Response${many}`);
      },
    },
    "with a transient NameID": {
      reason: /transient/,
      of: (facts) =>
        signed({ ...facts, nameIdFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient" }),
    },
    "with a zero character": {
      reason: /character that XML does not allow/,
      of: (facts) => signed(facts).replace("status:Success", "&#0;"),
    },
    "that is no XML": { reason: /no XML|not/, of: () => "no XML at all" },
    "that the provider refused": {
      reason: /the provider refused/,
      of: (facts) => signed(facts).replace("status:Success", "status:Requester"),
    },
  };

  /** The eight ways of wrapping a signature (Somorovsky and others, 2012): the signed assertion is moved, another is read. */
  const wrapped: Record<string, (facts: SamlFacts) => string> = {
    "1: a forged response, with the signed one in its signature": (facts) => {
      const response = responseOf(facts, assertionOf(facts));
      const signature = signatureOf(response, provider.pair).replace(
        "</ds:Signature>",
        `<ds:Object>${response}</ds:Object></ds:Signature>`,
      );
      return withSignature(responseOf({ ...facts, responseId: "_evil" }, forged(facts)), signature);
    },
    "2: a forged response with the signature of the signed one, which is in it": (facts) => {
      const response = responseOf(facts, assertionOf(facts));
      const evilOne = responseOf({ ...facts, responseId: "_evil" }, forged(facts));
      return evilOne
        .replace("</samlp:Status>", `</samlp:Status>${response}`)
        .replace("</saml:Issuer>", `</saml:Issuer>${signatureOf(response, provider.pair)}`);
    },
    "3: a forged assertion before the signed one": (facts) =>
      responseOf(facts, forged(facts) + genuine(facts)),
    "4: the signed assertion within the forged one": (facts) =>
      responseOf(facts, forged(facts).replace("</saml:Assertion>", `${genuine(facts)}</saml:Assertion>`)),
    "5: the signature in the forged assertion, the signed one after it": (facts) => {
      const assertion = assertionOf(facts);
      return responseOf(
        facts,
        withSignature(forged(facts), signatureOf(assertion, provider.pair)) + assertion,
      );
    },
    "6: the signed assertion within the signature of the forged one": (facts) => {
      const assertion = assertionOf(facts);
      const signature = signatureOf(assertion, provider.pair).replace(
        "</ds:Signature>",
        `${assertion}</ds:Signature>`,
      );
      return responseOf(facts, withSignature(forged(facts), signature));
    },
    "7: the signed assertion in extensions": (facts) =>
      responseOf(facts, `<samlp:Extensions>${genuine(facts)}</samlp:Extensions>${forged(facts)}`),
    "8: the signed assertion in an object of the signature": (facts) => {
      const assertion = assertionOf(facts);
      const signature = signatureOf(assertion, provider.pair).replace(
        "</ds:Signature>",
        `<ds:Object>${assertion}</ds:Object></ds:Signature>`,
      );
      return responseOf(facts, withSignature(forged(facts), signature));
    },
    "with the same ID twice": (facts) => {
      const assertion = assertionOf(facts);
      const twin = assertionOf({ ...facts, nameId: "the-administrator" });
      return responseOf(facts, withSignature(twin, signatureOf(assertion, provider.pair)) + assertion);
    },
  };

  const genuine = (facts: SamlFacts) => {
    const assertion = assertionOf(facts);
    return withSignature(assertion, signatureOf(assertion, provider.pair));
  };
  const forged = (facts: SamlFacts) =>
    assertionOf({ ...facts, assertionId: "_evil", nameId: "the-administrator" });

  beforeAll(async () => {
    const administrator = await createPerson(server.db, { roles: ["super_admin"] });
    await server.db
      .insertInto("single_sign_on_identities")
      .values({
        issuer: `saml:${provider.entityId}`,
        subject: "the-administrator",
        user_id: administrator.id,
      })
      .execute();
  });

  test("the same facts are accepted when nothing is wrong with them", async () => {
    const browser = openBrowser();
    const { requestId } = await start(browser);
    expect(await post(browser, encode(signed(factsOf(evil(), { inResponseTo: requestId }))))).toBe(done);
  });

  test.each(Object.entries(hostile))("refuses one %s, and says why in the audit log", async (_name, one) => {
    const browser = openBrowser();
    const { requestId } = await start(browser);
    const facts = factsOf(newPerson(), { inResponseTo: requestId });
    await createPerson(server.db, { email: facts.attributes["email"]?.[0] ?? "" });
    expect(await post(browser, encode(one.of(facts)))).toBe(failed);
    expect((await reasonsOfRefusals()).at(-1)).toMatch(one.reason);
  });

  test.each(Object.entries(wrapped))("refuses a wrapped signature, %s", async (_name, wrap) => {
    const browser = openBrowser();
    const { requestId } = await start(browser);
    const facts = factsOf(newPerson(), { inResponseTo: requestId });
    await createPerson(server.db, { email: facts.attributes["email"]?.[0] ?? "" });
    const before = (await reasonsOfRefusals()).length;
    expect(await post(browser, encode(wrap(facts)))).toBe(failed);
    expect(await reasonsOfRefusals()).toHaveLength(before + 1);
  });

  test("refuses a response twice, also in another browser with the same cookie", async () => {
    const browser = openBrowser();
    const [copy, third] = [openBrowser(), openBrowser()];
    const { requestId } = await start(browser);
    for (const one of [copy, third]) one.cookies.push(...browser.cookies.map((cookie) => ({ ...cookie })));
    const response = encode(signed(factsOf(evil(), { inResponseTo: requestId })));
    expect(await post(browser, response)).toBe(done);
    expect(await post(browser, response)).toBe(failed);
    // Another assertion for the same request, with the cookie that was copied.
    const second = encode(signed(factsOf(evil(), { inResponseTo: requestId })));
    expect(await post(third, second)).toBe(failed);
    const reasons = await reasonsOfRefusals();
    expect(reasons.at(-1)).toMatch(/answered before/);
    // The audit log keeps one refusal of an attempt, and none of a response without one.
    expect(await post(copy, response)).toBe(failed);
    expect(await post(openBrowser(), response)).toBe(failed);
    expect(await reasonsOfRefusals()).toEqual(reasons);
  });

  test("refuses the response to another person's request: a stolen InResponseTo", async () => {
    const [victim, attacker] = [openBrowser(), openBrowser()];
    const { requestId } = await start(victim);
    await start(attacker);
    const response = encode(signed(factsOf(evil(), { inResponseTo: requestId })));
    expect(await post(attacker, response)).toBe(failed);
    expect(await post(openBrowser(), response)).toBe(failed);
    expect((await reasonsOfRefusals()).at(-1)).toMatch(/was not sent with/);
    // It was never used up, so its own browser is let in.
    expect(await post(victim, response)).toBe(done);
  });

  test("keeps responses and keys out of the log", async () => {
    logLines.length = 0;
    const browser = openBrowser();
    await start(browser);
    const response = encode(signed(factsOf(newPerson(), { inResponseTo: "_another" })));
    await post(browser, response);
    const log = logLines.join("");
    expect(log).toContain("saml: a response was refused");
    expect(log).not.toContain(response.slice(0, 60));
    expect(log).not.toContain("PRIVATE KEY");
  });
});

test("refuses a certificate with a short key, and settings that somebody else has changed", async () => {
  const params = { directoryId };
  const { version, settings } = await owner.client.call(signOnRoutes.getSamlSettings, { params });
  const body = { version, settings: { ...settings!, certificates: [shortCertificate] } };
  const refused = await owner.client.refused(signOnRoutes.setSamlSettings, { params, body });
  expect(refused.body.error.code).toBe("saml_certificate_invalid");
  const old = { params, body: { version: version - 1, settings: settings! } };
  const conflict = await owner.client.refused(signOnRoutes.setSamlSettings, old);
  expect(conflict.body.error.code).toBe("changed_meanwhile");
  const second = await owner.client.refused(directoryRoutes.createDirectory, {
    body: { id: uuidv7(), name: "Another", kind: "saml" },
  });
  expect(second.body.error.code).toBe("directory_kind_taken");
});

/** Not a certificate at all: its key cannot be read. */
const shortCertificate = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----";

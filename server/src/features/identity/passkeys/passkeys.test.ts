import { administrationRoutes } from "@atoll/contract/administration/routes";
import { passkeyRoutes } from "@atoll/contract/identity/passkey-routes";
import { maxPasskeys } from "@atoll/contract/identity/passkey-schemas";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addressOf } from "../../../../test/client.ts";
import { createPerson, type TestPerson } from "../../../../test/factories.ts";
import { type SignedIn, startTestServer, type TestServer } from "../../../../test/harness.ts";
import { createPasskeyDevice } from "../../../../test/passkey-device.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.db
    .insertInto("roles")
    .values([
      { name: "keeper", department_id: null, requires_passkey: true },
      { name: "treasurer", department_id: null, requires_second_factor: true },
    ])
    .execute();
});
afterAll(() => server.close());

type Device = ReturnType<typeof createPasskeyDevice>;
const passkeyGrant = { grant_type: "passkey" } as const;
const passwordGrant = { grant_type: "password" } as const;

async function challengeToSignIn(): Promise<string> {
  const { options } = await server.anyone.call(passkeyRoutes.startPasskeySignIn, {});
  return options.challenge;
}

async function challengeToAdd({ client }: SignedIn, person: TestPerson): Promise<string> {
  const { options } = await client.call(passkeyRoutes.startPasskey, {
    body: { currentPassword: person.password },
  });
  return options.challenge;
}

async function add(signedIn: SignedIn, person: TestPerson, name = "Phone") {
  const device = createPasskeyDevice();
  const challenge = await challengeToAdd(signedIn, person);
  const passkey = await signedIn.client.call(passkeyRoutes.addPasskey, {
    body: { name, passkey: device.make({ challenge }) },
  });
  return { device, passkey };
}

async function withPasskey(given: Parameters<typeof createPerson>[1] = {}) {
  const person = await createPerson(server.db, given);
  const signedIn = await server.signIn(person);
  return { person, signedIn, ...(await add(signedIn, person)) };
}

type Signing = Omit<Parameters<Device["sign"]>[0], "challenge">;

/** Signs in with a passkey, and answers the status. */
async function enter(device: Pick<Device, "sign">, signing: Signing, challenge: string): Promise<number> {
  const body = { passkey: device.sign({ ...signing, challenge }) };
  const path = addressOf(identityRoutes.createToken, { query: passkeyGrant, body });
  return (await server.anyone.send("POST", path, { body })).status;
}

async function refusedSignIn(device: Pick<Device, "sign">, signing: Signing = {}) {
  const { status, body } = await server.anyone.refused(identityRoutes.createToken, {
    query: passkeyGrant,
    body: { passkey: device.sign({ ...signing, challenge: await challengeToSignIn() }) },
  });
  return [status, body.error.code];
}

function signInWithPassword(person: TestPerson) {
  return server.anyone.refused(identityRoutes.createToken, {
    query: passwordGrant,
    body: { email: person.email, password: person.password },
  });
}

/** Runs with a second server on the same database, started with another address, and puts the address back. */
async function atAddress(publicUrl: string, run: (moved: TestServer) => Promise<void>): Promise<void> {
  const moved = await startTestServer({ databaseUrl: server.databaseUrl, publicUrl });
  try {
    await run(moved);
  } finally {
    await moved.close();
    await sql`UPDATE passkey_site SET site = 'localhost'`.execute(server.db);
    await server.felt();
  }
}

async function actsOf(person: TestPerson): Promise<string[]> {
  const rows = await server.db
    .selectFrom("audit_log")
    .select("action")
    .where("subject_id", "=", person.id)
    .orderBy("number")
    .execute();
  return rows.map(({ action }) => action);
}

describe("adding a passkey", () => {
  test("lists it, tells its owner and the audit log, and lets the device sign in alone", async () => {
    const { person, signedIn, device, passkey } = await withPasskey();
    expect(passkey).toMatchObject({ name: "Phone", isSynced: false, lastUsedAt: null });
    const { session, user } = await server.anyone.call(identityRoutes.createToken, {
      query: passkeyGrant,
      body: { passkey: device.sign({ challenge: await challengeToSignIn() }) },
    });
    expect(user).toMatchObject({ id: person.id, hasPasskey: true });
    expect(session.accessToken).toBeTruthy();
    const { passkeys, isRequired } = await signedIn.client.call(passkeyRoutes.listPasskeys, {});
    expect(passkeys).toEqual([{ ...passkey, lastUsedAt: expect.any(String) }]);
    expect(isRequired).toBe(false);
    const noticesNow = async () => {
      const { user: now } = await signedIn.client.call(identityRoutes.getCurrentUser, {});
      return now.notices.map(({ kind }) => kind);
    };
    await expect.poll(noticesNow).toEqual(["passkey.added"]);
    expect(await actsOf(person)).toContain("passkey.added");
  });

  test("needs the password, a challenge of the same person, and a device that made sure of its owner", async () => {
    const person = await createPerson(server.db);
    const signedIn = await server.signIn(person);
    const other = await createPerson(server.db);
    const othersSession = await server.signIn(other);
    const wrong = await signedIn.client.refused(passkeyRoutes.startPasskey, {
      body: { currentPassword: "not this one" },
    });
    expect(wrong.body.error.code).toBe("current_password_wrong");
    const none = await signedIn.client.refused(passkeyRoutes.startPasskey, { body: {} });
    expect(none.body.error.code).toBe("current_password_wrong");

    const refusals = {
      "a challenge of somebody else": { challenge: await challengeToAdd(othersSession, other) },
      "a challenge to sign in": { challenge: await challengeToSignIn() },
      "another site": { challenge: await challengeToAdd(signedIn, person), site: "evil.example" },
      "another origin": {
        challenge: await challengeToAdd(signedIn, person),
        origin: "https://evil.example",
      },
      "an unverified owner": { challenge: await challengeToAdd(signedIn, person), isVerified: false },
    };
    for (const [what, signing] of Object.entries(refusals)) {
      const { body } = await signedIn.client.refused(passkeyRoutes.addPasskey, {
        body: { name: "Phone", passkey: createPasskeyDevice().make(signing) },
      });
      expect([what, body.error.code]).toEqual([what, "passkey_failed"]);
    }
    expect((await signedIn.client.call(passkeyRoutes.listPasskeys, {})).passkeys).toEqual([]);
  });

  test("answers the same when its answer was lost, and keeps a limit", async () => {
    const person = await createPerson(server.db);
    const signedIn = await server.signIn(person);
    const device = createPasskeyDevice();
    const body = {
      name: "Phone",
      passkey: device.make({ challenge: await challengeToAdd(signedIn, person) }),
    };
    const first = await signedIn.client.call(passkeyRoutes.addPasskey, { body });
    expect(await signedIn.client.call(passkeyRoutes.addPasskey, { body })).toEqual(first);
    await sql`INSERT INTO passkeys
        (id, user_id, site, credential_id, public_key, signature_count, transports, is_synced, name)
      SELECT gen_random_uuid(), ${person.id}, 'localhost', 'spare' || n, '', 0, '{}', false, 'Spare'
      FROM generate_series(2, ${maxPasskeys}::int) n`.execute(server.db);
    const full = await signedIn.client.refused(passkeyRoutes.startPasskey, {
      body: { currentPassword: person.password },
    });
    expect(full.body.error.code).toBe("too_many_passkeys");
  });

  test("is not possible where the server has an address without a name", async () => {
    await atAddress("https://192.0.2.7", async (numbered) => {
      const { body } = await numbered.anyone.refused(passkeyRoutes.startPasskeySignIn, {});
      expect(body.error.code).toBe("passkeys_off");
    });
  });
});

describe("signing in with a passkey", () => {
  test("is refused with a used challenge, for another site or origin, and without a verified owner", async () => {
    const { person, device } = await withPasskey();
    const challenge = await challengeToSignIn();
    expect(await enter(device, {}, challenge)).toBe(200);
    expect(await enter(device, {}, challenge)).toBe(401);
    expect(await refusedSignIn(device, { site: "evil.example" })).toEqual([401, "passkey_failed"]);
    expect(await refusedSignIn(device, { origin: "https://evil.example" })).toEqual([401, "passkey_failed"]);
    expect(await refusedSignIn(device, { isVerified: false })).toEqual([401, "passkey_failed"]);
    expect(await actsOf(person)).toContain("session.refused");
  });

  test("is refused for a device that nobody added, and for one whose signature is another's", async () => {
    const { device } = await withPasskey();
    expect(await refusedSignIn(createPasskeyDevice())).toEqual([401, "passkey_failed"]);
    const thief = createPasskeyDevice();
    const forged: Pick<Device, "sign"> = { sign: (signing) => ({ ...thief.sign(signing), id: device.id }) };
    expect(await refusedSignIn(forged)).toEqual([401, "passkey_failed"]);
  });

  test("notices a copy of the passkey by a count that does not grow", async () => {
    const { device } = await withPasskey();
    expect(await enter(device, { count: 5 }, await challengeToSignIn())).toBe(200);
    expect(await refusedSignIn(device, { count: 5 })).toEqual([401, "passkey_failed"]);
    expect(await enter(device, { count: 6 }, await challengeToSignIn())).toBe(200);
  });

  test("lets nobody in whose account is disabled or whose passkey was removed", async () => {
    const { person, signedIn, device, passkey } = await withPasskey();
    await signedIn.client.call(passkeyRoutes.removePasskey, {
      params: { passkeyId: passkey.id },
      body: { currentPassword: person.password },
    });
    expect(await refusedSignIn(device)).toEqual([401, "passkey_failed"]);
    const leaver = await withPasskey();
    await sql`UPDATE accounts SET disabled_at = now() WHERE id = ${leaver.person.id}`.execute(server.db);
    expect(await refusedSignIn(leaver.device)).toEqual([403, "account_disabled"]);
  });
});

describe("a passkey as the only way in", () => {
  test("refuses the password of those who chose it, and holds back their sessions that began with it", async () => {
    const { person, signedIn, device } = await withPasskey();
    const elsewhere = await server.signIn(person);
    await signedIn.client.call(passkeyRoutes.requirePasskey, {
      body: { isRequired: true, currentPassword: person.password },
    });
    await server.felt();
    const refused = await signInWithPassword(person);
    expect([refused.status, refused.body.error.code]).toEqual([401, "passkey_required"]);
    const { user } = await elsewhere.client.call(identityRoutes.getCurrentUser, {});
    expect(user).toMatchObject({ mustUsePasskey: true, mustSetUpSecondFactor: true });
    const held = await elsewhere.client.refused(identityRoutes.listSessions, {});
    expect(held.body.error.code).toBe("passkey_setup_required");
    // The session that the passkey was added in counts as one by passkey, and a new one does.
    await signedIn.client.call(identityRoutes.listSessions, {});
    expect(await enter(device, {}, await challengeToSignIn())).toBe(200);
  });

  test("lets a role ask for one: until it is added nothing else works, then the password does not let in", async () => {
    const person = await createPerson(server.db, { roles: ["user", "keeper"] });
    const signedIn = await server.signIn(person);
    const { user } = await signedIn.client.call(identityRoutes.getCurrentUser, {});
    expect(user).toMatchObject({ mustUsePasskey: true, hasPasskey: false });
    await signedIn.client.refused(identityRoutes.listSessions, {});
    const { passkey } = await add(signedIn, person);
    await server.felt();
    await signedIn.client.call(identityRoutes.listSessions, {});
    expect((await signInWithPassword(person)).body.error.code).toBe("passkey_required");
    const last = await signedIn.client.refused(passkeyRoutes.removePasskey, {
      params: { passkeyId: passkey.id },
      body: { currentPassword: person.password },
    });
    expect(last.body.error.code).toBe("passkey_needed");
  });

  test("counts as the second factor that a role asks for", async () => {
    const person = await createPerson(server.db, { roles: ["user", "treasurer"] });
    const signedIn = await server.signIn(person);
    const { device } = await add(signedIn, person);
    await server.felt();
    await signedIn.client.call(identityRoutes.listSessions, {});
    expect((await signInWithPassword(person)).body.error.code).toBe("passkey_required");
    expect(await enter(device, {}, await challengeToSignIn())).toBe(200);
  });

  test("is refused without a passkey, and ends when an administrator resets the second factor", async () => {
    const bare = await createPerson(server.db);
    const bareSession = await server.signIn(bare);
    const refused = await bareSession.client.refused(passkeyRoutes.requirePasskey, {
      body: { isRequired: true, currentPassword: bare.password },
    });
    expect(refused.body.error.code).toBe("passkey_missing");

    const { person, signedIn, device } = await withPasskey();
    await signedIn.client.call(passkeyRoutes.requirePasskey, {
      body: { isRequired: true, currentPassword: person.password },
    });
    const admin = await server.signIn(await createPerson(server.db, { roles: ["super_admin"] }));
    await admin.client.call(administrationRoutes.resetUserSecondFactor, { params: { userId: person.id } });
    expect(await refusedSignIn(device)).toEqual([401, "passkey_failed"]);
    const { user } = await server.signIn(person);
    expect(user).toMatchObject({ hasPasskey: false, mustUsePasskey: false });
  });
});

describe("keeping others out", () => {
  test("a session that waits for a passkey cannot add one, nor an authenticator app", async () => {
    const { person, signedIn, device } = await withPasskey();
    const thief = await server.signIn(person);
    const started = await challengeToAdd(thief, person);
    await signedIn.client.call(passkeyRoutes.requirePasskey, {
      body: { isRequired: true, currentPassword: person.password },
    });
    await server.felt();
    const body = { currentPassword: person.password };
    for (const refused of [
      await thief.client.refused(passkeyRoutes.startPasskey, { body }),
      await thief.client.refused(passkeyRoutes.addPasskey, {
        body: { name: "Mine", passkey: createPasskeyDevice().make({ challenge: started }) },
      }),
      await thief.client.refused(identityRoutes.startSecondFactor, { body }),
    ])
      expect([refused.status, refused.body.error.code]).toEqual([403, "passkey_setup_required"]);
    expect(await enter(device, {}, await challengeToSignIn())).toBe(200);
  });

  test("a new password by an administrator removes the passkeys that somebody may have added", async () => {
    const { person, device } = await withPasskey();
    const admin = await server.signIn(await createPerson(server.db, { roles: ["super_admin"] }));
    await admin.client.call(administrationRoutes.setUserPassword, {
      params: { userId: person.id },
      body: { password: "another horse battery" },
    });
    expect(await refusedSignIn(device)).toEqual([401, "passkey_failed"]);
  });

  test("a role requires passkeys only by the word of someone who signed in with one", async () => {
    const admin = await createPerson(server.db, { roles: ["super_admin"] });
    const signedIn = await server.signIn(admin);
    const { role } = await signedIn.client.call(administrationRoutes.createRole, {
      body: { name: "guardian", description: "", departmentId: null },
    });
    const change = { params: { roleId: role.id }, body: { version: role.version, requiresPasskey: true } };
    const refused = await signedIn.client.refused(administrationRoutes.updateRole, change);
    expect(refused.body.error.code).toBe("passkey_untried");
    await add(signedIn, admin);
    const changed = await signedIn.client.call(administrationRoutes.updateRole, change);
    expect(changed.role.requiresPasskey).toBe(true);
  });

  test("passkeys of an earlier host name count for nothing, and their owners add new ones", async () => {
    const person = await createPerson(server.db, { roles: ["user", "keeper"] });
    const { device } = await add(await server.signIn(person), person);
    await atAddress("https://atoll.example", async (moved) => {
      const { options } = await moved.anyone.call(passkeyRoutes.startPasskeySignIn, {});
      const refused = await moved.anyone.refused(identityRoutes.createToken, {
        query: passkeyGrant,
        body: { passkey: device.sign({ challenge: options.challenge }) },
      });
      expect(refused.body.error.code).toBe("passkey_failed");
      const { user } = await moved.signIn(person);
      expect(user).toMatchObject({ hasPasskey: false, mustUsePasskey: true });
    });
  });

  test("a passkey that could not be kept is kept when it is sent again", async () => {
    const person = await createPerson(server.db);
    const signedIn = await server.signIn(person);
    const challenge = await challengeToAdd(signedIn, person);
    const body = { name: "Phone", passkey: createPasskeyDevice().make({ challenge }) };
    await sql`ALTER TABLE passkeys ADD CONSTRAINT broken CHECK (name <> 'Phone') NOT VALID`.execute(
      server.db,
    );
    const failed = await signedIn.client.refused(passkeyRoutes.addPasskey, { body });
    await sql`ALTER TABLE passkeys DROP CONSTRAINT broken`.execute(server.db);
    expect(failed.status).toBe(500);
    expect(await signedIn.client.call(passkeyRoutes.addPasskey, { body })).toMatchObject({ name: "Phone" });
  });
});

test("a passkey belongs to its owner: nobody else can rename or remove it", async () => {
  const { signedIn, passkey } = await withPasskey();
  const stranger = await createPerson(server.db);
  const { client } = await server.signIn(stranger);
  const params = { passkeyId: passkey.id };
  const renamed = await client.refused(passkeyRoutes.renamePasskey, { params, body: { name: "Mine" } });
  expect(renamed.body.error.code).toBe("passkey_not_found");
  const removed = await client.refused(passkeyRoutes.removePasskey, {
    params,
    body: { currentPassword: stranger.password },
  });
  expect(removed.body.error.code).toBe("passkey_not_found");
  const own = await signedIn.client.call(passkeyRoutes.renamePasskey, {
    params,
    body: { name: "Old phone" },
  });
  expect(own.name).toBe("Old phone");
});

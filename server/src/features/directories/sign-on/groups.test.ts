import { directoryRoutes } from "@atoll/contract/directories/routes";
import type { DirectoryPerson, Mapping } from "@atoll/contract/directories/schemas";
import { signOnRoutes } from "@atoll/contract/directories/sign-on-routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { idsByName } from "../../../../test/announcers.ts";
import { createScim } from "../../../../test/directories.ts";
import { createPerson } from "../../../../test/factories.ts";
import { type SignedIn, startTestServer, type TestServer } from "../../../../test/harness.ts";
import {
  type OpenIdProvider,
  type ProviderPerson,
  startOpenIdProvider,
} from "../../../../test/openid-provider.ts";
import { enqueueJob } from "../../../../test/run-job.ts";
import { openSignOnBrowser } from "../../../../test/sign-on-browser.ts";

const publicUrl = "https://atoll.example.test";
let provider: OpenIdProvider;
let server: TestServer;
let owner: SignedIn;
let roles: Record<string, string>;
let departments: Record<string, string>;
const directoryId = uuidv7();
const params = { directoryId };

beforeAll(async () => {
  provider = await startOpenIdProvider({ publicUrl });
  const { issuer, clientId, clientSecret } = provider;
  server = await startTestServer({
    singleSignOn: {
      ...{ publicUrl, issuer, clientId, clientSecret, name: "Pelican Works", createsPending: true },
      // The groups of the admin panel decide instead.
      roles: { claim: "groups", map: [{ value: "engineers", role: "admin" }] },
    },
  });
  owner = await server.signIn(await createPerson(server.db, { roles: ["super_admin"] }));
  [roles, departments] = [await idsByName(server.db, "roles"), await idsByName(server.db, "departments")];
  await owner.client.call(directoryRoutes.createDirectory, {
    body: { id: directoryId, name: "Entra ID", kind: "oidc" },
  });
  const { version } = await owner.client.call(signOnRoutes.getOidcSettings, { params });
  await owner.client.call(signOnRoutes.setOidcSettings, {
    params,
    body: { version, settings: { groupClaim: "groups" } },
  });
  const groups = await Promise.all(
    ["engineers", "owners"].map((name) =>
      owner.client.call(signOnRoutes.addDirectoryGroup, { params, body: { name } }),
    ),
  );
  const [engineers, owners] = groups.map(({ group }) => group.id);
  const gives = (groupId: string | undefined, given: Partial<Mapping>) => ({
    ...{ groupId: groupId ?? "", departmentValue: null, roleId: null, departmentId: null },
    ...given,
  });
  const seen = await owner.client.call(directoryRoutes.getMappings, { params });
  const { directory } = await owner.client.call(directoryRoutes.setMappings, {
    params,
    body: {
      version: seen.version,
      mappings: [
        gives(engineers, { roleId: roles["user"] ?? "" }),
        gives(engineers, { departmentId: departments["Backend"] ?? "" }),
        gives(owners, { roleId: roles["super_admin"] ?? "" }),
      ],
    },
  });
  await owner.client.call(directoryRoutes.startDirectory, { params, body: { version: directory.version } });
});
afterEach(() => {
  delete provider.tampering.idToken;
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

let count = 0;

function newPerson(groups?: string[]): ProviderPerson {
  count += 1;
  const email = `smith-${count}@example.test`;
  const person: ProviderPerson = {
    ...{ subject: `smith-${count}`, email, emailVerified: true, name: `Smith ${count}` },
    ...(groups && { groups }),
  };
  provider.people.push(person);
  return person;
}

async function signOn({ email }: ProviderPerson): Promise<string | null> {
  const location = await openSignOnBrowser({ url: server.url, publicUrl }).signOn(email);
  return new URL(location).searchParams.get("single-sign-on");
}

async function rightsOf({ email }: { email: string }): Promise<{ roles: string[]; departments: string[] }> {
  const { rows } = await sql<{ roles: string[]; departments: string[] }>`SELECT
      ARRAY(SELECT r.name FROM user_roles ur JOIN roles r ON r.id = ur.role_id WHERE ur.user_id = a.id ORDER BY 1) AS roles,
      ARRAY(SELECT d.name FROM user_departments ud JOIN departments d ON d.id = ud.department_id
        WHERE ud.user_id = a.id ORDER BY 1) AS departments
    FROM accounts a WHERE email = ${email}`.execute(server.db);
  return rows[0] ?? { roles: [], departments: [] };
}

async function personOf({ email }: ProviderPerson): Promise<DirectoryPerson | undefined> {
  const { items } = await owner.client.call(directoryRoutes.listDirectoryPeople, {
    params,
    query: { limit: 100 },
  });
  return items.find((person) => person.email === email);
}

async function setClaim(groupClaim: string): Promise<void> {
  const { version } = await owner.client.call(signOnRoutes.getOidcSettings, { params });
  await owner.client.call(signOnRoutes.setOidcSettings, {
    params,
    body: { version, settings: { groupClaim } },
  });
}

async function lastProblem(): Promise<string | null | undefined> {
  const { directories } = await owner.client.call(directoryRoutes.listDirectories, {});
  return directories.find(({ id }) => id === directoryId)?.lastProblem;
}

describe("groups in the claims of an OpenID provider", () => {
  test("give roles and departments at each sign-in, and take them with the group", async () => {
    const person = newPerson(["engineers", "chess"]);
    // A new person is let in at once.
    expect(await signOn(person)).toBe("done");
    expect(await rightsOf(person)).toEqual({ roles: ["user"], departments: ["Backend"] });
    await sql`INSERT INTO user_departments (user_id, department_id)
      SELECT id, ${departments["Frontend"]} FROM accounts WHERE email = ${person.email}`.execute(server.db);
    person.groups = [];
    // Without a role they wait for an administrator, as anyone does. Departments that were given by hand stay.
    expect(await signOn(person)).toBe("pending");
    expect(await rightsOf(person)).toEqual({ roles: [], departments: ["Frontend"] });
    const { rows } = await sql<{ after: unknown }>`SELECT after FROM audit_log
      WHERE action = 'user.updated' AND after ->> 'directory' = 'Entra ID' ORDER BY number DESC LIMIT 1`.execute(
      server.db,
    );
    expect(rows[0]?.after).toMatchObject({ departments: ["Frontend"], directory: "Entra ID" });
  });

  test("change nothing in the night: what an administrator has taken by hand stays away", async () => {
    const person = newPerson(["engineers"]);
    await signOn(person);
    await sql`DELETE FROM user_departments USING accounts
      WHERE user_id = accounts.id AND email = ${person.email}`.execute(server.db);
    await enqueueJob(server, "directories.sweep");
    const { version, mappings } = await owner.client.call(directoryRoutes.getMappings, { params });
    const given = mappings.map(({ groupId, departmentValue, roleId, departmentId }) => ({
      ...{ groupId, departmentValue, roleId, departmentId },
    }));
    await owner.client.call(directoryRoutes.setMappings, { params, body: { version, mappings: given } });
    await vi.waitFor(async () => {
      const { rows } = await sql`SELECT id FROM jobs.job
        WHERE name LIKE 'directories.%' AND state < 'completed'`.execute(server.db);
      expect(rows).toEqual([]);
    });
    expect((await rightsOf(person)).departments).toEqual([]);
    await signOn(person);
    expect((await rightsOf(person)).departments).toEqual(["Backend"]);
  });

  test("are gone with the claim, once anyone had it: providers leave an empty list out", async () => {
    const person = newPerson(["engineers"]);
    await signOn(person);
    delete person.groups;
    expect(await signOn(person)).toBe("pending");
    expect(await rightsOf(person)).toEqual({ roles: [], departments: [] });
  });

  test("change nothing while no sign-in has had the claim, and the page says so", async () => {
    const person = newPerson(["engineers"]);
    await signOn(person);
    await setClaim("grupos");
    expect(await signOn(person)).toBe("done");
    expect(await rightsOf(person)).toEqual({ roles: ["user"], departments: ["Backend"] });
    expect(await lastProblem()).toContain("No sign-in has named a group yet");
    await setClaim("groups");
    expect(await lastProblem()).toBeNull();
  });

  test("change nothing when some cannot be used, until the next whole list", async () => {
    const person = newPerson(["engineers"]);
    await signOn(person);
    const manyNames = Array.from({ length: 1001 }, (_, at) => `group ${at}`);
    for (const groups of [[{ name: "chess" }], ["x".repeat(257)], manyNames]) {
      provider.tampering.idToken = { claims: { groups }, isForged: false };
      expect(await signOn(person)).toBe("done");
      expect(await rightsOf(person)).toEqual({ roles: ["user"], departments: ["Backend"] });
      expect(await personOf(person)).toMatchObject({ problem: "groups_unreadable" });
    }
    delete provider.tampering.idToken;
    await signOn(person);
    expect(await personOf(person)).toMatchObject({ problem: null });
  });

  test("follow only the newest of the identifiers that an account had", async () => {
    const person = newPerson(["engineers"]);
    await signOn(person);
    await server.db
      .updateTable("single_sign_on_identities")
      .set({ subject: `${person.subject}-new` })
      .where("subject", "=", person.subject)
      .execute();
    Object.assign(person, { subject: `${person.subject}-new`, groups: ["chess"] });
    await signOn(person);
    expect(await personOf(person)).toMatchObject({ userName: person.subject, problem: null });
    expect(await rightsOf(person)).toEqual({ roles: [], departments: [] });
  });

  test("change nothing when Entra ID leaves them out for their number, which is noted with the person", async () => {
    const person = newPerson(["engineers"]);
    await signOn(person);
    delete person.groups;
    provider.tampering.idToken = { claims: { _claim_names: { groups: "src1" } }, isForged: false };
    expect(await signOn(person)).toBe("done");
    expect(await rightsOf(person)).toEqual({ roles: ["user"], departments: ["Backend"] });
    expect(await personOf(person)).toMatchObject({ problem: "groups_too_many" });
    delete provider.tampering.idToken;
    person.groups = ["engineers"];
    await signOn(person);
    expect(await personOf(person)).toMatchObject({ problem: null });
  });

  test("change an administrator only after a super administrator has confirmed the person", async () => {
    const person = newPerson(["engineers"]);
    await createPerson(server.db, { email: person.email, roles: ["admin"], name: "Ada Marsh" });
    expect(await signOn(person)).toBe("unknown");
    expect(await rightsOf(person)).toEqual({ roles: ["admin"], departments: [] });
    const seen = await personOf(person);
    expect(seen).toMatchObject({ problem: "administrator", userId: null, name: "Ada Marsh" });
    const { id, version, email, problem, userId } = seen!;
    await owner.client.call(directoryRoutes.confirmDirectoryPerson, {
      params: { directoryId, personId: id },
      body: { version, email, problem, userId },
    });
    expect(await rightsOf(person)).toEqual({ roles: ["admin", "user"], departments: ["Backend"] });
    expect(await signOn(person)).toBe("done");
    expect((await personOf(person))?.problem).toBeNull();
  });

  test("never take the last super administrator's role", async () => {
    const person = newPerson(["owners"]);
    await signOn(person);
    expect((await rightsOf(person)).roles).toEqual(["super_admin"]);
    await server.db
      .updateTable("accounts")
      .set({ disabled_at: new Date() })
      .where("id", "=", owner.user.id)
      .execute();
    person.groups = ["engineers"];
    await signOn(person);
    expect((await rightsOf(person)).roles).toContain("super_admin");
    await server.db
      .updateTable("accounts")
      .set({ disabled_at: null })
      .where("id", "=", owner.user.id)
      .execute();
  });

  test("leave accounts to a directory that has them", async () => {
    const person = newPerson(["engineers"]);
    await signOn(person);
    const scim = await createScim(server, owner);
    await scim.addUser({
      userName: person.email,
      displayName: "Smith of the directory",
      emails: [{ value: person.email, primary: true }],
      active: true,
    });
    await scim.followed();
    expect(await personOf(person)).toBeUndefined();
    person.groups = [];
    expect(await signOn(person)).toBe("done");
    // The directory's people are its own: the groups of the sign-in are noted and do nothing.
    expect(await personOf(person)).toMatchObject({ problem: "other_directory" });
    expect((await rightsOf(person)).departments).toEqual(["Backend"]);
  });

  test("are ignored while the directory is off", async () => {
    const person = newPerson(["engineers"]);
    await server.db.updateTable("directories").set({ state: "off" }).where("id", "=", directoryId).execute();
    await signOn(person);
    expect(await personOf(person)).toBeUndefined();
    await server.db.updateTable("directories").set({ state: "on" }).where("id", "=", directoryId).execute();
  });
});

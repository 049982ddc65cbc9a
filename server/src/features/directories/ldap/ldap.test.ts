import { type AddressInfo, createServer } from "node:net";
import { administrationRoutes } from "@atoll/contract/administration/routes";
import { type LdapSettings, ldapPresets } from "@atoll/contract/directories/ldap-schemas";
import { directoryRoutes } from "@atoll/contract/directories/routes";
import type { Directory } from "@atoll/contract/directories/schemas";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { fullTest } from "../../../../../contract/test/full-check.ts";
import { createPerson, testPassword } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import type { SignedIn } from "../../../../test/harness.ts";
import { type LdapEntry, type LdapTestServer, startLdapServer } from "../../../../test/ldap-server.ts";

const server = sharedServer();
let admin: SignedIn;
let ldap: LdapTestServer;
let departments: Record<string, string>;
beforeAll(async () => {
  admin = await server.signIn(await createPerson(server.db, { name: "Root", roles: ["super_admin"] }));
  const rows = await server.db.selectFrom("departments").select(["id", "name"]).execute();
  departments = Object.fromEntries(rows.map(({ id, name }) => [name, id]));
});
beforeEach(async () => {
  await sql`DELETE FROM directories`.execute(server.db);
  ldap = await startLdapServer([reader]);
});
afterEach(() => ldap.close());

const base = "dc=example,dc=test";
const reader: LdapEntry = {
  dn: `cn=reader,${base}`,
  password: "reads",
  attributes: { objectClass: "person" },
};

let count = 0;
function person(name: string, more: Record<string, string> = {}): LdapEntry {
  count += 1;
  const uid = `${name.toLowerCase().replace(/\W/g, "")}${count}`;
  return {
    dn: `uid=${uid},ou=people,${base}`,
    password: `secret of ${uid}`,
    attributes: {
      ...{ objectClass: "inetOrgPerson", entryUUID: uuidv7(), uid, cn: name, displayName: name },
      mail: `${uid}@example.test`,
      ...more,
    },
  };
}
function group(name: string, members: readonly LdapEntry[]): LdapEntry {
  const attributes = {
    objectClass: "groupOfNames",
    entryUUID: uuidv7(),
    cn: name,
    member: members.map(({ dn }) => dn),
  };
  return { dn: `cn=${name},ou=groups,${base}`, attributes };
}
const mailOf = ({ attributes }: LdapEntry) => String(attributes["mail"]);

const settings = (more: Partial<LdapSettings> = {}): LdapSettings => ({
  ...ldapPresets.openldap,
  ...{ urls: [ldap.url], startTls: false, caCertificate: "", bindDn: reader.dn },
  ...{ peopleBase: `ou=people,${base}`, groupBase: `ou=groups,${base}`, maySignIn: true, leaverPercent: 20 },
  ...more,
});

async function createDirectory(more: Partial<LdapSettings> = {}): Promise<string> {
  const id = uuidv7();
  await admin.client.call(directoryRoutes.createDirectory, { body: { id, name: "OpenLDAP", kind: "ldap" } });
  await save(id, more);
  return id;
}
async function save(directoryId: string, more: Partial<LdapSettings> = {}) {
  const { version } = await admin.client.call(directoryRoutes.getLdapSettings, { params: { directoryId } });
  const body = { version, settings: settings(more), password: "reads" };
  await admin.client.call(directoryRoutes.setLdapSettings, { params: { directoryId }, body });
}
async function find(id: string): Promise<Directory> {
  const { directories } = await admin.client.call(directoryRoutes.listDirectories, {});
  return directories.find((one) => one.id === id) as Directory;
}
/** Reads the directory, and waits until it is done and every account follows. */
async function run(id: string, leavers?: number): Promise<Directory> {
  await sql`UPDATE directories SET last_at = NULL, last_problem = NULL WHERE id = ${id}`.execute(server.db);
  const body = leavers === undefined ? {} : { leavers };
  await admin.client.call(directoryRoutes.runDirectory, { params: { directoryId: id }, body });
  return settled(id, ({ lastAt, lastProblem }) => lastAt !== null || lastProblem !== null);
}
async function start(id: string): Promise<Directory> {
  const { version } = await find(id);
  await admin.client.call(directoryRoutes.startDirectory, { params: { directoryId: id }, body: { version } });
  return settled(id, () => true);
}
function settled(id: string, isDone: (directory: Directory) => boolean): Promise<Directory> {
  return vi.waitFor(
    async () => {
      const directory = await find(id);
      const isBusy = directory.isRunning || (directory.state === "on" && directory.people.due > 0);
      if (isBusy || !isDone(directory)) throw new Error(`not done: ${JSON.stringify(directory)}`);
      return directory;
    },
    { interval: 20 },
  );
}
async function accountOf(email: string) {
  const { users } = await admin.client.call(administrationRoutes.listUsers, { query: { search: email } });
  return users[0];
}
async function signIn(email: string, password: string): Promise<string> {
  const answer = await server.anyone.send("POST", `${identityRoutes.createToken.path}?grant_type=password`, {
    body: { email, password },
  });
  const body = answer.body as { error?: { code: string }; user?: { email: string } };
  return body.error?.code ?? `in as ${body.user?.email}`;
}

describe("a directory that is read by LDAP", () => {
  test("changes nothing before it is started, then gives accounts and what groups in groups give", async () => {
    const [ada, ben] = [person("Ada Quay"), person("Ben Roe", { preferredLanguage: "de" })];
    const inner = group("Inner", [ada]);
    ldap.entries.push(ada, ben, inner, group("Outer", [inner, ben]), person("No Address", { mail: "" }));
    const id = await createDirectory();
    const read = await run(id);
    expect(read).toMatchObject({ state: "trial", lastProblem: null, groupCount: 2, people: { active: 2 } });
    const { plan } = await admin.client.call(directoryRoutes.planDirectory, { params: { directoryId: id } });
    expect(plan.counts).toMatchObject({ create: 2, disable: 0 });
    expect(await accountOf(mailOf(ada))).toBeUndefined();
    const { items } = await admin.client.call(directoryRoutes.listDirectoryGroups, {
      params: { directoryId: id },
      query: { search: "outer" },
    });
    const mapping = { groupId: items[0]?.id ?? "", departmentValue: null, roleId: null };
    await admin.client.call(directoryRoutes.setMappings, {
      params: { directoryId: id },
      body: { version: read.version, mappings: [{ ...mapping, departmentId: departments["Backend"] ?? "" }] },
    });
    await start(id);
    const account = await accountOf(mailOf(ada));
    expect(account).toMatchObject({ name: "Ada Quay", departments: [{ name: "Backend" }] });
    // Taken out of the inner group, and renamed.
    inner.attributes["member"] = [];
    ada.attributes["displayName"] = "Ada Quayside";
    await run(id);
    expect(await accountOf(mailOf(ada))).toMatchObject({
      id: account?.id,
      name: "Ada Quayside",
      departments: [],
    });
    expect(await accountOf(mailOf(ben))).toMatchObject({ departments: [{ name: "Backend" }] });
  });

  test("disables who is gone, and asks before it disables many", async () => {
    const people = Array.from({ length: 10 }, (_, at) => person(`Colleague ${at}`));
    ldap.entries.push(...people);
    const id = await createDirectory({ groupBase: "" });
    await run(id);
    await start(id);
    const [first, second, third, fourth] = people as [LdapEntry, LdapEntry, LdapEntry, LdapEntry];
    ldap.entries.splice(ldap.entries.indexOf(first), 1);
    await run(id);
    expect(await accountOf(mailOf(first))).toMatchObject({ isDisabled: true });
    for (const one of [second, third, fourth]) ldap.entries.splice(ldap.entries.indexOf(one), 1);
    const stopped = await run(id);
    expect(stopped.lastProblem).toBe(
      "3 of 9 people would be disabled at once. Nothing was changed. Confirm it if that is right.",
    );
    expect(stopped.leavers).toBe(3);
    expect(await accountOf(mailOf(second))).toMatchObject({ isDisabled: false });
    expect(await run(id, 3)).toMatchObject({
      lastProblem: null,
      leavers: null,
      people: { active: 6, left: 4 },
    });
    expect(await accountOf(mailOf(second))).toMatchObject({ isDisabled: true });
    // Somebody who comes back has the account that they had.
    const before = await accountOf(mailOf(second));
    ldap.entries.push(second);
    await run(id);
    expect(await accountOf(mailOf(second))).toMatchObject({ id: before?.id, isDisabled: false });
  });

  test.each<[string, (people: LdapEntry[]) => void, string]>([
    [
      "nobody",
      () => {
        const place = { dn: `ou=people,${base}`, attributes: { objectClass: "organizationalUnit" } };
        ldap.entries.splice(0, ldap.entries.length, reader, place);
      },
      "answered with no people",
    ],
    [
      "no such place",
      () => {
        ldap.entries.splice(0, ldap.entries.length, reader);
      },
      "does not exist in the directory",
    ],
    [
      "half",
      () => {
        ldap.cutAfterPages = 1;
      },
      "could not be read",
    ],
    [
      "two people of one address",
      (people) => {
        people[1]!.attributes["mail"] = people[0]!.attributes["mail"]!;
      },
      "Two entries have the address",
    ],
    [
      "another password for the reader",
      () => {
        reader.password = "changed";
      },
      "refused the account that reads",
    ],
  ])("that answers with %s changes nothing, and says why", async (_what, spoil, problem) => {
    const people = Array.from({ length: 501 }, (_, at) => person(`Person ${at}`));
    ldap.entries.push(...people);
    const id = await createDirectory({ groupBase: "" });
    expect(await run(id)).toMatchObject({ lastProblem: null, people: { active: 501 } });
    const rows = () =>
      sql`SELECT * FROM directory_people WHERE directory_id = ${id} ORDER BY id`.execute(server.db);
    const before = await rows();
    spoil(people);
    try {
      expect((await run(id)).lastProblem).toContain(problem);
    } finally {
      reader.password = "reads";
    }
    expect((await rows()).rows).toEqual(before.rows);
  });

  test("gives nobody a name that looks like another's, also of people who come together", async () => {
    const [ada, double] = [person("Ada Quay"), person("\u0410da Quay", { preferredLanguage: "fr" })];
    ldap.entries.push(ada, double, person("Ben Roe"));
    const id = await createDirectory({ groupBase: "" });
    await run(id);
    await start(id);
    expect(await accountOf(mailOf(ada))).toMatchObject({ name: "Ada Quay" });
    expect(await accountOf(mailOf(double))).toMatchObject({ name: mailOf(double) });
    const { rows } = await sql<{
      language: string | null;
    }>`SELECT preferences->>'language' AS language FROM accounts
      WHERE email = ANY(${[ada, double].map(mailOf)}::text[]) ORDER BY 1`.execute(server.db);
    expect(rows.map(({ language }) => language)).toEqual(["fr-FR", null]);
  });

  test("knows an entry that was removed and made again, and user names that two people swapped", async () => {
    const people = Array.from({ length: 8 }, (_, at) => person(`Sailor ${at}`));
    const [remade, leaver, left, right, powerful] = people as [LdapEntry, ...LdapEntry[]] & LdapEntry[];
    ldap.entries.push(...people);
    const id = await createDirectory({ groupBase: "", leaverPercent: 30 });
    await run(id);
    await start(id);
    const account = await accountOf(mailOf(remade));
    await sql`INSERT INTO user_roles (user_id, role_id) SELECT a.id, r.id FROM accounts a, roles r
      WHERE a.email = ${mailOf(powerful!)} AND r.name = 'admin'`.execute(server.db);
    for (const one of [remade, powerful!]) one.attributes["entryUUID"] = uuidv7();
    ldap.entries.splice(ldap.entries.indexOf(leaver!), 1);
    const names = [left!, right!].map(({ attributes }) => attributes["uid"]!);
    [right!.attributes["uid"], left!.attributes["uid"]] = names as [string, string];
    // Somebody new has the user name of the person who left.
    ldap.entries.push(person("Newcomer", { uid: String(leaver!.attributes["uid"]) }));
    expect(await run(id)).toMatchObject({ lastProblem: null, people: { active: 8, left: 2, problems: 1 } });
    expect(await accountOf(mailOf(leaver!))).toMatchObject({ isDisabled: true });
    expect(await accountOf(mailOf(remade))).toMatchObject({ id: account?.id, isDisabled: false });
    // Someone who can add entries must not get the account of an administrator by it.
    expect(await accountOf(mailOf(powerful!))).toMatchObject({ isDisabled: true });
    const { items } = await admin.client.call(directoryRoutes.listDirectoryPeople, {
      params: { directoryId: id },
      query: {},
    });
    const nameOf = (one: LdapEntry) => items.find(({ email }) => email === mailOf(one))?.userName;
    expect([nameOf(right!), nameOf(left!)]).toEqual(names);
  });

  test("asks before it disables many who were deactivated", async () => {
    const people = Array.from({ length: 5 }, (_, at) => person(`Clerk ${at}`));
    ldap.entries.push(...people);
    const id = await createDirectory({ groupBase: "" });
    await run(id);
    await start(id);
    for (const { attributes } of people) attributes["userAccountControl"] = "514";
    expect(await run(id)).toMatchObject({
      lastProblem:
        "5 of 5 people would be disabled at once. Nothing was changed. Confirm it if that is right.",
      ...{ leavers: 5, people: { active: 5 } },
    });
    expect(await run(id, 5)).toMatchObject({ lastProblem: null, people: { active: 0, left: 5 } });
    // They are not counted again.
    ldap.entries.splice(ldap.entries.indexOf(people[0]!), 1);
    expect(await run(id)).toMatchObject({ lastProblem: null });
  });

  test("has everyone else follow when the account of one person cannot", async () => {
    const [first, second, third] = [person("First"), person("Second"), person("Third")];
    ldap.entries.push(first, second, third);
    const id = await createDirectory({ groupBase: "", leaverPercent: 100 });
    await run(id);
    await start(id);
    // Its address was stored before bots were told apart; the next run finds that it is no person's.
    const bot = uuidv7();
    await sql`INSERT INTO profiles (id, name, is_program) VALUES (${bot}, 'Helper', true)`.execute(server.db);
    await sql`INSERT INTO accounts (id, email, is_bot) VALUES (${bot}, ${`${bot}@bots.invalid`}, true)`.execute(
      server.db,
    );
    await sql`UPDATE directory_people SET email = ${`${bot}@bots.invalid`}, is_due = true
      WHERE directory_id = ${id} AND user_name = ${String(first.attributes["uid"])}`.execute(server.db);
    first.attributes["mail"] = `${bot}@bots.invalid`;
    ldap.entries.splice(ldap.entries.indexOf(third), 1);
    expect(await run(id)).toMatchObject({ lastProblem: null, people: { due: 0, problems: 1 } });
    expect(await accountOf(mailOf(third))).toMatchObject({ isDisabled: true });
    const { items } = await admin.client.call(directoryRoutes.listDirectoryPeople, {
      params: { directoryId: id },
      query: { only: "problems" },
    });
    expect(items).toMatchObject([{ name: "First", problem: "address_taken" }]);
  });

  test("is asked at its next server when the first cannot be reached", async () => {
    ldap.entries.push(person("Ada Quay"));
    const id = await createDirectory({ urls: ["ldap://127.0.0.1:9", ldap.url], groupBase: "" });
    expect(await run(id)).toMatchObject({ lastProblem: null, people: { active: 1 } });
  });

  test("is tried before its settings are saved, with a plain answer", async () => {
    ldap.entries.push(person("Ada Quay"), group("Crew", []));
    const id = await createDirectory();
    const tryWith = async (more: Partial<LdapSettings>, password?: string) => {
      const body = { settings: settings(more), ...(password === undefined ? {} : { password }) };
      return admin.client.call(directoryRoutes.testLdap, { params: { directoryId: id }, body });
    };
    expect(await tryWith({})).toEqual({ isRight: true, text: "Found 1 people and 1 groups." });
    expect(await tryWith({}, "wrong")).toMatchObject({
      isRight: false,
      text: expect.stringContaining("refused"),
    });
    expect(await tryWith({ peopleBase: "ou=nowhere" })).toMatchObject({ isRight: false });
    expect(await tryWith({ urls: ["ldap://127.0.0.1:9"] }, "reads")).toEqual({
      isRight: false,
      text: "The directory could not be read: the server refuses connections at this port.",
    });
    // Where clouds keep the credentials of a machine.
    expect(await tryWith({ urls: ["ldaps://169.254.169.254"] }, "reads")).toMatchObject({
      isRight: false,
      text: expect.stringContaining("not allowed"),
    });
    // The stored password goes to no other server.
    const elsewhere = await admin.client.refused(directoryRoutes.testLdap, {
      params: { directoryId: id },
      body: { settings: settings({ urls: ["ldap://127.0.0.1:9"] }) },
    });
    expect(elsewhere.body.error.code).toBe("ldap_password_needed");
    const plain = await admin.client.refused(directoryRoutes.testLdap, {
      params: { directoryId: id },
      body: { settings: settings({ urls: ["ldap://directory.example.test"] }), password: "reads" },
    });
    expect(plain.body.error.code).toBe("invalid_request");
    const shown = await admin.client.send("GET", `/api/admin/directories/${id}/ldap`);
    expect(JSON.stringify(shown.body)).not.toContain('"reads"');
  });
});

describe("signing in", () => {
  let id: string;
  beforeEach(async () => {
    id = await createDirectory();
  });

  test("works with the password of the directory, also for somebody new, and with no other", async () => {
    const ada = person("Ada Quay");
    ldap.entries.push(ada, person("Ben Roe"), group("Crew", [ada]));
    await run(id);
    await start(id);
    expect(await signIn(mailOf(ada), ada.password ?? "")).toBe(`in as ${mailOf(ada)}`);
    expect(await signIn(mailOf(ada).toUpperCase(), ada.password ?? "")).toBe(`in as ${mailOf(ada)}`);
    expect(await signIn(mailOf(ada), "wrong")).toBe("invalid_credentials");
    expect(await signIn(mailOf(ada), "")).toBe("invalid_request");
    const cem = person("Cem New");
    ldap.entries.push(cem);
    expect(await signIn(mailOf(cem), "wrong")).toBe("invalid_credentials");
    expect(await accountOf(mailOf(cem))).toBeUndefined();
    expect(await signIn(mailOf(cem), cem.password ?? "")).toBe(`in as ${mailOf(cem)}`);
    expect(ldap.binds.every(({ dn, password }) => dn === "" || password !== "")).toBe(true);
  });

  test("asks for exactly what was typed, and lets nobody in with an address that went to somebody else", async () => {
    const ada = person("Ada Quay");
    ldap.entries.push(ada, person("Ben Roe"), group("Crew", []));
    await run(id);
    await start(id);
    expect(await signIn("*)(uid=*@example.test", "x")).toBe("invalid_credentials");
    expect(ldap.searches.at(-1)).toContain("\\2a\\29\\28uid=\\2a@example.test");
    // Somebody new has the address that Ada had.
    const heir = person("Heir", { mail: mailOf(ada) });
    ada.attributes["mail"] = "ada-elsewhere@example.test";
    ldap.entries.push(heir);
    expect(await signIn(mailOf(heir), heir.password ?? "")).toBe("invalid_credentials");
  });

  test("lets somebody in whose entry was removed and made again", async () => {
    const ada = person("Ada Quay");
    ldap.entries.push(ada, person("Ben Roe"), group("Crew", []));
    await run(id);
    await start(id);
    const account = await accountOf(mailOf(ada));
    ada.attributes["entryUUID"] = uuidv7();
    expect(await signIn(mailOf(ada), ada.password ?? "")).toBe(`in as ${mailOf(ada)}`);
    expect(await run(id)).toMatchObject({ lastProblem: null, people: { active: 2, left: 0, problems: 0 } });
    expect(await accountOf(mailOf(ada))).toMatchObject({ id: account?.id, isDisabled: false });
  });

  test("keeps what a group gives that only the person lists", async () => {
    const ada = person("Ada Quay");
    const [crew, elsewhere] = [group("Crew", []), group("Elsewhere", [])];
    ada.attributes["memberOf"] = [crew, elsewhere].map(({ dn }) => dn.replace("cn=", "CN="));
    elsewhere.dn = `cn=Elsewhere,ou=others,${base}`;
    ldap.entries.push(ada, person("Ben Roe"), crew, elsewhere);
    const { version } = await run(id);
    const { items } = await admin.client.call(directoryRoutes.listDirectoryGroups, {
      params: { directoryId: id },
      query: {},
    });
    const mapping = { groupId: items[0]?.id ?? "", departmentValue: null, roleId: null };
    await admin.client.call(directoryRoutes.setMappings, {
      params: { directoryId: id },
      body: { version, mappings: [{ ...mapping, departmentId: departments["Backend"] ?? "" }] },
    });
    await start(id);
    expect(await signIn(mailOf(ada), ada.password ?? "")).toBe(`in as ${mailOf(ada)}`);
    expect(await accountOf(mailOf(ada))).toMatchObject({ departments: [{ name: "Backend" }] });
    ada.attributes["memberOf"] = [];
    expect(await signIn(mailOf(ada), ada.password ?? "")).toBe(`in as ${mailOf(ada)}`);
    expect(await accountOf(mailOf(ada))).toMatchObject({ departments: [] });
  });

  test("tells nobody which addresses have an account, also while the directory is away", async () => {
    const [ada, listed] = [person("Ada Quay"), await createPerson(server.db, { name: "Listed" })];
    const local = await createPerson(server.db, { name: "Local" });
    ldap.entries.push(ada, person("Ben Roe"), group("Crew", []));
    await run(id);
    await start(id);
    // Its entry came after the last run: nothing has linked them.
    const entry = person("Listed", { mail: listed.email });
    ldap.entries.push(entry);
    const steps = async (email: string, password: string) => {
      const before = [ldap.searches.length, ldap.binds.length] as const;
      const answer = await signIn(email, password);
      return [answer, ldap.searches.length - before[0], ldap.binds.length - before[1]];
    };
    const unknown = await steps("nobody@example.test", "wrong");
    expect(unknown).toEqual(["invalid_credentials", expect.any(Number), expect.any(Number)]);
    expect(await steps(local.email, "wrong")).toEqual(unknown);
    const inDirectory = await steps(mailOf(ada), "wrong");
    expect(await steps(listed.email, "wrong")).toEqual(inDirectory);
    expect(ldap.binds.every(({ dn }) => dn !== entry.dn)).toBe(true);
    // A right password waits for no directory.
    expect(await steps(local.email, testPassword)).toEqual([`in as ${local.email}`, 0, 0]);
    await save(id, { urls: ["ldap://127.0.0.1:9"] });
    for (const email of ["nobody@example.test", local.email, listed.email, mailOf(ada)])
      expect(await signIn(email, "wrong")).toBe("directory_unavailable");
    expect(await signIn(local.email, testPassword)).toBe(`in as ${local.email}`);
  });

  fullTest("ends soon when the directory accepts a connection and then says nothing", async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as AddressInfo;
    ldap.entries.push(person("Ada Quay"));
    await run(id);
    await start(id);
    await save(id, { urls: [`ldap://127.0.0.1:${port}`] });
    expect(await signIn("nobody@example.test", "wrong")).toBe("directory_unavailable");
    await save(id, { urls: [`ldap://127.0.0.1:${port}`, ldap.url] });
    expect(await signIn("nobody@example.test", "wrong")).toBe("invalid_credentials");
    silent.close();
  });

  test("holds up guesses, and keeps the way in for super administrators when the directory is away", async () => {
    const [ada, root] = [
      person("Ada Quay"),
      await createPerson(server.db, { name: "Chief", roles: ["super_admin"] }),
    ];
    ldap.entries.push(ada, person("Ben Roe"), person("Chief", { mail: root.email }), group("Crew", []));
    await run(id);
    await start(id);
    const { items } = await admin.client.call(directoryRoutes.listDirectoryPeople, {
      params: { directoryId: id },
      query: { only: "problems" },
    });
    expect(items).toMatchObject([{ problem: "administrator" }]);
    const { version = 0, email = "", problem = null, userId = null } = items[0] ?? {};
    await admin.client.call(directoryRoutes.confirmDirectoryPerson, {
      params: { directoryId: id, personId: items[0]?.id ?? "" },
      body: { version, email, problem, userId },
    });
    for (let at = 0; at < 5; at += 1) await signIn(mailOf(ada), `guess ${at}`);
    const asked = ldap.binds.length;
    expect(await signIn(mailOf(ada), "guess")).toBe("rate_limited");
    expect(ldap.binds.length).toBe(asked);
    await save(id, { urls: ["ldap://127.0.0.1:9"] });
    const ben = ldap.entries.find(({ attributes }) => attributes["cn"] === "Ben Roe") as LdapEntry;
    expect(await signIn(mailOf(ben), ben.password ?? "")).toBe("directory_unavailable");
    expect(await signIn(root.email, testPassword)).toBe(`in as ${root.email}`);
  });
});

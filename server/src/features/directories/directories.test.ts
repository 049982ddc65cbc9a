import { administrationRoutes } from "@atoll/contract/administration/routes";
import { directoryRoutes } from "@atoll/contract/directories/routes";
import type { DirectoryPerson } from "@atoll/contract/directories/schemas";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createScim, type ScimClient } from "../../../test/directories.ts";
import { createPerson, type TestPerson } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import type { SignedIn } from "../../../test/harness.ts";

const server = sharedServer();
let root: TestPerson;
let admin: SignedIn;
let scim: ScimClient;
let ids: { roles: Record<string, string>; departments: Record<string, string> };
beforeAll(async () => {
  root = await createPerson(server.db, { name: "Root", roles: ["super_admin"] });
  admin = await server.signIn(root);
  const idsOf = async (table: "roles" | "departments") => {
    const rows = await server.db.selectFrom(table).select(["id", "name"]).execute();
    return Object.fromEntries(rows.map(({ id, name }) => [name, id]));
  };
  ids = { roles: await idsOf("roles"), departments: await idsOf("departments") };
});
/** One person adds at most 30 directories in a minute. */
let maker: SignedIn;
let made = 0;
beforeEach(async () => {
  await sql`DELETE FROM directories`.execute(server.db);
  if (made++ % 25 === 0)
    maker = await server.signIn(await createPerson(server.db, { roles: ["super_admin"] }));
  scim = await createScim(server, maker);
});

const address = () => `${uuidv7().slice(-12)}@example.test`;
const enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

async function accountOf(email: string) {
  const { users } = await admin.client.call(administrationRoutes.listUsers, { query: { search: email } });
  return users[0];
}
const names = (list: readonly { name: string }[] | undefined) => list?.map(({ name }) => name);
const patch = (path: string, ...Operations: unknown[]) =>
  scim.send("PATCH", path, { schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"], Operations });
const params = () => ({ directoryId: scim.directoryId });
const plan = async () => (await admin.client.call(directoryRoutes.planDirectory, { params: params() })).plan;
const people = async (only: "all" | "left" | "problems" = "all") =>
  (await admin.client.call(directoryRoutes.listDirectoryPeople, { params: params(), query: { only } })).items;

/** Confirms a person as the list shows them, or as somebody saw them before. */
async function confirm(personId: string, seen?: DirectoryPerson) {
  const person = seen ?? (await people("problems")).find(({ id }) => id === personId);
  const { version, email, problem, userId } = person as DirectoryPerson;
  return admin.client.call(directoryRoutes.confirmDirectoryPerson, {
    params: { ...params(), personId },
    body: { version, email, problem, userId },
  });
}

describe("a person of Entra ID", () => {
  const email = address();
  const entraUser = () => ({
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:User", enterprise],
    externalId: uuidv7(),
    userName: email,
    active: true,
    displayName: "Ada Quay",
    emails: [{ primary: true, type: "work", value: email }],
    meta: { resourceType: "User" },
    name: { formatted: "Ada Quay", familyName: "Quay", givenName: "Ada" },
    password: "never kept",
    locale: "de",
    title: "Harbour pilot",
    [enterprise]: { department: "Sales" },
  });

  test("is looked for, added with an account, changed by its ways of writing, disabled and enabled", async () => {
    const none = await scim.send("GET", `/Users?filter=${encodeURIComponent(`userName eq "${email}"`)}`);
    expect(none.body).toMatchObject({ totalResults: 0, Resources: [], startIndex: 1, itemsPerPage: 0 });
    const added = await scim.send("POST", "/Users", entraUser());
    expect(added.status).toBe(201);
    expect(added.headers.get("content-type")).toContain("application/scim+json");
    expect(added.body).toMatchObject({ userName: email, title: "Harbour pilot", active: true });
    expect(added.headers.get("location")).toBe((added.body["meta"] as { location: string }).location);
    expect(JSON.stringify(added.body)).not.toContain("never kept");
    const path = `/Users/${added.body["id"]}`;
    const account = await accountOf(email);
    expect(account).toMatchObject({ name: "Ada Quay", isDisabled: false });
    expect(names(account?.roles)).toEqual(["user"]);

    const changed = await patch(
      path,
      { op: "Replace", path: "displayName", value: "Ada Quayside" },
      { op: "Add", path: `${enterprise}:department`, value: "Marketing" },
      { op: "Replace", path: 'emails[type eq "work"].value', value: `new-${email}` },
      { op: "Replace", path: "name.givenName", value: "Adelaide" },
    );
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      displayName: "Ada Quayside",
      name: { givenName: "Adelaide", familyName: "Quay" },
      [enterprise]: { department: "Marketing" },
      emails: [{ primary: true, type: "work", value: `new-${email}` }],
    });
    expect(await accountOf(`new-${email}`)).toMatchObject({ id: account?.id, name: "Ada Quayside" });

    const session = await createPersonSession(account?.id ?? "");
    await patch(path, { op: "Replace", path: "active", value: "False" });
    expect(await accountOf(`new-${email}`)).toMatchObject({ isDisabled: true });
    expect(await endedSessions(session)).toEqual(["account disabled"]);
    expect(await people("left")).toMatchObject([{ name: "Ada Quayside", userId: account?.id }]);
    await patch(path, { op: "Replace", value: { active: "True" } });
    expect(await accountOf(`new-${email}`)).toMatchObject({ isDisabled: false });
  });

  test("becomes a member of a group and leaves it by the paths of PATCH", async () => {
    const userId = await scim.addUser({ userName: address() });
    const groupId = await scim.addGroup("Engineers");
    await scim.map([
      { groupId, departmentId: ids.departments["Backend"] ?? "" },
      { groupId, roleId: ids.roles["admin"] ?? "" },
    ]);
    await scim.followed();
    const [{ email } = { email: "" }] = await people();
    await patch(`/Groups/${groupId}`, { op: "Add", path: "members", value: [{ value: userId }] });
    const joined = await accountOf(email);
    expect([names(joined?.departments), names(joined?.roles)]).toEqual([["Backend"], ["admin", "user"]]);
    const group = await scim.send("GET", `/Groups/${groupId}`);
    expect(group.body).toMatchObject({
      displayName: "Engineers",
      members: [{ value: userId, type: "User" }],
    });
    const bare = await scim.send("GET", `/Groups/${groupId}?excludedAttributes=members`);
    expect(bare.body["members"]).toBeUndefined();
    await patch(`/Groups/${groupId}`, { op: "Remove", path: `members[value eq "${userId}"]` });
    const left = await accountOf(email);
    expect([names(left?.departments), names(left?.roles)]).toEqual([[], ["user"]]);
    await patch(`/Groups/${groupId}`, { op: "Add", path: "members", value: [{ value: userId }] });
    await patch(`/Groups/${groupId}`, { op: "Remove", path: "members", value: [{ value: userId }] });
    expect(names((await accountOf(email))?.departments)).toEqual([]);
  });
});

async function createPersonSession(userId: string): Promise<string> {
  const id = uuidv7();
  await sql`INSERT INTO sessions (id, user_id, way, user_agent, address, expires_at)
    VALUES (${id}, ${userId}, 'password', 'Test', '192.0.2.1', now() + interval '1 day')`.execute(server.db);
  return id;
}
async function endedSessions(id: string) {
  const rows = await server.db.selectFrom("sessions").select("end_reason").where("id", "=", id).execute();
  return rows.map(({ end_reason }) => end_reason);
}

describe("a person of Okta", () => {
  test("is replaced whole, renamed with their group, and deactivated", async () => {
    const email = address();
    const user = {
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
      userName: email,
      name: { givenName: "Ben", familyName: "Roe" },
      emails: [{ primary: true, value: email, type: "work" }],
      displayName: "Ben Roe",
      locale: "en-US",
      externalId: "00ujl29u0le5T6Aj10h7",
      groups: [],
      active: true,
    };
    const id = await scim.addUser(user);
    const replaced = await scim.send("PUT", `/Users/${id}`, { ...user, id, displayName: "Benjamin Roe" });
    expect(replaced).toMatchObject({ status: 200, body: { id, displayName: "Benjamin Roe", active: true } });
    expect(await accountOf(email)).toMatchObject({ name: "Benjamin Roe" });
    const groupId = await scim.addGroup("Test SCIMv2", [id]);
    const renamed = await patch(`/Groups/${groupId}`, {
      op: "replace",
      value: { id: groupId, displayName: "Test SCIMv2 2" },
    });
    expect(renamed).toMatchObject({ status: 200, body: { displayName: "Test SCIMv2 2" } });
    const inactive = await patch(`/Users/${id}`, { op: "replace", value: { active: false } });
    expect(inactive.body).toMatchObject({
      active: false,
      groups: [{ value: groupId, display: "Test SCIMv2 2" }],
    });
    expect(await accountOf(email)).toMatchObject({ isDisabled: true });
  });
});

describe("a request", () => {
  test("needs the current secret of a directory that is on", async () => {
    const { secret } = await admin.client.call(directoryRoutes.renewDirectorySecret, { params: params() });
    const old = await scim.send("GET", "/Users");
    expect([old.status, old.body]).toMatchObject([401, { status: "401", detail: expect.any(String) }]);
    const current = { authorization: `Bearer ${secret}` };
    expect((await scim.send("GET", "/Users", undefined, current)).status).toBe(200);
    const { version } = await scim.read();
    await admin.client.call(directoryRoutes.changeDirectory, {
      params: params(),
      body: { version, isOn: false },
    });
    expect((await scim.send("GET", "/Users", undefined, current)).status).toBe(401);
  });

  test.each([
    ["GET", "/Users?filter=userName%20eq", undefined, 400, "invalidFilter"],
    ["GET", `/Users?filter=${"(".repeat(400)}`, undefined, 400, "invalidFilter"],
    ["GET", '/Users?filter=shoeSize%20eq%20"9"', undefined, 400, "invalidFilter"],
    ["GET", "/Users?count=many", undefined, 400, "invalidValue"],
    ["POST", "/Users", { userName: "no address" }, 400, "invalidValue"],
    ["POST", "/Users", { userName: "a\u0000b@example.test" }, 400, "invalidValue"],
    ["POST", "/Users", [], 400, "invalidSyntax"],
    ["POST", "/Groups", { displayName: "Ghosts", members: [{ value: uuidv7() }] }, 400, "invalidValue"],
    ["GET", "/Users/not-an-id", undefined, 404, undefined],
    ["GET", "/Groups/not-an-id", undefined, 404, undefined],
  ])("is refused in SCIM's words: %s %s", async (method, path, body, status, scimType) => {
    const answer = await scim.send(method, path, body);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toContain("application/scim+json");
    expect(answer.body["schemas"]).toEqual(["urn:ietf:params:scim:api:messages:2.0:Error"]);
    expect([answer.body["status"], answer.body["scimType"]]).toEqual([String(status), scimType]);
  });

  test("pages and filters people", async () => {
    const mark = uuidv7().slice(-6);
    for (const name of ["ada", "ben", "cem"])
      await scim.addUser({ userName: `${name}-${mark}@example.test`, externalId: `${mark}-${name}` });
    const list = async (query: string) => {
      const { body } = await scim.send("GET", `/Users?${query}`);
      const found = body["Resources"] as { userName: string }[];
      return [
        body["totalResults"],
        body["startIndex"],
        ...found.map(({ userName }) => userName.split("-")[0]),
      ];
    };
    const where = (filter: string) => list(`filter=${encodeURIComponent(filter)}`);
    expect(await list("startIndex=2&count=1")).toEqual([3, 2, "ben"]);
    expect(await list("count=0")).toEqual([3, 1]);
    expect(await list("startIndex=0")).toEqual([3, 1, "ada", "ben", "cem"]);
    expect(await where(`externalId eq "${mark}-cem"`)).toEqual([1, 1, "cem"]);
    expect(await where(`userName eq "ADA-${mark}@Example.test" or userName sw "cem"`)).toEqual([
      2,
      1,
      "ada",
      "cem",
    ]);
    expect(await where(`emails[type eq "work" and value eq "ben-${mark}@example.test"]`)).toEqual([
      1,
      1,
      "ben",
    ]);
    expect(await where(`not (userName co "ada") and active eq true`)).toEqual([2, 1, "ben", "cem"]);
    expect(await where(`userName eq "' OR 1=1 --"`)).toEqual([0, 1]);
    const groupId = await scim.addGroup(`Crew ${mark}`);
    const groups = await scim.send(
      "GET",
      `/Groups?filter=${encodeURIComponent(`displayName eq "crew ${mark}"`)}`,
    );
    expect(groups.body["Resources"]).toMatchObject([{ id: groupId }]);
  });

  test("with an old version changes nothing, and two of one new person make one", async () => {
    const email = address();
    const both = await Promise.all([1, 2].map(() => scim.send("POST", "/Users", { userName: email })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const made = both.find(({ status }) => status === 201);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ scimType: "uniqueness" });
    const path = `/Users/${made?.body["id"]}`;
    const etag = made?.headers.get("etag") ?? "";
    expect(etag).toBe('W/"1"');
    const same = await scim.send("GET", path, undefined, { "if-none-match": etag });
    expect(same.status).toBe(304);
    const change = (name: string) => ({ Operations: [{ op: "replace", path: "displayName", value: name }] });
    expect((await scim.send("PATCH", path, change("First"), { "if-match": etag })).status).toBe(200);
    const late = await scim.send("PATCH", path, change("Second"), { "if-match": etag });
    expect(late.status).toBe(412);
    expect((await scim.send("GET", path)).body["displayName"]).toBe("First");
  });

  test("is refused before it takes long work for its size", async () => {
    const value = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`a${at}`, 1]));
    const emails = Array.from({ length: 400 }, (_, at) => ({ value: `${at}@example.test`, type: `t${at}` }));
    const id = await scim.addUser({ userName: address(), emails });
    const refused = async (operations: unknown[]) => {
      const { status, body } = await patch(`/Users/${id}`, ...operations);
      return [status, body["scimType"]];
    };
    const wrong = [400, "invalidValue"];
    expect(await refused([{ op: "add", value }])).toEqual(wrong);
    expect(await refused([{ op: "add", path: enterprise, value }])).toEqual(wrong);
    const filter = `emails[${Array(10).fill('value eq "0@example.test"').join(" or ")}]`;
    const none = { op: "replace", path: `${filter}.display`, value: "Nobody" };
    expect(await refused(Array(400).fill(none))).toEqual(wrong);
    expect(await refused(Array(400).fill({ op: "add", path: "emails", value: emails.slice(0, 5) }))).toEqual(
      wrong,
    );
    const few = Array.from({ length: 190 }, (_, at) => ({
      op: "add",
      value: Object.fromEntries(
        Object.keys(value)
          .slice(at * 20, at * 20 + 20)
          .map((key) => [key, at]),
      ),
    }));
    expect(await refused(few)).toEqual(wrong);
    const huge = await scim.send("PUT", `/Users/${id}`, { userName: address(), title: "x".repeat(300_000) });
    expect(huge.status).toBe(413);
  });

  test("adds no more than 20,000 groups", async () => {
    await sql`INSERT INTO directory_groups (id, directory_id, name)
      SELECT gen_random_uuid(), ${scim.directoryId}, 'Group ' || n FROM generate_series(1, 19999) n`.execute(
      server.db,
    );
    await scim.addGroup("The last one");
    const refused = await scim.send("POST", "/Groups", { displayName: "One too many" });
    expect([refused.status, refused.body["detail"]]).toEqual([409, expect.stringContaining("20,000")]);
  });

  test("shows what the service can do", async () => {
    const config = await scim.send("GET", "/ServiceProviderConfig");
    expect(config.body).toMatchObject({ patch: { supported: true }, etag: { supported: true } });
    const types = await scim.send("GET", "/ResourceTypes");
    expect(types.body["Resources"]).toMatchObject([{ id: "User" }, { id: "Group" }]);
    const schema = await scim.send("GET", "/Schemas/urn:ietf:params:scim:schemas:core:2.0:User");
    expect(schema.body).toMatchObject({ name: "User" });
  });
});

describe("an account", () => {
  test("is linked by its address, but an administrator’s only when a super administrator confirms it", async () => {
    const ben = await createPerson(server.db, { name: "Ben Local" });
    await scim.addUser({ userName: ben.email, displayName: "Ben Directory" });
    expect(await accountOf(ben.email)).toMatchObject({ id: ben.id, name: "Ben Directory" });
    const chief = await createPerson(server.db, { name: "Chief", roles: ["admin"] });
    const personId = await scim.addUser({
      userName: chief.email,
      displayName: "Not the chief",
      active: true,
    });
    expect(await accountOf(chief.email)).toMatchObject({ name: "Chief" });
    expect(await people("problems")).toMatchObject([
      { id: personId, problem: "administrator", userId: null },
    ]);
    const { person } = await confirm(personId);
    expect(person).toMatchObject({ userId: chief.id, problem: null });
    const other = `other-${chief.email}`;
    await patch(`/Users/${personId}`, { op: "replace", value: { userName: other } });
    expect(await people("problems")).toMatchObject([{ problem: "address_of_administrator" }]);
    expect(await accountOf(chief.email)).toMatchObject({ id: chief.id });
  });

  test("stays disabled when an administrator disabled it, and is never deleted with a person", async () => {
    const email = address();
    const id = await scim.addUser({ userName: email });
    const account = await accountOf(email);
    const userId = account?.id ?? "";
    await admin.client.call(administrationRoutes.disableUser, { params: { userId } });
    await patch(`/Users/${id}`, { op: "replace", path: "displayName", value: "Renamed" });
    expect(await accountOf(email)).toMatchObject({ isDisabled: true, name: "Renamed" });
    expect(await people("problems")).toMatchObject([{ problem: "disabled_here" }]);
    await admin.client.call(administrationRoutes.enableUser, { params: { userId } });
    expect((await scim.send("DELETE", `/Users/${id}`)).status).toBe(204);
    expect((await scim.send("GET", `/Users/${id}`)).status).toBe(404);
    expect(await accountOf(email)).toMatchObject({ id: userId, isDisabled: true });
    const again = await scim.addUser({ userName: email });
    expect(again).toBe(id);
    expect(await accountOf(email)).toMatchObject({ id: userId, isDisabled: false });
  });

  test("gets only the address that was on the screen when it is an administrator’s", async () => {
    const chief = await createPerson(server.db, { name: "Chief", roles: ["admin"] });
    const personId = await scim.addUser({ userName: chief.email, displayName: "Chief" });
    await confirm(personId);
    await patch(`/Users/${personId}`, { op: "replace", value: { userName: `good-${chief.email}` } });
    const [seen] = await people("problems");
    await patch(`/Users/${personId}`, { op: "replace", value: { userName: `evil-${chief.email}` } });
    await expect(confirm(personId, seen)).rejects.toThrow("changed_meanwhile");
    expect(await accountOf(chief.email)).toMatchObject({ id: chief.id, email: chief.email });
    await patch(`/Users/${personId}`, { op: "replace", value: { userName: `good-${chief.email}` } });
    await confirm(personId);
    expect(await accountOf(`good-${chief.email}`)).toMatchObject({ id: chief.id });
  });

  test("with a permission that acts for others is neither linked nor readdressed by itself", async () => {
    const { rows } = await sql<{ id: string }>`WITH r AS (
        INSERT INTO roles (name) VALUES (${`Importers ${uuidv7().slice(-6)}`}) RETURNING id)
      INSERT INTO role_permissions (role_id, permission_id)
      SELECT r.id, p.id FROM r, permissions p WHERE p.name = 'imports:run' RETURNING role_id AS id`.execute(
      server.db,
    );
    const importer = await createPerson(server.db, { name: "Importer" });
    await sql`INSERT INTO user_roles (user_id, role_id) VALUES (${importer.id}, ${rows[0]?.id})`.execute(
      server.db,
    );
    const id = await scim.addUser({ userName: importer.email });
    expect(await people("problems")).toMatchObject([{ problem: "administrator", userId: null }]);
    await confirm(id);
    await patch(`/Users/${id}`, { op: "replace", value: { userName: `evil-${importer.email}` } });
    expect(await people("problems")).toMatchObject([{ problem: "address_of_administrator" }]);
  });

  test("is left alone by a directory that no longer has its person when it follows another one", async () => {
    const email = address();
    const former = await scim.addUser({ userName: email, externalId: "A" });
    await scim.send("DELETE", `/Users/${former}`);
    const { id: userId = "" } = (await accountOf(email)) ?? {};
    const other = await createScim(server, admin);
    await other.addUser({ userName: email, externalId: "B" });
    expect(await accountOf(email)).toMatchObject({ id: userId, isDisabled: true });
    await admin.client.call(administrationRoutes.enableUser, { params: { userId } });
    await scim.map([{ departmentValue: "Sales", departmentId: ids.departments["Marketing"] ?? "" }]);
    await scim.followed();
    expect(await accountOf(email)).toMatchObject({ id: userId, isDisabled: false });
    expect(await people("left")).toEqual([]);
  });

  test("is not given to a new person with the user name of a former one and another address", async () => {
    const [email, otherEmail] = [address(), address()];
    const former = await scim.addUser({ userName: "j.smith", emails: [{ value: email }] });
    await scim.send("DELETE", `/Users/${former}`);
    const id = await scim.addUser({ userName: "j.smith", emails: [{ value: otherEmail }] });
    expect(id).not.toBe(former);
    const [old, made] = [await accountOf(email), await accountOf(otherEmail)];
    expect([old?.isDisabled, made?.isDisabled]).toEqual([true, false]);
    expect(made?.id).not.toBe(old?.id);
  });

  test("stays disabled when an administrator disables it after its directory, one by one and together", async () => {
    for (const way of ["one", "many"]) {
      const email = address();
      const id = await scim.addUser({ userName: email });
      const userId = (await accountOf(email))?.id ?? "";
      await patch(`/Users/${id}`, { op: "replace", path: "active", value: false });
      if (way === "one") await admin.client.call(administrationRoutes.disableUser, { params: { userId } });
      else
        await admin.client.call(administrationRoutes.changePeople, {
          body: { userIds: [userId], isDisabled: true },
        });
      await patch(`/Users/${id}`, { op: "replace", path: "active", value: true });
      expect(await accountOf(email)).toMatchObject({ isDisabled: true });
    }
    expect(await people("problems")).toMatchObject([
      { problem: "disabled_here" },
      { problem: "disabled_here" },
    ]);
  });

  test("stays disabled when an administrator enabled and disabled it while its directory was off", async () => {
    const email = address();
    const id = await scim.addUser({ userName: email });
    const userId = (await accountOf(email))?.id ?? "";
    await patch(`/Users/${id}`, { op: "replace", path: "active", value: false });
    const turn = async (isOn: boolean) =>
      admin.client.call(directoryRoutes.changeDirectory, {
        params: params(),
        body: { version: (await scim.read()).version, isOn },
      });
    await turn(false);
    await admin.client.call(administrationRoutes.enableUser, { params: { userId } });
    await admin.client.call(administrationRoutes.disableUser, { params: { userId } });
    await turn(true);
    await patch(`/Users/${id}`, { op: "replace", path: "active", value: true });
    expect(await accountOf(email)).toMatchObject({ isDisabled: true });
    expect(await people("problems")).toMatchObject([{ problem: "disabled_here" }]);
  });

  test("is enabled only by a directory that says so, not by a resource that leaves it out", async () => {
    const email = address();
    const id = await scim.addUser({ userName: email });
    await patch(`/Users/${id}`, { op: "replace", path: "active", value: false });
    await scim.send("PUT", `/Users/${id}`, { userName: email, displayName: "Renamed" });
    await patch(`/Users/${id}`, { op: "remove", path: "active" });
    await patch(`/Users/${id}`, { op: "replace", value: { active: null } });
    expect(await accountOf(email)).toMatchObject({ isDisabled: true });
    await scim.send("PUT", `/Users/${id}`, { userName: email, active: true });
    expect(await accountOf(email)).toMatchObject({ isDisabled: false, name: email });
  });

  test("keeps the name and address of its directory, and is deleted or enabled only when that agrees", async () => {
    const email = address();
    const id = await scim.addUser({ userName: email, displayName: "Ada Quay" });
    const account = await accountOf(email);
    const userId = account?.id ?? "";
    const refused = async (answer: Promise<{ status: number; body: { error: { code: string } } }>) =>
      (await answer).body.error.code;
    const update = (change: { name?: string; email?: string }) => ({
      params: { userId },
      body: { version: account?.version ?? 1, ...change },
    });
    const { client } = admin;
    for (const change of [{ name: "Other Name" }, { email: address() }])
      expect(await refused(client.refused(administrationRoutes.updateUser, update(change)))).toBe(
        "managed_by_directory",
      );
    const remove = { params: { userId }, body: {} };
    expect(await refused(client.refused(administrationRoutes.deleteUser, remove))).toBe(
      "managed_by_directory",
    );
    await patch(`/Users/${id}`, { op: "replace", path: "active", value: false });
    const enable = { params: { userId } };
    expect(await refused(client.refused(administrationRoutes.enableUser, enable))).toBe(
      "managed_by_directory",
    );
    const { outcomes } = await client.call(administrationRoutes.changePeople, {
      body: { userIds: [userId], isDisabled: false },
    });
    expect(outcomes).toMatchObject([{ fate: "refused", reason: expect.stringContaining("directory") }]);
    expect(await accountOf(email)).toMatchObject({ name: "Ada Quay", isDisabled: true });
  });

  test("refuses another name from its own person, who follows a directory", async () => {
    const ben = await createPerson(server.db, { name: "Ben Local" });
    await scim.addUser({ userName: ben.email, displayName: "Ben Directory" });
    const { client } = await server.signIn(ben);
    const renamed = await client.refused(identityRoutes.updateCurrentUser, { body: { name: "Ben Again" } });
    expect(renamed.body.error.code).toBe("managed_by_directory");
  });

  test("is disabled with a few others, but with many only when a super administrator lets them leave", async () => {
    const people = await Promise.all(
      Array.from({ length: 24 }, async () => {
        const userName = address();
        return { userName, id: await scim.addUser({ userName }) };
      }),
    );
    const turn = (id: string, value: boolean) =>
      patch(`/Users/${id}`, { op: "replace", path: "active", value });
    for (const { id } of people.slice(0, 23)) expect((await turn(id, false)).status).toBe(200);
    const disabled = async () => {
      const accounts = await Promise.all(people.map(({ userName }) => accountOf(userName)));
      return accounts.filter((account) => account?.isDisabled).length;
    };
    expect([await disabled(), (await scim.read()).leavers]).toEqual([20, 3]);
    // One who comes back waits no more, and nobody else leaves by themselves.
    await turn(people[22]?.id ?? "", true);
    await turn(people[23]?.id ?? "", false);
    expect([await disabled(), await scim.read()]).toMatchObject([
      20,
      { leavers: 3, people: { problems: 3 } },
    ]);
    const confirm = (leavers: number) => ({ params: params(), body: { leavers } });
    const other = await admin.client.refused(directoryRoutes.letLeave, confirm(4));
    expect(other.body.error.code).toBe("changed_meanwhile");
    await admin.client.call(directoryRoutes.letLeave, confirm(3));
    await scim.followed();
    expect([await disabled(), await scim.read()]).toMatchObject([23, { leavers: null, lastProblem: null }]);
    await turn(people[22]?.id ?? "", false);
    expect(await disabled()).toBe(24);
  });

  test("is neither disabled nor demoted when it is the last super administrator’s", async () => {
    scim = await createScim(server, admin);
    await sql`DELETE FROM user_roles WHERE user_id <> ${root.id} AND role_id = ${ids.roles["super_admin"]}`.execute(
      server.db,
    );
    const id = await scim.addUser({ userName: root.email, displayName: root.name });
    await confirm(id);
    const groupId = await scim.addGroup("Chiefs", [id]);
    await scim.map([{ groupId, roleId: ids.roles["super_admin"] ?? "" }]);
    await scim.followed();
    const demoted = await patch(`/Groups/${groupId}`, { op: "remove", path: `members[value eq "${id}"]` });
    const disabled = await patch(`/Users/${id}`, { op: "replace", path: "active", value: false });
    const deleted = await scim.send("DELETE", `/Users/${id}`);
    for (const { status } of [demoted, disabled, deleted]) expect(status).toBe(409);
    const group = await scim.send("GET", `/Groups/${groupId}`);
    expect(group.body["members"]).toMatchObject([{ value: id }]);
    expect(await accountOf(root.email)).toMatchObject({ isDisabled: false });
    made = 0;
  });

  test("follows groups in groups and the attribute department, and loses what a removed group gave", async () => {
    const email = address();
    const id = await scim.addUser({ userName: email, [enterprise]: { department: "sales" } });
    const [inner, outer] = [await scim.addGroup("Inner", [id]), await scim.addGroup("Outer")];
    await patch(`/Groups/${outer}`, { op: "add", path: "members", value: [{ value: inner }] });
    // Groups may contain each other.
    await patch(`/Groups/${inner}`, { op: "add", path: "members", value: [{ value: outer }] });
    await scim.map([
      { groupId: outer, departmentId: ids.departments["DevOps"] ?? "" },
      { departmentValue: "Sales", departmentId: ids.departments["Marketing"] ?? "" },
    ]);
    await scim.followed();
    expect(names((await accountOf(email))?.departments)).toEqual(["DevOps", "Marketing"]);
    expect((await scim.send("DELETE", `/Groups/${outer}`)).status).toBe(204);
    expect(names((await accountOf(email))?.departments)).toEqual(["Marketing"]);
  });
});

describe("a group that was removed", () => {
  async function removedGroup(externalId: string | undefined) {
    const made = await scim.send("POST", "/Groups", { displayName: "Harbour masters", externalId });
    const groupId = String(made.body["id"]);
    await scim.map([
      { groupId, roleId: ids.roles["super_admin"] ?? "" },
      { groupId, departmentId: ids.departments["Backend"] ?? "" },
    ]);
    expect((await scim.send("DELETE", `/Groups/${groupId}`)).status).toBe(204);
    return groupId;
  }
  async function addAgain(externalId: string | undefined) {
    const email = address();
    const members = [{ value: await scim.addUser({ userName: email }) }];
    const added = await scim.send("POST", "/Groups", { displayName: "harbour MASTERS", externalId, members });
    expect(added.status).toBe(201);
    const account = await accountOf(email);
    return { id: added.body["id"], gives: [names(account?.roles), names(account?.departments)] };
  }

  test("gives nothing to another group of its name, and comes back by its identifier", async () => {
    const groupId = await removedGroup("A");
    const other = await addAgain("B");
    expect(other.id).not.toBe(groupId);
    expect(other.gives).toEqual([["user"], []]);
    await scim.send("DELETE", `/Groups/${other.id}`);
    expect(await addAgain("A")).toEqual({ id: groupId, gives: [["super_admin", "user"], ["Backend"]] });
  });

  test("comes back by its name alone without the roles that have power over others", async () => {
    const groupId = await removedGroup(undefined);
    expect(await addAgain("A")).toEqual({ id: groupId, gives: [["user"], ["Backend"]] });
    const { mappings } = await admin.client.call(directoryRoutes.getMappings, { params: params() });
    expect(mappings.map(({ roleId }) => roleId)).toEqual([null]);
  });
});

describe("before a directory is started", () => {
  test("a plan shows what would change, and no account has", async () => {
    scim = await createScim(server, admin, { isStarted: false });
    const [known, gone] = [
      await createPerson(server.db, { name: "Known Person" }),
      await createPerson(server.db, { name: "Gone Person" }),
    ];
    const email = address();
    await scim.addUser({ userName: known.email, displayName: "Known Better" });
    await scim.addUser({ userName: gone.email, active: false });
    await scim.addUser({ userName: email, displayName: "New Person" });
    await scim.addUser({ userName: root.email });
    const { counts, people: planned } = await plan();
    expect(counts).toEqual({
      create: 1,
      link: 1,
      disable: 0,
      enable: 0,
      update: 1,
      problems: 1,
      unchanged: 1,
    });
    expect(planned.find((one) => one.email === known.email)).toMatchObject({
      acts: ["link", "update"],
      details: ["name Known Person → Known Better"],
    });
    expect(planned.find((one) => one.email === root.email)).toMatchObject({ problem: "administrator" });
    expect(await accountOf(email)).toBeUndefined();
    expect(await accountOf(known.email)).toMatchObject({ name: "Known Person" });
    await scim.start();
    await scim.followed();
    expect(await accountOf(email)).toMatchObject({ name: "New Person" });
    expect(await accountOf(known.email)).toMatchObject({ id: known.id, name: "Known Better" });
    const after = await plan();
    expect(after.counts).toMatchObject({ create: 0, link: 0, update: 0, problems: 1 });
    const { items } = await admin.client.call(directoryRoutes.listDirectoryEvents, {
      params: params(),
      query: {},
    });
    expect(items.map(({ kind, name }) => `${kind} ${name}`)).toEqual(
      expect.arrayContaining(["created New Person", "linked Known Better", "updated Known Better"]),
    );
  });

  test("two people with one address get one account, and the second is listed", async () => {
    scim = await createScim(server, admin, { isStarted: false });
    const email = address();
    for (const userName of ["first", "second"])
      await scim.addUser({ userName, displayName: `The ${userName}`, emails: [{ value: email }] });
    expect((await plan()).counts).toMatchObject({ create: 1, problems: 1 });
    await scim.start();
    await scim.followed();
    expect(await accountOf(email)).toMatchObject({ name: "The first" });
    expect(await people("problems")).toMatchObject([{ userName: "second", problem: "address_taken" }]);
  });

  test("two people who edit its mappings are told of each other", async () => {
    const { version } = await admin.client.call(directoryRoutes.getMappings, { params: params() });
    const save = (value: string) => ({
      params: params(),
      body: {
        version,
        mappings: [
          {
            ...{ groupId: null, departmentId: null },
            departmentValue: value,
            roleId: ids.roles["user"] ?? "",
          },
        ],
      },
    });
    await admin.client.call(directoryRoutes.setMappings, save("Sales"));
    const refused = await admin.client.refused(directoryRoutes.setMappings, save("Support"));
    expect(refused.body.error.code).toBe("changed_meanwhile");
    const rename = { params: params(), body: { version, name: "Company" } };
    const late = await admin.client.refused(directoryRoutes.changeDirectory, rename);
    expect(late.body.error.code).toBe("changed_meanwhile");
  });
});

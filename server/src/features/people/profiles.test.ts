import { profileRoutes } from "@atoll/contract/identity/profile-routes";
import { peopleRoutes } from "@atoll/contract/people/routes";
import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { createPerson } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";

const server = sharedServer();

test("a person's card has their title, place and departments, by ID and by IDs", async () => {
  const db = server.db;
  const [ana, ben, gone, former] = [
    await createPerson(db, { name: "Ana Lima" }),
    await createPerson(db, { name: "Ben Osei" }),
    await createPerson(db, { name: "Cleo Diaz" }),
    await createPerson(db, { name: "Dora Klein" }),
  ];
  const { client } = await server.signIn(ana);
  const department = await db
    .insertInto("departments")
    .values({ name: "Harbour", slug: "harbour" })
    .returning(["id", "name", "slug"])
    .executeTakeFirstOrThrow();
  await db.insertInto("user_departments").values({ user_id: ben.id, department_id: department.id }).execute();
  const bens = await server.signIn(ben);
  await bens.client.call(profileRoutes.changePreferences, { body: { timeZone: "Africa/Accra" } });
  await db.updateTable("accounts").set({ disabled_at: new Date() }).where("id", "=", gone.id).execute();
  await db.deleteFrom("accounts").where("id", "=", former.id).execute();

  const { profile } = await client.call(peopleRoutes.getProfile, { params: { personId: ben.id } });
  expect(profile).toMatchObject({
    id: ben.id,
    name: "Ben Osei",
    timeZone: "Africa/Accra",
    departments: [department],
    isFormer: false,
  });
  const { profiles } = await client.call(peopleRoutes.listProfiles, {
    query: { ids: [ben.id, gone.id, former.id, uuidv7()].join(",") },
  });
  expect(profiles.map(({ name, email, isFormer }) => [name, email !== "", isFormer]).sort()).toEqual([
    ["Ben Osei", true, false],
    ["Dora Klein", false, true],
  ]);
  const refusal = await client.refused(peopleRoutes.getProfile, { params: { personId: gone.id } });
  expect(refusal.body.error.code).toBe("person_not_found");
});

test("super administrators, and nobody else, find disabled people and former colleagues by name", async () => {
  const db = server.db;
  const [root, ana, disabled, former] = [
    await createPerson(db, { name: "Root", roles: ["super_admin"] }),
    await createPerson(db, { name: "Ana", roles: ["admin"] }),
    await createPerson(db, { name: "Quill Quay" }),
    await createPerson(db, { name: "Quilla Roe" }),
  ];
  await createPerson(db, { name: "Quillan Sea" });
  await db.updateTable("accounts").set({ disabled_at: new Date() }).where("id", "=", disabled.id).execute();
  await db.deleteFrom("accounts").where("id", "=", former.id).execute();
  const query = { name: "quill", limit: 10 };
  const { people } = await (await server.signIn(root)).client.call(peopleRoutes.findAnybody, { query });
  expect(people.map(({ name, isDisabled, isFormer }) => [name, isDisabled, isFormer])).toEqual([
    ["Quill Quay", true, false],
    ["Quilla Roe", false, true],
    ["Quillan Sea", false, false],
  ]);
  const refusal = await (await server.signIn(ana)).client.refused(peopleRoutes.findAnybody, { query });
  expect(refusal.body.error.code).toBe("forbidden");
});

import { personalDataRoutes } from "@atoll/contract/personal-data/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { hashSent } from "../../../src/platform/create-once.ts";
import { each, signedIn } from "../expectations.ts";
import { type CaseInput, defineSlice } from "../slice.ts";
import type { World } from "../world.ts";
import { managers, only, superAdmins } from "./administration-targets.ts";

/** Writes a cancelled export, which no job works on. People without an account have none. */
async function newExport(world: World, requester: { id: string }, personId: string): Promise<string> {
  const id = uuidv7();
  await sql`INSERT INTO person_exports (id, person_id, requested_by, has_private, state, sent_hash)
    SELECT ${id}::uuid, ${personId}::uuid, id, false, 'cancelled', ${hashSent(personId)}
    FROM accounts WHERE id = ${requester.id}`.execute(world.db);
  return id;
}

/** The request for an export that is there already: it starts no job, whose writes would be taken for others'. */
const again =
  (roles?: readonly string[]) =>
  async ({ world, actor, spare }: CaseInput<unknown>) => {
    const personId = roles
      ? (await spare(`a person to export: ${roles.join()}`, () => world.newPerson({ roles }))).id
      : actor.id;
    const id = await newExport(world, actor, personId);
    return { body: { id, personId, currentPassword: actor.password } };
  };

export const personalDataSlice = defineSlice({
  name: "personal-data",
  routes: personalDataRoutes,
  eventNames: {},
  furnish: async () => ({}),
  rows: {
    listPersonExports: { own: { request: () => ({}), expect: signedIn("ok") } },
    startPersonExport: {
      own: { request: again(), expect: signedIn("ok"), spendsActor: true },
      "an employee's": { request: again(["user"]), expect: only(managers), spendsActor: true },
      "a super admin's": {
        request: again(["super_admin"]),
        expect: signedIn("forbidden", {
          ...each(managers, "person_not_found"),
          ...each(superAdmins, "ok"),
        }),
        spendsActor: true,
      },
      "of nobody": {
        request: ({ actor }) => ({
          body: { id: uuidv7(), personId: uuidv7(), currentPassword: actor.password },
        }),
        expect: only(managers, "person_not_found"),
      },
      "without the password": {
        request: ({ actor }) => ({ body: { id: uuidv7(), personId: actor.id } }),
        expect: signedIn("current_password_wrong"),
        records: ["sign_in_failures", "audit_log"],
      },
    },
    deletePersonExport: {
      own: {
        request: async ({ world, actor, spare }) => ({
          params: { exportId: await spare("an export", () => newExport(world, actor, actor.id)) },
        }),
        expect: signedIn("ok"),
      },
      "a colleague's": {
        request: async ({ world, spare }) => ({
          params: {
            exportId: await spare("an export of a colleague", async () => {
              const person = await world.newPerson();
              return newExport(world, person, person.id);
            }),
          },
        }),
        expect: signedIn("person_export_not_found"),
      },
      missing: {
        request: () => ({ params: { exportId: uuidv7() } }),
        expect: signedIn("person_export_not_found"),
      },
    },
  },
  events: {},
});

import { personalDataRoutes } from "@atoll/contract/personal-data/routes";
import type { ExportedKind } from "@atoll/contract/personal-data/schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { hashSent } from "../../../src/platform/create-once.ts";
import { createArticleRow } from "../../knowledge.ts";
import { each, signedIn } from "../expectations.ts";
import { type CaseInput, defineSlice } from "../slice.ts";
import type { World } from "../world.ts";
import { managers, only, superAdmins } from "./administration-targets.ts";
import { withView } from "./card-things.ts";
import { inside, ownedChannel } from "./chat-things.ts";
import { managers as knowledgeManagers } from "./knowledge-things.ts";

/** Writes a cancelled export, which no job works on. People without an account have none. */
async function newExport(world: World, requester: { id: string }, personId: string): Promise<string> {
  const id = uuidv7();
  await sql`INSERT INTO person_exports (id, person_id, requested_by, has_private, state, sent_hash)
    SELECT ${id}::uuid, ${personId}::uuid, id, false, 'cancelled', ${hashSent(personId)}
    FROM accounts WHERE id = ${requester.id}`.execute(world.db);
  return id;
}

/** Writes a cancelled export of everything, which no job works on. People without an account have none. */
async function newFullExport(world: World, requester: { id: string }): Promise<string> {
  const id = uuidv7();
  await sql`INSERT INTO person_exports (id, requested_by, has_private, state, sent_hash)
    SELECT ${id}::uuid, id, true, 'cancelled', ${hashSent("everything")}
    FROM accounts WHERE id = ${requester.id}`.execute(world.db);
  return id;
}

/** The request for an export of a thing that is there already, and so starts no job. */
const thingAgain =
  (what: string, kind: ExportedKind, make: (world: World) => Promise<string>) =>
  async ({ world, actor, spare }: CaseInput<unknown>) => {
    const [id, thingId] = [uuidv7(), await spare(what, () => make(world))];
    await sql`INSERT INTO person_exports (id, requested_by, has_private, state, sent_hash, thing_kind, thing_id, thing_name)
      SELECT ${id}::uuid, id, true, 'cancelled', ${hashSent(kind, thingId)}, ${kind}, ${thingId}::uuid, ''
      FROM accounts WHERE id = ${actor.id}`.execute(world.db);
    return { body: { id, kind, thingId } };
  };

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

/** Writes a finished erasure of a person without an account. */
async function newErasure(world: World, { id: requesterId }: { id: string }): Promise<string> {
  const [id, personId] = [uuidv7(), uuidv7()];
  const values = { id: personId, name: "Former colleague", former_since: new Date() };
  await world.db.insertInto("profiles").values(values).execute();
  await sql`INSERT INTO erasures (id, person_id, keeps_texts, requested_by, state, names, mails, steps_total, finished_at, sent_hash)
    VALUES (${id}::uuid, ${personId}::uuid, true, (SELECT p.id FROM profiles p WHERE p.id = ${requesterId}), 'done', '{}', '{}', 1, now(),
      ${hashSent(personId, true)})`.execute(world.db);
  return id;
}

/** Somebody who has left. */
async function newFormer({ db, secrets }: World): Promise<{ id: string; name: string }> {
  const id = uuidv7();
  const name = secrets.hide("the name of somebody who has left", superAdmins);
  await db.insertInto("profiles").values({ id, name, former_since: new Date() }).execute();
  return { id, name };
}

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
    listFullExports: { all: { request: () => ({}), expect: only(superAdmins) } },
    startFullExport: {
      "sent again": {
        request: async ({ world, actor }) => {
          const body = { id: await newFullExport(world, actor), currentPassword: actor.password };
          return { body };
        },
        expect: only(superAdmins),
        spendsActor: true,
      },
      "without the password": {
        request: () => ({ body: { id: uuidv7() } }),
        expect: only(superAdmins, "current_password_wrong"),
        records: ["sign_in_failures", "audit_log"],
      },
    },
    listThingExports: { own: { request: () => ({}), expect: signedIn("ok") } },
    startThingExport: {
      "a channel of the author": {
        request: thingAgain("an owned channel", "channel", (world) => ownedChannel(world, [...inside])),
        expect: signedIn("exported_thing_not_found", { author: "ok" }),
      },
      "a section": {
        request: thingAgain("a section to export", "section", async ({ db, departmentIds }) => {
          const { id } = await db
            .selectFrom("card_types")
            .select("id")
            .where("department_id", "=", departmentIds.Backend ?? "")
            .where("is_restricted", "=", false)
            .orderBy("place")
            .executeTakeFirstOrThrow();
          return id;
        }),
        expect: signedIn("exported_thing_not_found", each(withView, "ok")),
      },
      "the tasks of a department": {
        request: thingAgain(
          "a department",
          "tasks",
          async ({ departmentIds }) => departmentIds.Backend ?? "",
        ),
        expect: signedIn("exported_thing_not_found", each(["admin", ...superAdmins], "ok")),
      },
      "pages of the knowledge base": {
        request: thingAgain("pages to export", "pages", ({ db, actors }) =>
          createArticleRow(db, actors.author.id),
        ),
        expect: signedIn("exported_thing_not_found", each(knowledgeManagers, "ok")),
      },
      missing: {
        request: () => ({ body: { id: uuidv7(), kind: "channel" as const, thingId: uuidv7() } }),
        expect: signedIn("exported_thing_not_found"),
      },
    },
    listErasures: { all: { request: () => ({ query: {} }), expect: only(superAdmins) } },
    findErasable: {
      "by a name": {
        request: () => ({ query: { search: "nobody has this name" } }),
        expect: only(superAdmins),
      },
    },
    previewErasure: {
      "of a former colleague": {
        request: async ({ world, spare }) => ({
          params: { personId: (await spare("somebody who has left", () => newFormer(world))).id },
        }),
        expect: only(superAdmins),
      },
      "of nobody": {
        request: () => ({ params: { personId: uuidv7() } }),
        expect: only(superAdmins, "person_not_found"),
      },
    },
    startErasure: {
      // The request for an erasure that is there already: it starts no job, whose writes would be taken for others'.
      "sent again": {
        request: async ({ world, actor, spare }) => {
          const id = await spare("an erasure", () => newErasure(world, actor));
          const row = await world.db
            .selectFrom("erasures")
            .select("person_id")
            .where("id", "=", id)
            .executeTakeFirstOrThrow();
          const body = { id, personId: row.person_id, keepsTexts: true, name: "Somebody" };
          return { body: { ...body, currentPassword: actor.password } };
        },
        expect: only(superAdmins),
        spendsActor: true,
      },
      "of nobody": {
        request: ({ actor }) => ({
          body: {
            ...{ id: uuidv7(), personId: uuidv7(), keepsTexts: true, name: "Nobody" },
            currentPassword: actor.password,
          },
        }),
        expect: only(superAdmins, "person_not_found"),
      },
    },
    retryErasure: {
      "that is done": {
        request: async ({ world, actor, spare }) => ({
          params: { erasureId: await spare("a finished erasure", () => newErasure(world, actor)) },
        }),
        expect: only(superAdmins),
      },
      missing: {
        request: () => ({ params: { erasureId: uuidv7() } }),
        expect: only(superAdmins, "erasure_not_found"),
      },
    },
  },
  events: {},
});

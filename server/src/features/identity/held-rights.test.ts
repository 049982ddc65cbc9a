import { administrationRoutes } from "@atoll/contract/administration/routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { createChannel, createPerson, createRole } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import type { Database } from "../../tables.ts";

// Permissions are checked again in the writing transaction. In these tests each write has to wait there, and the person
// loses the permission while it waits.

const server = sharedServer();
beforeAll(async () => {
  await createRole(server.db, { name: "department office", permissions: ["departments:manage"] });
});

test("an act of administration is refused when its turn comes after the end of the right", async () => {
  const officer = await server.signIn(
    await createPerson(server.db, { roles: ["user", "department office"] }),
  );
  const answer = await server.db.transaction().execute(async (tx) => {
    await takeAdministration(tx);
    const asked = officer.client.refused(administrationRoutes.createDepartment, {
      body: { name: "Too late" },
    });
    await somebodyWaits();
    await sql`DELETE FROM user_roles WHERE user_id = ${officer.user.id}
      AND role_id IN (SELECT id FROM roles WHERE name = 'department office')`.execute(server.db);
    return { asked };
  });
  const { status, body } = await answer.asked;
  expect([status, body.error.code]).toEqual([403, "forbidden"]);
  const made = await server.db
    .selectFrom("departments")
    .where("name", "=", "Too late")
    .select("id")
    .execute();
  expect(made).toEqual([]);
});

test("a write and the end of its session happen one after the other", async () => {
  const owner = await server.signIn(await createPerson(server.db));
  const channel = await createChannel(server.db, { name: "quiet place", members: [owner.user] });
  await server.db
    .updateTable("channel_members")
    .set({ is_owner: true })
    .where("channel_id", "=", channel.id)
    .execute();
  const answer = await server.db.transaction().execute(async (tx) => {
    await sql`UPDATE sessions SET ended_at = now() WHERE user_id = ${owner.user.id}`.execute(tx);
    const asked = owner.client.refused(chatRoutes.updateChannel, {
      params: { channelId: channel.id },
      body: { name: "loud place" },
    });
    await somebodyWaits();
    return { asked };
  });
  const { status, body } = await answer.asked;
  expect([status, body.error.code]).toEqual([401, "session_expired"]);
  const { name } = await server.db
    .selectFrom("channels")
    .where("id", "=", channel.id)
    .select("name")
    .executeTakeFirstOrThrow();
  expect(name).toBe("quiet place");
});

async function takeAdministration(tx: Database): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('atoll administration'))`.execute(tx);
}

/** Settles when a connection to this database waits for a lock. */
async function somebodyWaits(): Promise<void> {
  for (;;) {
    const { rows } = await sql`SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(server.db);
    if (rows.length > 0) return;
  }
}

import { generateKeyBetween } from "fractional-indexing";
import { type Insertable, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Database, Tables } from "../src/tables.ts";

/** A task as a row, at the end of its column. */
export async function createTaskRow(
  db: Database,
  creatorId: string,
  wanted: Partial<Insertable<Tables["tasks"]>> = {},
): Promise<string> {
  const id = uuidv7();
  return db.transaction().execute(async (tx) => {
    // As the server does, so that many may be made at once.
    const status = wanted.status ?? "todo";
    await sql`SELECT pg_advisory_xact_lock(hashtext('atoll tasks'), hashtext(${status}))`.execute(tx);
    const last = await tx
      .selectFrom("tasks")
      .select(({ fn }) => fn.max("rank").as("rank"))
      .where("status", "=", status)
      .executeTakeFirst();
    await tx
      .insertInto("tasks")
      .values({
        id,
        title: "A task",
        created_by: creatorId,
        rank: generateKeyBetween(last?.rank ?? null, null),
        sent_hash: Buffer.from(id),
        ...wanted,
      })
      .execute();
    return id;
  });
}

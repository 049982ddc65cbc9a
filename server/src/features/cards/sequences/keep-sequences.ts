import { maxSequences } from "@atoll/contract/cards/limits";
import type { NewSequence, Sequence } from "@atoll/contract/cards/sequence-schemas";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { assertNotChanged } from "../../../platform/assert-not-changed.ts";
import { rejectViolation } from "../../../platform/database/reject-violation.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { accessType } from "../public.ts";
import { lockSection } from "../ranks.ts";
import { isRunning } from "./running.ts";

/** The sequences of a section by name, with the number of cards that are in each now. */
export async function listSequences(
  db: Database,
  viewer: RequestViewer,
  typeId: string,
): Promise<Sequence[]> {
  const type = await accessType(db, viewer, typeId);
  const rows = await db
    .selectFrom("card_sequences as s")
    .select(["s.id", "s.name", "s.steps", "s.version"])
    .select(
      sql<number>`(SELECT count(*) FROM card_enrolments e JOIN cards c ON c.id = e.card_id
        JOIN card_types ct ON ct.id = c.type_id WHERE e.sequence_id = s.id AND ${isRunning})`.as("running"),
    )
    .where("s.type_id", "=", type.id)
    .where("s.deleted_at", "is", null)
    .orderBy(sql`lower(s.name)`)
    .limit(maxSequences)
    .execute();
  return rows.map((row) => ({ ...row, running: Number(row.running) }));
}

/**
 * Adds a sequence, or changes it for the cards that start it later. The same one sent again changes nothing.
 * @throws {AppError} `section_not_found`, `card_sequence_not_found`, `card_sequence_name_taken`,
 *   `too_many_card_sequences`, `changed_meanwhile`.
 */
export async function saveSequence(
  db: Database,
  viewer: RequestViewer,
  { typeId, sequenceId: id }: { typeId: string; sequenceId: string },
  { name, steps, version }: NewSequence & { version: number },
): Promise<void> {
  await transact(db, async (tx) => {
    await accessType(tx, viewer, typeId);
    // In turns, so that two who add cannot exceed the limit.
    await lockSection(tx, typeId);
    const row = await tx
      .selectFrom("card_sequences")
      .select(["type_id", "name", "steps", "version", "deleted_at"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (row ? row.type_id !== typeId || row.deleted_at !== null : version > 0)
      throw new AppError("card_sequence_not_found");
    if (row && row.name === name && isSameSteps(row.steps, steps)) return;
    if (row) assertNotChanged(row, version);
    else await assertRoom(tx, typeId);
    const values = { name, steps: JSON.stringify(steps), version: version + 1 };
    const write: Promise<unknown> = row
      ? tx.updateTable("card_sequences").set(values).where("id", "=", id).execute()
      : tx
          .insertInto("card_sequences")
          .values({ id, type_id: typeId, created_by: viewer.id, ...values })
          .execute();
    await rejectViolation(write, { card_sequences_name: "card_sequence_name_taken" });
  });
}

/** @throws {AppError} `section_not_found`, `card_sequence_not_found`. */
export async function deleteSequence(
  db: Database,
  viewer: RequestViewer,
  { typeId, sequenceId }: { typeId: string; sequenceId: string },
): Promise<void> {
  await accessType(db, viewer, typeId);
  const { numUpdatedRows } = await db
    .updateTable("card_sequences")
    .set({ deleted_at: sql<Date>`now()` })
    .where("id", "=", sequenceId)
    .where("type_id", "=", typeId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError("card_sequence_not_found");
}

async function assertRoom(tx: Database, typeId: string): Promise<void> {
  const { count } = await tx
    .selectFrom("card_sequences")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("type_id", "=", typeId)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  if (count >= maxSequences) throw new AppError("too_many_card_sequences");
}

function isSameSteps(one: NewSequence["steps"], other: NewSequence["steps"]): boolean {
  const flat = (steps: NewSequence["steps"]) =>
    JSON.stringify(steps.map(({ title, notes, days }) => [title, notes, days]));
  return flat(one) === flat(other);
}

import { sql } from "kysely";
import pg from "pg";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Database } from "../../../tables.ts";
import { holdRunner, type ImportRow, lockAtStep, pauseImport } from "./import-row.ts";
import { addLines } from "./lines.ts";
import { targetOf } from "./targets.ts";

/**
 * Asserts that nobody has built on an import: added something to it, or changed something of it.
 * @throws {AppError} `import_built_on`, with the numbers.
 */
export async function assertNothingBuilt(tx: Database, row: ImportRow): Promise<void> {
  const { messages, marks } = await targetOf(row).countBuilt(tx, row);
  if (messages + marks === 0) return;
  throw new AppError("import_built_on", {
    figures: {
      messages:
        messages === 1 ? "1 message, comment or task" : `${messages || "no"} messages, comments or tasks`,
      marks: marks === 1 ? "1 thing" : `${marks || "no"} things`,
    },
  });
}

const mostNamed = 10;

/** Finds the things that keep an import from being undone. */
export async function findBuiltOn(db: Database, importId: string) {
  const row = await db.selectFrom("imports").selectAll().where("id", "=", importId).executeTakeFirstOrThrow();
  const { kind, ids } = targetOf(row).builtOn(row);
  const { rows } = await sql<{ id: string; total: number }>`SELECT id, count(*) OVER () AS total
    FROM (${ids}) built ORDER BY id LIMIT ${sql.lit(mostNamed)}`.execute(db);
  return { kind, ids: rows.map(({ id }) => id), more: (rows[0]?.total ?? 0) - rows.length };
}

/**
 * Takes back a part of an import: its records first, and people last. What others build on in the meantime stays, with a
 * line in the report.
 */
export async function undoBatch(db: Database, row: ImportRow): Promise<void> {
  await transact(db, async (tx) => {
    const locked = await lockAtStep(tx, row);
    if (!locked) return;
    if (!(await holdRunner(tx, locked)))
      return pauseImport(tx, locked, "The person who started it may not run imports any more, or has left.");
    let isMore = false;
    for (const undo of [...targetOf(locked).undoSteps, undoPeople]) isMore ||= await undo(tx, locked);
    if (!isMore) await finishUndo(tx, locked);
    await tx
      .updateTable("imports")
      .set({ step: row.step + 1, failures: 0, worked_at: sql<Date>`now()` })
      .where("id", "=", row.id)
      .execute();
  });
}

async function undoPeople(tx: Database, { id }: ImportRow): Promise<boolean> {
  const { rows } = await sql<{ target_id: string }>`SELECT target_id FROM import_items
    WHERE import_id = ${id} AND kind = 'person' ORDER BY target_id LIMIT 50`.execute(tx);
  if (rows.length === 0) return false;
  for (const { target_id: personId } of rows) {
    await sql`SAVEPOINT person`.execute(tx);
    try {
      await sql`DELETE FROM import_items WHERE import_id = ${id} AND target_id = ${personId}`.execute(tx);
      await sql`DELETE FROM profiles p WHERE p.id = ${personId} AND p.former_since IS NOT NULL
        AND NOT EXISTS (SELECT FROM accounts a WHERE a.id = p.id)`.execute(tx);
    } catch (error) {
      // Another import has messages of theirs.
      if (!(error instanceof pg.DatabaseError) || error.code !== "23503") throw error;
      await sql`ROLLBACK TO SAVEPOINT person`.execute(tx);
      await sql`UPDATE import_items SET kind = 'kept person' WHERE import_id = ${id} AND target_id = ${personId}`.execute(
        tx,
      );
      const { name } = await tx
        .selectFrom("profiles")
        .select("name")
        .where("id", "=", personId)
        .executeTakeFirstOrThrow();
      await addLines(tx, id, "undoing", [{ kind: "kept", detail: name }]);
    }
    await sql`RELEASE SAVEPOINT person`.execute(tx);
  }
  return true;
}

async function finishUndo(tx: Database, { id, name, run_by, created_by }: ImportRow): Promise<void> {
  await tx
    .updateTable("imports")
    .set({
      state: "undone",
      finished_at: sql<Date>`now()`,
      next_unit: 0,
      next_record: 0,
      failure: null,
      made: "{}",
    })
    .where("id", "=", id)
    .execute();
  await sql`UPDATE import_places SET counts = '{}', numbered_from = NULL WHERE import_id = ${id}`.execute(tx);
  const actor = await tx
    .selectFrom("profiles")
    .select(["id", "name"])
    .where("id", "=", run_by ?? created_by)
    .executeTakeFirst();
  await recordAct(tx, { action: "import.undone", actor, address: "", subject: { type: "import", id, name } });
}

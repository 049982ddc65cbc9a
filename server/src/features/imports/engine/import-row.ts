import { canRunImports } from "@atoll/contract/permissions";
import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { Database, Tables } from "../../../tables.ts";
import { holdAbsent } from "../../identity/public.ts";

export type ImportRow = Selectable<Tables["imports"]>;

/**
 * Locks an import that is at this step and in this state. Undefined if another node or a person was faster. Every part of
 * an import and of its undoing begins with it, so it also marks the transaction: what an import writes or takes back is
 * old, and outgoing webhooks do not send it.
 */
export async function lockAtStep(
  tx: Database,
  { id, step, state }: Pick<ImportRow, "id" | "step" | "state">,
): Promise<ImportRow | undefined> {
  return tx
    .selectFrom("imports")
    .selectAll()
    .select(sql`set_config('atoll.is_import', 'on', true)`.as("noted"))
    .where("id", "=", id)
    .where("step", "=", step)
    .where("state", "=", state)
    .forUpdate()
    .executeTakeFirst();
}

/** The person in whose name an import works. */
export type Runner = NonNullable<Awaited<ReturnType<typeof holdAbsent>>>;

/** Returns the person in whose name the import works, if they may still do that. They are held until the commit. */
export async function holdRunner(
  tx: Database,
  { run_by }: Pick<ImportRow, "run_by">,
): Promise<Runner | undefined> {
  const account = run_by === null ? undefined : await holdAbsent(tx, run_by);
  return account !== undefined && canRunImports(account) ? account : undefined;
}

/** Returns the person who uploaded the file, if they are still there. They are held until the commit. */
export const holdUploader = (tx: Database, { created_by }: Pick<ImportRow, "created_by">) =>
  holdAbsent(tx, created_by);

/** Pauses an import, with the reason for administrators. */
export async function pauseImport(tx: Database, row: ImportRow, failure: string | null): Promise<void> {
  const { state } = row;
  if (state !== "trying" && state !== "running" && state !== "undoing") return;
  await tx
    .updateTable("imports")
    .set({ state: "paused", paused_from: state, failure, step: row.step + 1, worked_at: sql<Date>`now()` })
    .where("id", "=", row.id)
    .execute();
}

/** Ends a dry run that cannot go on, with the reason for administrators. */
export async function endTrial(tx: Database, row: ImportRow, failure: string): Promise<void> {
  await tx
    .updateTable("imports")
    .set({ state: "planned", tried: null, failure, step: row.step + 1, worked_at: sql<Date>`now()` })
    .where("id", "=", row.id)
    .execute();
}

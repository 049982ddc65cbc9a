import { canRunImports } from "@atoll/contract/permissions";
import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { Database, Tables } from "../../../tables.ts";
import { holdAbsent } from "../../identity/public.ts";
import type { SourceReader } from "../archive/records.ts";
import { slackReader } from "../slack/slack-reader.ts";

export type ImportRow = Selectable<Tables["imports"]>;

/** The readers of all products. */
export const readers: Readonly<Record<ImportRow["source"], SourceReader>> = { slack: slackReader };

/** Locks an import that is at this step and in this state. Undefined if another node or a person was faster. */
export async function lockAtStep(
  tx: Database,
  { id, step, state }: Pick<ImportRow, "id" | "step" | "state">,
): Promise<ImportRow | undefined> {
  return tx
    .selectFrom("imports")
    .selectAll()
    .where("id", "=", id)
    .where("step", "=", step)
    .where("state", "=", state)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns whether the person in whose name the import works may still do that. They are held until the commit. */
export async function holdRunner(tx: Database, { run_by }: Pick<ImportRow, "run_by">): Promise<boolean> {
  const account = run_by === null ? undefined : await holdAbsent(tx, run_by);
  return account !== undefined && canRunImports(account);
}

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

/** The pages, parts and names of an import in storage and the database, in order. */
export function partsOf(db: Database, importId: string) {
  return db
    .selectFrom("import_parts")
    .select(["start", "size_bytes", "key"])
    .where("import_id", "=", importId)
    .orderBy("start")
    .execute();
}

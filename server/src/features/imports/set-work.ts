import type { AuditAction } from "@atoll/contract/audit/schemas";
import type { ImportWork } from "@atoll/contract/imports/schemas";
import type { PermissionHolder } from "@atoll/contract/permissions";
import { sql, type UpdateObject } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { recordAct } from "../../platform/audit.ts";
import { rejectViolation } from "../../platform/database/reject-violation.ts";
import type { Changer, SliceContext } from "../../slice.ts";
import type { Database, Tables } from "../../tables.ts";
import { changeAs } from "../identity/public.ts";
import { trialSource } from "./engine/ground.ts";
import type { ImportRow } from "./engine/import-row.ts";
import { targetOf } from "./engine/targets.ts";
import { assertNothingBuilt } from "./engine/undo-import.ts";
import { importJob } from "./engine/work-import.ts";
import { lockImport } from "./policy.ts";

const acts: Record<ImportWork, AuditAction> = {
  try: "import.tried",
  run: "import.run",
  pause: "import.paused",
  resume: "import.resumed",
  undo: "import.undo-started",
};

/**
 * Starts, pauses or resumes the work on an import, in the name of the viewer. Asking for what happens already changes
 * nothing.
 * @throws {AppError} `import_not_found`, `import_state`; `import_running` while another one works; `import_built_on`.
 */
export async function setWork(
  context: SliceContext,
  viewer: Changer,
  importId: string,
  work: ImportWork,
): Promise<void> {
  await rejectViolation(
    changeAs(context.db, viewer, async (tx, worker) => {
      if (!(await applyWork(tx, { ...worker, address: viewer.address }, importId, work))) return;
      if (work !== "pause") await context.enqueue(tx, importJob(context), { importId });
    }),
    { imports_one_at_a_time: "import_running" },
  );
}

/** Sets what an import works on from now on, in the name of a person. Returns whether it worked on something else. */
export async function applyWork(
  tx: Database,
  worker: PermissionHolder & { id: string; name: string; address: string },
  importId: string,
  work: ImportWork,
): Promise<boolean> {
  const row = await lockImport(tx, worker, importId);
  const change = await changeFor(tx, row, work);
  if (!change) return false;
  await tx
    .updateTable("imports")
    .set({ ...change, run_by: worker.id, step: row.step + 1, failures: 0, worked_at: sql<Date>`now()` })
    .where("id", "=", importId)
    .execute();
  const subject = { type: "import", id: row.id, name: row.name };
  await recordAct(tx, { action: acts[work], actor: worker, address: worker.address, subject });
  return true;
}

/** Returns the change of the import. Undefined if it works like this already. */
async function changeFor(
  tx: Database,
  row: ImportRow,
  work: ImportWork,
): Promise<UpdateObject<Tables, "imports"> | undefined> {
  const { state } = row;
  switch (work) {
    case "try":
      if (state === "trying") return undefined;
      if (state !== "planned") throw new AppError("import_state");
      await clearTrial(tx, row.id);
      return { state: "trying", tried: "{}", next_unit: 0, next_record: 0, failure: null };
    case "run":
      if (state === "running") return undefined;
      if ((state !== "planned" && state !== "undone") || row.file_discarded_at)
        throw new AppError("import_state");
      await clearTrial(tx, row.id);
      return {
        ...{ state: "running", made: "{}", next_unit: 0, next_record: 0, failure: null, finished_at: null },
        stored_bytes: 0,
        started_at: sql<Date>`now()`,
      };
    case "pause":
      if (state === "paused") return undefined;
      if (state !== "trying" && state !== "running" && state !== "undoing")
        throw new AppError("import_state");
      return { state: "paused", paused_from: state, failure: null };
    case "resume":
      if (state !== "paused" || row.paused_from === null) throw new AppError("import_state");
      if (row.file_discarded_at && row.paused_from !== "undoing") throw new AppError("import_state");
      return { state: row.paused_from, paused_from: null, failure: null };
    case "undo":
      if (state === "undoing") return undefined;
      if (state !== "done" && !(state === "paused" && row.paused_from === "running"))
        throw new AppError("import_state");
      await assertNothingBuilt(tx, row);
      await targetOf(row).close(tx, row.id);
      return { state: "undoing", paused_from: null, failure: null };
  }
}

/** A dry run and a run begin with clean counts and lines. */
async function clearTrial(tx: Database, importId: string): Promise<void> {
  await sql`UPDATE import_places SET counts = '{}', numbered_from = NULL WHERE import_id = ${importId}`.execute(
    tx,
  );
  await tx.deleteFrom("import_items").where("source", "=", trialSource(importId)).execute();
  await tx
    .deleteFrom("import_lines")
    .where("import_id", "=", importId)
    .where("phase", "<>", "reading")
    .execute();
}

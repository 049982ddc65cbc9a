import { sql } from "kysely";
import type { Job } from "../../platform/jobs/jobs.ts";
import { erasedName } from "../../platform/kinds/erasure.ts";
import { madeFrom, ofCompany, ofServers } from "../../platform/kinds/personal-data.ts";
import type { Slice, SliceContext } from "../../slice.ts";
import type { Tables } from "../../tables.ts";
import { deleteForgottenJob, forgetFiles } from "../files/public.ts";
import { importBucket } from "./archive/open-archive.ts";
import { importJob, takeTurn } from "./engine/work-import.ts";
import { placedImports } from "./kinds.ts";
import { registerImports } from "./routes.ts";

/** Imports from other products: one engine, and a reader for each product. */
export const imports: Slice = {
  name: "imports",
  routes: [registerImports],
  jobs: [importJob, sweepImportsJob],
  placed: [placedImports],
  personalData: {
    imports: {
      title: "Imports that they started",
      erase: "stays",
      of: "created_by",
      columns: ["created_at", "source", "name", "size_bytes", "state", "finished_at"],
    },
    import_people: {
      title: "Names in imported data",
      erase: { clears: { name: erasedName, email: "" }, when: "always" },
      of: "person_id",
      columns: ["import_id", "name", "email", "record_count"],
    },
    import_items: madeFrom("what was imported"),
    import_lines: ofCompany,
    import_places: ofCompany,
    import_units: ofServers,
    import_parts: ofServers,
    import_part_files: ofServers,
  },
};

/** Uploaded files hold everything that was private elsewhere. */
const keptDays = 30;

/**
 * Resumes imports whose job died: all of them when a node starts, and those that no node works on, every minute. Deletes
 * uploaded files that are not needed any more.
 */
function sweepImportsJob(context: SliceContext): Job<Tables, { atStart?: boolean }> {
  return {
    name: "imports.sweep",
    cron: "* * * * *",
    isDueAtStart: true,
    async run({ tx, data }) {
      const { rows: working } = await sql<{ id: string; is_silent: boolean }>`
        SELECT id, worked_at < now() - interval '1 minute' AS is_silent FROM imports
        WHERE state IN ('reading', 'trying', 'running', 'undoing')`.execute(tx);
      for (const { id, is_silent } of working)
        if (data?.atStart || (is_silent && (await takeTurn(tx, id))))
          await context.enqueue(tx, importJob(context), { importId: id });
      // A server that is killed during an upload or a deletion leaves these.
      const { rows: left } = await sql<{ key: string }>`DELETE FROM import_part_files f
        WHERE f.stored_at < now() - interval '1 hour' AND NOT EXISTS (SELECT FROM import_parts p WHERE p.key = f.key)
        RETURNING key`.execute(tx);
      const { rows: parts } = await sql<{ key: string }>`DELETE FROM import_parts p USING imports i
        WHERE i.id = p.import_id AND i.state IN ('uploading', 'planned', 'paused', 'done', 'undone', 'failed')
          AND i.worked_at < now() - make_interval(days => ${sql.lit(keptDays)}) RETURNING p.key`.execute(tx);
      await sql`UPDATE imports SET file_discarded_at = now() WHERE file_discarded_at IS NULL
        AND state IN ('uploading', 'planned', 'paused', 'done', 'undone', 'failed')
        AND worked_at < now() - make_interval(days => ${sql.lit(keptDays)})`.execute(tx);
      const forgotten = [...left, ...parts].map(({ key }) => ({ bucket: importBucket, key }));
      await forgetFiles(tx, forgotten);
      if (forgotten.length > 0) await context.enqueue(tx, deleteForgottenJob(context), {});
    },
  };
}

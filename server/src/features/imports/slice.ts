import { sql } from "kysely";
import type { Job } from "../../platform/jobs/jobs.ts";
import type { Slice, SliceContext } from "../../slice.ts";
import type { Tables } from "../../tables.ts";
import { importBucket } from "./archive/open-archive.ts";
import { importJob } from "./engine/work-import.ts";
import { registerImports } from "./routes.ts";

/** Imports from other products: one engine, and a reader for each product. */
export const imports: Slice = {
  name: "imports",
  routes: [registerImports],
  jobs: [importJob, sweepImportsJob],
};

const silentMinutes = 3;
/** Uploaded files hold everything that was private elsewhere. */
const keptDays = 30;

/** Resumes imports whose job died, and deletes uploaded files that are not needed any more. */
function sweepImportsJob(context: SliceContext): Job<Tables> {
  return {
    name: "imports.sweep",
    cron: "*/5 * * * *",
    async run({ tx }) {
      const { rows: silent } = await sql<{ id: string }>`UPDATE imports SET worked_at = now()
        WHERE state IN ('reading', 'trying', 'running', 'undoing')
          AND worked_at < now() - make_interval(mins => ${sql.lit(silentMinutes)}) RETURNING id`.execute(tx);
      for (const { id } of silent) await context.enqueue(tx, importJob(context), { importId: id });
      const { rows: parts } = await sql<{ key: string }>`DELETE FROM import_parts p USING imports i
        WHERE i.id = p.import_id AND i.state IN ('uploading', 'planned', 'done', 'undone', 'failed')
          AND i.worked_at < now() - make_interval(days => ${sql.lit(keptDays)}) RETURNING p.key`.execute(tx);
      await sql`UPDATE imports SET file_discarded_at = now() WHERE file_discarded_at IS NULL
        AND state IN ('uploading', 'planned', 'done', 'undone', 'failed')
        AND worked_at < now() - make_interval(days => ${sql.lit(keptDays)})`.execute(tx);
      for (const { key } of parts) await context.files.delete({ bucket: importBucket, key });
    },
  };
}

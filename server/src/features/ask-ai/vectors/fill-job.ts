import { sql } from "kysely";
import type { Job } from "../../../platform/jobs/jobs.ts";
import { ModelFailure } from "../../../platform/language-model/model-failure.ts";
import { createGuardedRequest } from "../../../platform/outbound/guarded-request.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Tables } from "../../../tables.ts";
import { modelIdleMs } from "../model/model-patience.ts";
import { selectModel } from "../model/settings.ts";
import { fillVectors } from "./fill-vectors.ts";

/** One run; the next one goes on. */
const runMs = 40_000;

/** Fills in missing vectors every minute, on one node at a time. */
export function fillVectorsJob(
  context: Pick<SliceContext, "db" | "log" | "outbound" | "patience">,
): Job<Tables> {
  const { db, log } = context;
  return {
    name: "ask-ai.vectors",
    cron: "* * * * *",
    async run({ tx, signal }) {
      const { rows } = await sql<{ isFree: boolean }>`
        SELECT pg_try_advisory_xact_lock(hashtext('ask-ai.vectors')) AS "isFree"`.execute(tx);
      if (!rows[0]?.isFree) return;
      const request = createGuardedRequest(context.outbound);
      const until = performance.now() + runMs;
      try {
        await fillVectors(db, request, await selectModel(db), {
          signal,
          idleMs: modelIdleMs(context),
          isTimeUp: () => performance.now() > until,
        });
      } catch (error) {
        if (!(error instanceof ModelFailure)) throw error;
        log.warn({ err: error }, "vectors could not be filled in");
        await db
          .updateTable("ask_model")
          .set({ vector_failure: error.reason })
          .where(sql<boolean>`vector_failure IS DISTINCT FROM ${error.reason}`)
          .execute();
      } finally {
        request.close();
      }
    },
  };
}

import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { runNameMaxLength, runNoteMaxLength } from "./limits.ts";
import { sopRunSchema } from "./run-schema.ts";

const ofArticle = z.object({ articleId: idSchema });
const ofRun = z.object({ runId: idSchema });
const ofStep = ofRun.extend({ stepId: z.string().regex(/^[\w-]{1,64}$/) });
const run = z.object({ run: sopRunSchema });

/** Runs of procedures: a checklist of the steps of one version, with who did each and when. */
export const procedureRunRoutes = {
  listSopRuns: defineRoute({
    method: "GET",
    path: "/api/knowledge/articles/:articleId/runs",
    summary: "List the runs of a procedure, newest first: all of them, or those that are open or ended.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofArticle,
    query: z.object({ state: z.enum(["open", "ended"]).optional(), ...pageQuery({ size: 20, max: 50 }) }),
    status: 200,
    response: pageOf(sopRunSchema),
    errors: ["article_not_found"],
  }),
  startSopRun: defineRoute({
    method: "POST",
    path: "/api/knowledge/articles/:articleId/runs",
    summary:
      "Start a run of the published version of a procedure. Repeating the request returns the same run.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofArticle,
    body: z.object({ id: idSchema, name: storableTextSchema.trim().max(runNameMaxLength).default("") }),
    status: 201,
    response: run,
    errors: ["article_not_found", "article_not_published", "run_without_steps", "run_id_taken"],
  }),
  changeSopRun: defineRoute({
    method: "PATCH",
    path: "/api/knowledge/runs/:runId",
    summary: "Change the note of a run.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofRun,
    body: z.object({ note: storableTextSchema.max(runNoteMaxLength), revision: z.int().min(1) }),
    status: 200,
    response: run,
    errors: ["run_not_found", "run_over", "changed_meanwhile"],
  }),
  tickSopStep: defineRoute({
    method: "PUT",
    path: "/api/knowledge/runs/:runId/steps/:stepId",
    summary: "Tick a step of a run. Repeating it has no effect; the first person and time are kept.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofStep,
    status: 200,
    response: run,
    errors: ["run_not_found", "run_over"],
  }),
  untickSopStep: defineRoute({
    method: "DELETE",
    path: "/api/knowledge/runs/:runId/steps/:stepId",
    summary: "Untick a step of a run.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofStep,
    status: 200,
    response: run,
    errors: ["run_not_found", "run_over"],
  }),
  endSopRun: defineRoute({
    method: "PUT",
    path: "/api/knowledge/runs/:runId/end",
    summary: "End a run. It can no longer be changed, and keeps its version.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofRun,
    status: 200,
    response: run,
    errors: ["run_not_found"],
  }),
};

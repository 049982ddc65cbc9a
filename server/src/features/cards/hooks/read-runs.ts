import type { HookKind } from "@atoll/contract/cards/hook-schemas";
import { z } from "zod";
import { IgnoredDelivery, idTextSchema, type Report, readShape, timeSchema } from "../data/report.ts";

const github = z.object({
  workflow_run: z.object({
    id: idTextSchema,
    run_attempt: z.number().default(1),
    name: z.string().nullish(),
    display_title: z.string().nullish(),
    head_branch: z.string().nullish(),
    head_sha: z.string(),
    status: z.string(),
    conclusion: z.string().nullish(),
    html_url: z.string().nullish(),
    run_started_at: timeSchema,
    updated_at: timeSchema,
    head_commit: z.object({ timestamp: timeSchema }).nullish(),
  }),
  repository: z.object({ name: z.string() }),
});

const gitlab = z.object({
  object_attributes: z.object({
    id: idTextSchema,
    ref: z.string().nullish(),
    sha: z.string(),
    status: z.string(),
    duration: z.number().nullish(),
    created_at: timeSchema,
    finished_at: timeSchema.nullish(),
    url: z.string().nullish(),
  }),
  project: z.object({ name: z.string() }),
  commit: z.object({ timestamp: timeSchema, title: z.string().nullish() }).nullish(),
  builds: z
    .array(
      z.object({
        started_at: timeSchema.nullish().catch(null),
        finished_at: timeSchema.nullish().catch(null),
      }),
    )
    .max(1_000)
    .catch([])
    .default([]),
});

const generic = z.object({
  id: idTextSchema,
  service: z.string(),
  title: z.string().optional(),
  status: z.enum(["running", "waiting", "passed", "failed", "canceled"]),
  branch: z.string().optional(),
  commit: z.string().optional(),
  committedAt: timeSchema.optional(),
  seconds: z.number().optional(),
  link: z.string().optional(),
  at: timeSchema.optional(),
});

const failures = ["failure", "failed", "timed_out", "startup_failure"];
/** Waits for a person, who starts it or permits it. */
const waits = ["manual", "action_required", "waiting"];

/** The stage of a run; undefined for one that did not run at all. */
function stageOf(status: string): string | undefined {
  if (status === "success") return "passed";
  if (failures.includes(status)) return "failed";
  if (["cancelled", "canceled"].includes(status)) return "canceled";
  if (waits.includes(status)) return "waiting";
  return ["skipped", "neutral", "stale"].includes(status) ? undefined : "running";
}

/** A run in one of these goes on. */
const goesOn = ["running", "waiting"];

/** Reads a run of a pipeline. */
export function readRun(kind: HookKind, event: string, body: unknown, receivedAt: Date): Report[] {
  if (kind === "github") return [readGitHub(event, body)];
  if (kind === "gitlab") return [readGitLab(body)];
  const {
    id,
    service,
    title,
    status,
    at = receivedAt,
    link,
    committedAt,
    ...rest
  } = readShape(generic, body);
  return [
    {
      key: `run ${id}`,
      title: title ?? `${service}, run ${id}`,
      stage: status,
      at,
      endedAt: goesOn.includes(status) ? undefined : at,
      values: { ...rest, service, log: link },
      commit: rest.commit && committedAt ? { sha: rest.commit, at: committedAt } : undefined,
    },
  ];
}

function readGitHub(event: string, body: unknown): Report {
  if (event !== "workflow_run") throw new IgnoredDelivery(`GitHub's “${event}” is not about a run`);
  const { workflow_run: run, repository } = readShape(github, body);
  const stage = stageOf(run.status === "completed" ? (run.conclusion ?? "") : run.status);
  if (!stage) throw new IgnoredDelivery("The run was skipped");
  const isOver = !goesOn.includes(stage);
  return {
    key: `run ${run.id} ${run.run_attempt}`,
    title: run.display_title || run.name || `Run ${run.id}`,
    stage,
    at: run.updated_at,
    endedAt: isOver ? run.updated_at : undefined,
    values: {
      service: repository.name,
      branch: run.head_branch ?? undefined,
      commit: run.head_sha,
      seconds: isOver ? secondsBetween(run.run_started_at, run.updated_at) : undefined,
      log: run.html_url ?? undefined,
    },
    commit: run.head_commit ? { sha: run.head_sha, at: run.head_commit.timestamp } : undefined,
  };
}

function readGitLab(body: unknown): Report {
  assertGitLab(body, "pipeline");
  const { object_attributes: run, project, commit, builds } = readShape(gitlab, body);
  const stage = stageOf(run.status);
  if (!stage) throw new IgnoredDelivery("The pipeline was skipped");
  // A pipeline that is retried keeps its id and its creation: its newest job tells the time.
  const times = builds.flatMap(({ started_at, finished_at }) => [started_at, finished_at]);
  const at = new Date(
    Math.max(...[run.created_at, run.finished_at, ...times].map((one) => Number(one ?? 0))),
  );
  return {
    key: `run ${run.id}`,
    title: commit?.title || `${project.name}, pipeline ${run.id}`,
    stage,
    at,
    endedAt: goesOn.includes(stage) ? undefined : at,
    values: {
      service: project.name,
      branch: run.ref ?? undefined,
      commit: run.sha,
      seconds: run.duration ?? undefined,
      log: run.url ?? undefined,
    },
    commit: commit ? { sha: run.sha, at: commit.timestamp } : undefined,
  };
}

/** @throws {IgnoredDelivery} for an event about something else. */
export function assertGitLab(body: unknown, wanted: "pipeline" | "deployment"): void {
  const { object_kind: kind } = readShape(z.object({ object_kind: z.string() }), body);
  if (kind !== wanted) throw new IgnoredDelivery(`GitLab's “${kind}” is not about a ${wanted}`);
}

function secondsBetween(start: Date, end: Date): number {
  return Math.max(0, Math.round((end.getTime() - start.getTime()) / 1000));
}

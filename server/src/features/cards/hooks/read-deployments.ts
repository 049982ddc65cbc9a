import type { HookKind } from "@atoll/contract/cards/hook-schemas";
import { z } from "zod";
import { IgnoredDelivery, idTextSchema, type Report, readShape, timeSchema } from "../data/report.ts";
import { assertGitLab } from "./read-runs.ts";

const github = z.object({
  deployment: z.object({
    id: idTextSchema,
    sha: z.string(),
    ref: z.string().nullish(),
    environment: z.string(),
    created_at: timeSchema,
  }),
  deployment_status: z
    .object({ state: z.string(), created_at: timeSchema, log_url: z.string().nullish() })
    .optional(),
  repository: z.object({ name: z.string() }),
});

const gitlab = z.object({
  status: z.string(),
  status_changed_at: timeSchema,
  deployment_id: idTextSchema,
  deployable_url: z.string().nullish(),
  environment: z.string(),
  project: z.object({ name: z.string() }),
  short_sha: z.string(),
  commit_url: z.string().nullish(),
  ref: z.string().nullish(),
});

const generic = z.object({
  id: idTextSchema,
  service: z.string(),
  environment: z.string(),
  version: z.string(),
  status: z.enum(["requested", "live", "failing", "replaced", "canceled"]),
  commit: z.string().optional(),
  committedAt: timeSchema.optional(),
  link: z.string().optional(),
  at: timeSchema.optional(),
});

const stages: Readonly<Record<string, string>> = {
  success: "live",
  failure: "failing",
  error: "failing",
  failed: "failing",
  pending: "requested",
  queued: "requested",
  in_progress: "requested",
  running: "requested",
  created: "requested",
  waiting: "requested",
  blocked: "requested",
  inactive: "replaced",
  canceled: "canceled",
};

interface Deployment {
  id: string;
  service: string;
  environment: string;
  version: string;
  stage: string;
  at: Date;
  commit: string | undefined;
  log: string | undefined;
}

/** Reads a deployment. */
export function readDeployment(kind: HookKind, event: string, body: unknown, receivedAt: Date): Report[] {
  if (kind === "github") return [reportOf(readGitHub(event, body))];
  if (kind === "gitlab") return [reportOf(readGitLab(body))];
  const { status, at = receivedAt, link, commit, committedAt, ...rest } = readShape(generic, body);
  const report = reportOf({ ...rest, stage: status, at, commit, log: link });
  return [{ ...report, commit: commit && committedAt ? { sha: commit, at: committedAt } : undefined }];
}

function reportOf({ id, stage, at, ...values }: Deployment): Report {
  const { service, version, environment } = values;
  return {
    key: `deployment ${id}`,
    title: `${service} ${version} to ${environment.toLowerCase()}`,
    stage,
    at,
    // If two reports have the same second, the request is the older one.
    endedAt: stage === "requested" ? undefined : at,
    values,
  };
}

function readGitHub(event: string, body: unknown): Deployment {
  if (event !== "deployment_status" && event !== "deployment")
    throw new IgnoredDelivery(`GitHub's “${event}” is not about a deployment`);
  const { deployment, deployment_status: status, repository } = readShape(github, body);
  return {
    id: deployment.id,
    service: repository.name,
    environment: deployment.environment,
    version: versionOf(deployment.ref, deployment.sha),
    stage: stageOf(status?.state ?? "created"),
    at: status?.created_at ?? deployment.created_at,
    commit: deployment.sha,
    log: status?.log_url ?? undefined,
  };
}

function readGitLab(body: unknown): Deployment {
  assertGitLab(body, "deployment");
  const given = readShape(gitlab, body);
  const commit = /\b[0-9a-f]{40}\b/.exec(given.commit_url ?? "")?.[0] ?? given.short_sha;
  return {
    id: given.deployment_id,
    service: given.project.name,
    environment: given.environment,
    version: versionOf(given.ref, commit),
    stage: stageOf(given.status),
    at: given.status_changed_at,
    commit,
    log: given.deployable_url ?? undefined,
  };
}

function stageOf(state: string): string {
  const stage = stages[state];
  if (!stage) throw new IgnoredDelivery(`A deployment that is “${state}” changes nothing`);
  return stage;
}

/** A tag such as "v4.18.0" names a version; a branch does not. */
function versionOf(ref: string | null | undefined, sha: string): string {
  return ref && /\d+\.\d+/.test(ref) ? ref : sha.slice(0, 7);
}

import { z } from "zod";

// The parts of the payloads of both systems that are read.

const text = z.string().max(1_000_000);
const name = z.string().min(1).max(500);
export const githubRepository = z.object({ id: z.int(), full_name: name, html_url: name });
export const githubPull = z.object({
  action: z.string().max(60),
  number: z.int().positive(),
  repository: githubRepository,
  pull_request: z.object({
    html_url: text,
    title: text,
    body: text.nullish(),
    state: z.string().max(60),
    draft: z.boolean().nullish(),
    merged: z.boolean().nullish(),
    merged_at: z.string().nullish(),
    updated_at: z.string().max(60),
    user: z.object({ login: text }).nullish(),
    head: z.object({ ref: text }),
  }),
});
const pushedCommits = z.array(z.unknown()).nullish();
export const commit = z.object({
  id: z.string().regex(/^[0-9a-f]{7,64}$/i),
  message: text,
  timestamp: z.string().max(60).nullish(),
  url: text,
  author: z.object({ name: text.nullish() }).nullish(),
});
export const githubPush = z.object({
  ref: text,
  before: z.string().max(100).nullish(),
  after: z.string().max(100),
  repository: githubRepository,
  commits: pushedCommits,
  pusher: z.object({ name: text.nullish() }).nullish(),
});
/** A branch was deleted. GitHub also sends a push of it; Gitea and Forgejo only this. */
export const githubDelete = z.object({
  ref: text,
  ref_type: z.string().max(60),
  repository: githubRepository,
});
export const gitlabProject = z.object({ id: z.int(), path_with_namespace: name, web_url: name });
export const gitlabPush = z.object({
  object_kind: z.literal("push"),
  ref: text,
  before: z.string().max(100).nullish(),
  after: z.string().max(100),
  user_name: text.nullish(),
  project: gitlabProject,
  commits: pushedCommits,
});
export const gitlabPull = z.object({
  object_kind: z.literal("merge_request"),
  user: z.object({ name: text.nullish() }).nullish(),
  project: gitlabProject,
  object_attributes: z.object({
    iid: z.int().positive(),
    title: text,
    description: text.nullish(),
    state: z.string().max(60),
    action: z.string().max(60).nullish(),
    draft: z.boolean().nullish(),
    work_in_progress: z.boolean().nullish(),
    source_branch: text,
    url: text,
    updated_at: z.string().max(60),
  }),
  changes: z.object({ draft: z.object({ current: z.boolean().nullish() }).nullish() }).nullish(),
});

import {
  type GitProvider,
  type gitLinkKinds,
  maxNamedSubjects,
  type PullState,
} from "@atoll/contract/git-links/schemas";
import { z } from "zod";
import { authorOf, type Home, homeOf, lineOf, linkWithin, namedIn, shownText, timeOf } from "./payload-texts.ts";

/** One branch, commit or pull request as a delivery reports it. */
export interface GitChange {
  kind: (typeof gitLinkKinds)[number];
  repository: string;
  /** Identifies it in the connection, also among its repositories. */
  externalId: string;
  number: string;
  title: string;
  state: PullState | null;
  author: string | null;
  url: string | null;
  /** The other system's own time. Null if it gives none. */
  at: string | null;
  /** The IDs of tasks and cards that it names. */
  named: string[];
  /** The step of a pull request that it reports, by which what it names may be moved. */
  step: "opened" | "merged" | null;
  /** The branch was deleted. */
  isGone: boolean;
}

/** Commits of a push that are read. GitHub sends up to 2,048. */
const readCommits = 500;

/** A repository, as each system calls it. */
interface Repository {
  name: string;
  /** Its address as it was sent. */
  address: string;
  home: Home | null;
  /** The path of a branch behind the address of the repository. */
  branches: string;
}

const text = z.string().max(1_000_000);
const name = z.string().min(1).max(500);
const githubRepository = z.object({ full_name: name, html_url: name });
const githubPull = z.object({
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
const commit = z.object({
  id: z.string().regex(/^[0-9a-f]{7,64}$/i),
  message: text,
  timestamp: z.string().max(60).nullish(),
  url: text,
  author: z.object({ name: text.nullish() }).nullish(),
});
const githubPush = z.object({
  ref: text,
  after: z.string().max(100),
  repository: githubRepository,
  commits: pushedCommits,
  pusher: z.object({ name: text.nullish() }).nullish(),
});
const gitlabProject = z.object({ path_with_namespace: name, web_url: name });
const gitlabPush = z.object({
  object_kind: z.literal("push"),
  ref: text,
  after: z.string().max(100),
  user_name: text.nullish(),
  project: gitlabProject,
  commits: pushedCommits,
});
const gitlabPull = z.object({
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

/**
 * Reads what a delivery reports. Events other than pushes to branches and those of pull requests report nothing.
 * @param event the name that the sender gives it in a header
 * @param isGitea Gitea and Forgejo send as GitHub does, and have other addresses
 * @returns undefined if the payload is not what the system sends
 */
export function readPayload(
  provider: GitProvider,
  { event, isGitea }: { event: string; isGitea: boolean },
  payload: unknown,
): GitChange[] | undefined {
  if (provider === "gitlab") return readGitlab(payload);
  if (event === "push") {
    const push = githubPush.safeParse(payload).data;
    const branches = isGitea ? "src/branch" : "tree";
    return push && readPush(ofGithub(push.repository, branches), push, push.pusher?.name);
  }
  if (event !== "pull_request") return [];
  const pull = githubPull.safeParse(payload).data;
  return pull && [readGithubPull(pull)];
}

const ofGithub = (repository: z.output<typeof githubRepository>, branches: string): Repository => ({
  name: lineOf(repository.full_name),
  address: repository.html_url,
  home: homeOf(repository.html_url),
  branches,
});

function readGitlab(payload: unknown): GitChange[] | undefined {
  const { object_kind: kind } = z.looseObject({ object_kind: z.string() }).safeParse(payload).data ?? {};
  if (kind === "push") {
    const push = gitlabPush.safeParse(payload).data;
    return push && readPush(ofGitlab(push.project), push, push.user_name);
  }
  if (kind !== "merge_request") return kind === undefined ? undefined : [];
  const pull = gitlabPull.safeParse(payload).data;
  return pull && [readGitlabPull(pull)];
}

const ofGitlab = (project: z.output<typeof gitlabProject>): Repository => ({
  name: lineOf(project.path_with_namespace),
  address: project.web_url,
  home: homeOf(project.web_url),
  branches: "-/tree",
});

function readGithubPull({
  action,
  number,
  repository,
  pull_request: pull,
}: z.output<typeof githubPull>): GitChange {
  const isMerged = pull.merged === true || typeof pull.merged_at === "string";
  const open = pull.draft ? "draft" : "open";
  const closed = isMerged ? "merged" : "closed";
  const isOpening = ["opened", "reopened", "ready_for_review"].includes(action);
  return pullOf(ofGithub(repository, ""), {
    number,
    ...{ title: pull.title, description: pull.body ?? "", branch: pull.head.ref, url: pull.html_url },
    author: pull.user?.login ?? null,
    state: pull.state === "closed" || isMerged ? closed : open,
    at: pull.updated_at,
    isOpening,
    isMerging: action === "closed" && isMerged,
  });
}

function readGitlabPull({
  user,
  project,
  object_attributes: pull,
  changes,
}: z.output<typeof gitlabPull>): GitChange {
  const { action = null } = pull;
  const isDraft = pull.draft ?? pull.work_in_progress ?? false;
  const open = isDraft ? "draft" : "open";
  const ended = ({ merged: "merged", closed: "closed" } as const)[pull.state];
  const isReady = action === "update" && changes?.draft?.current === false;
  return pullOf(ofGitlab(project), {
    number: pull.iid,
    ...{ title: pull.title, description: pull.description ?? "", branch: pull.source_branch, url: pull.url },
    // Only who opens it is its author: later events name the person who acts.
    author: action === "open" ? (user?.name ?? null) : null,
    state: ended ?? open,
    at: pull.updated_at,
    isOpening: action === "open" || action === "reopen" || isReady,
    isMerging: action === "merge",
  });
}

function pullOf(
  repository: Repository,
  pull: {
    number: number;
    title: string;
    description: string;
    branch: string;
    url: string;
    author: string | null;
    state: PullState;
    at: string;
    isOpening: boolean;
    isMerging: boolean;
  },
): GitChange {
  const isOpen = pull.state === "open" || pull.state === "draft";
  const isMerging = pull.isMerging && pull.state === "merged";
  return {
    kind: "pull_request",
    repository: repository.name,
    externalId: `${repository.name} ${pull.number}`,
    number: String(pull.number),
    title: lineOf(pull.title) || "Untitled",
    state: pull.state,
    author: authorOf(pull.author),
    url: linkWithin(pull.url, repository.home),
    at: timeOf(pull.at),
    named: namedIn(pull.title, pull.branch, pull.description),
    step: pull.isOpening && isOpen ? "opened" : isMerging ? "merged" : null,
    isGone: false,
  };
}

const branchPrefix = "refs/heads/";

/** A branch that names something, and the commits of a push that do. Tags are none of these. */
function readPush(
  repository: Repository,
  push: { ref: string; after: string; commits?: unknown[] | null | undefined },
  pusher: string | null | undefined,
): GitChange[] {
  if (!push.ref.startsWith(branchPrefix)) return [];
  const branch = push.ref.slice(branchPrefix.length).toWellFormed();
  const shared = { repository: repository.name, state: null, step: null };
  const path = branch.split("/").map(encodeURIComponent).join("/");
  const ofBranch: GitChange = {
    ...shared,
    ...{ kind: "branch", externalId: `${repository.name} ${branch.slice(0, shownText)}`.toWellFormed() },
    ...{ number: "", title: lineOf(branch), author: authorOf(pusher ?? null), at: null },
    url: linkWithin(`${repository.address}/${repository.branches}/${path}`, repository.home),
    named: namedIn(branch),
    isGone: /^0+$/.test(push.after),
  };
  const commits = (push.commits ?? []).slice(-readCommits).flatMap((one): GitChange[] => {
    const read = commit.safeParse(one).data;
    const named = read ? namedIn(read.message) : [];
    if (!read || named.length === 0) return [];
    return [
      {
        ...shared,
        ...{ kind: "commit", externalId: `${repository.name} ${read.id.toLowerCase()}` },
        ...{ number: read.id.slice(0, 7).toLowerCase(), title: lineOf(read.message) || "No message" },
        author: authorOf(read.author?.name ?? null),
        url: linkWithin(read.url, repository.home),
        at: read.timestamp ? timeOf(read.timestamp) : null,
        named,
        isGone: false,
      },
    ];
  });
  const changes = [...(ofBranch.named.length > 0 ? [ofBranch] : []), ...commits];
  return leaveOutMore(changes);
}

/** Limits what one delivery names: a push of many commits could name anything. */
function leaveOutMore(changes: readonly GitChange[]): GitChange[] {
  const known = new Set<string>();
  return changes.flatMap((change) => {
    const named = change.named.filter(
      (id) => known.has(id) || (known.size < maxNamedSubjects && known.add(id)),
    );
    return named.length > 0 ? [{ ...change, named }] : [];
  });
}

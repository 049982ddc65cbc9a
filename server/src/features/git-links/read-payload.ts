import {
  type GitProvider,
  type gitLinkKinds,
  maxNamedSubjects,
  type PullState,
} from "@atoll/contract/git-links/schemas";
import { z } from "zod";
import {
  commit,
  githubDelete,
  githubPull,
  githubPush,
  type githubRepository,
  type gitlabProject,
  gitlabPull,
  gitlabPush,
} from "./payload-shapes.ts";
import {
  authorOf,
  type Home,
  homeOf,
  lineOf,
  linkWithin,
  namedIn,
  shownText,
  timeOf,
} from "./payload-texts.ts";

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
  /** The last commit of a branch, or the one that it had before it was deleted. */
  head?: string;
  /** The push made the branch. */
  isFirst?: boolean;
}

/** Commits of a push that are read. GitHub sends up to 2,048. */
const readCommits = 500;

/** A repository, as each system calls it. */
interface Repository {
  /** Stays when it is renamed. */
  id: number;
  name: string;
  /** Its address as it was sent. */
  address: string;
  home: Home | null;
  /** The path of a branch behind the address of the repository. */
  branches: string;
}

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
  if (event === "delete") {
    const gone = githubDelete.safeParse(payload).data;
    if (gone?.ref_type !== "branch") return gone && [];
    return readPush(ofGithub(gone.repository, ""), { ref: branchPrefix + gone.ref, after: "0" }, null);
  }
  if (event !== "pull_request") return [];
  const pull = githubPull.safeParse(payload).data;
  return pull && [readGithubPull(pull)];
}

const ofGithub = (repository: z.output<typeof githubRepository>, branches: string): Repository => ({
  id: repository.id,
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
  id: project.id,
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
    externalId: `${repository.id} ${pull.number}`,
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
const isZero = (hash: string) => /^0+$/.test(hash);

/** A branch that names something, and the commits of a push that do. Tags are none of these. */
function readPush(
  repository: Repository,
  push: {
    ref: string;
    before?: string | null | undefined;
    after: string;
    commits?: unknown[] | null | undefined;
  },
  pusher: string | null | undefined,
): GitChange[] {
  if (!push.ref.startsWith(branchPrefix)) return [];
  const branch = push.ref.slice(branchPrefix.length).toWellFormed();
  const shared = { repository: repository.name, state: null, step: null };
  const path = branch.split("/").map(encodeURIComponent).join("/");
  const isGone = isZero(push.after);
  const head = isGone ? push.before : push.after;
  const ofBranch: GitChange = {
    ...shared,
    ...{ kind: "branch", externalId: `${repository.id} ${branch.slice(0, shownText)}`.toWellFormed() },
    ...{ number: "", title: lineOf(branch), author: authorOf(pusher ?? null), at: null },
    url: linkWithin(`${repository.address}/${repository.branches}/${path}`, repository.home),
    named: namedIn(branch),
    isGone,
    ...(head && { head }),
    isFirst: isZero(push.before ?? ""),
  };
  const commits = (push.commits ?? []).slice(-readCommits).flatMap((one): GitChange[] => {
    const read = commit.safeParse(one).data;
    const named = read ? namedIn(read.message) : [];
    if (!read || named.length === 0) return [];
    return [
      {
        ...shared,
        ...{ kind: "commit", externalId: `${repository.id} ${read.id.toLowerCase()}` },
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

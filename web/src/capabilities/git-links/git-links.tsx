import { gitLinkRoutes } from "@atoll/contract/git-links/routes";
import type { GitLink, PullState } from "@atoll/contract/git-links/schemas";
import { keepPreviousData } from "@tanstack/react-query";
import { GitBranch, GitCommitHorizontal, GitPullRequest } from "lucide-react";
import { useId, useState } from "react";
import { call } from "../../lib/server/api-client.ts";
import { formatInstant } from "../../lib/time/format-date.ts";
import { Badge, type BadgeTone } from "../../ui/badge/badge.tsx";
import { Button } from "../../ui/button/button.tsx";
import type { IconType } from "../../ui/icon/icon-type.ts";
import { RetryAlert } from "../../ui/state/retry-alert.tsx";
import { refetch } from "../live/follow-query.ts";
import { useLiveQuery } from "../live/use-live-query.ts";

interface GitSubject {
  kind: "task" | "card";
  id: string;
}

/** The branches, commits and pull requests of a task or card, kept equal to the server's. */
export function useGitLinks({ kind, id }: GitSubject, commits: "few" | "all" = "few") {
  return useLiveQuery({
    queryKey: ["git-links", kind, id, commits],
    queryFn: ({ signal }) => call(gitLinkRoutes.listGitLinks, { query: { kind, id, commits } }, { signal }),
    placeholderData: keepPreviousData,
    on: { "git-links.changed": (data, { subjectId }) => (subjectId === id ? refetch() : data) },
  });
}

/**
 * Shows what names a task or card in connected repositories. Nothing is shown until something does: most companies'
 * tasks have none.
 */
export function GitLinks({ subject }: { subject: GitSubject }) {
  const headingId = useId();
  const [commits, setCommits] = useState<"few" | "all">("few");
  const query = useGitLinks(subject, commits);
  const { data } = query;
  const isEmpty = data && data.branches.length + data.commits.length + data.pulls.length === 0;
  if (isEmpty || (!data && !query.error)) return null;
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-2">
      <h3 className="font-semibold" id={headingId}>
        Development
      </h3>
      {query.error && (
        <RetryAlert
          message="Failed to load the branches and pull requests"
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {data && (
        <>
          <LinkList icon={GitPullRequest} label="Pull requests" links={data.pulls} />
          <LinkList icon={GitBranch} label="Branches" links={data.branches} />
          <LinkList icon={GitCommitHorizontal} label="Commits" links={data.commits} />
          {data.commitCount > data.commits.length && (
            <Button
              className="self-start"
              loading={query.isFetching}
              onClick={() => setCommits("all")}
              size="xs"
              variant="ghost"
            >
              Show all {data.commitCount} commits
            </Button>
          )}
        </>
      )}
    </section>
  );
}

const states: Record<PullState, { tone: BadgeTone; label: string }> = {
  open: { tone: "success", label: "Open" },
  draft: { tone: "secondary", label: "Draft" },
  merged: { tone: "accent", label: "Merged" },
  closed: { tone: "error", label: "Closed" },
};

function LinkList({
  icon: Icon,
  label,
  links,
}: {
  icon: IconType;
  label: string;
  links: readonly GitLink[];
}) {
  if (links.length === 0) return null;
  return (
    <ul aria-label={label} className="flex min-w-0 flex-col">
      {links.map(({ id, title, state, url, author, at, number, repository }) => (
        <li className="flex min-w-0 items-start gap-2 py-1.5 text-sm" key={id}>
          <Icon className="mt-0.5 size-4 flex-none text-faint" />
          <span className="min-w-0 flex-1">
            {url ? (
              <a
                className="wrap-anywhere text-primary-text hover:underline"
                href={url}
                rel="noopener noreferrer nofollow"
                target="_blank"
              >
                {title}
              </a>
            ) : (
              <span className="wrap-anywhere">{title}</span>
            )}
            <span className="block text-faint text-xs wrap-anywhere">
              {[
                `${repository}${number === "" ? "" : state ? ` #${number}` : ` ${number}`}`,
                author,
                formatInstant(at),
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </span>
          {state && <Badge tone={states[state].tone}>{states[state].label}</Badge>}
        </li>
      ))}
    </ul>
  );
}

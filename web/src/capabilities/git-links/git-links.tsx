import { gitLinkRoutes } from "@atoll/contract/git-links/routes";
import type { GitLink, PullState } from "@atoll/contract/git-links/schemas";
import { keepPreviousData } from "@tanstack/react-query";
import { GitBranch, GitCommitHorizontal, GitPullRequest, Unlink } from "lucide-react";
import { useId, useState } from "react";
import { judge } from "../../lib/request/judge-error.ts";
import { call } from "../../lib/server/api-client.ts";
import { formatInstant } from "../../lib/time/format-date.ts";
import { Badge, type BadgeTone } from "../../ui/badge/badge.tsx";
import { Button } from "../../ui/button/button.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import type { IconType } from "../../ui/icon/icon-type.ts";
import { RetryAlert } from "../../ui/state/retry-alert.tsx";
import { EndDialog } from "../live/end-dialog.tsx";
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
    on: {
      "git-links.changed": (data, { subjectId }) => (subjectId === id ? refetch() : data),
      // It may be in another department now, whose connections link other things.
      "task.changed": (data, { task }) => (task.id === id ? refetch() : data),
    },
  });
}

/**
 * Shows what names a task or card in connected repositories. Nothing is shown until something does: most companies'
 * tasks have none.
 */
export function GitLinks({ subject }: { subject: GitSubject }) {
  const headingId = useId();
  const [commits, setCommits] = useState<"few" | "all">("few");
  const [removed, setRemoved] = useState<GitLink>();
  const query = useGitLinks(subject, commits);
  const { data } = query;
  const isEmpty = data && data.branches.length + data.commits.length + data.pulls.length === 0;
  // Most tasks have none, so that a lost connection is not worth an alert of its own.
  const isUnknown = !data && (!query.error || judge(query.error) === "unanswered");
  if (isEmpty || isUnknown) return null;
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
          <LinkList icon={GitPullRequest} label="Pull requests" links={data.pulls} onRemove={setRemoved} />
          <LinkList icon={GitBranch} label="Branches" links={data.branches} onRemove={setRemoved} />
          <LinkList icon={GitCommitHorizontal} label="Commits" links={data.commits} onRemove={setRemoved} />
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
      {removed && (
        <EndDialog
          end={() => call(gitLinkRoutes.removeGitLink, { params: { linkId: removed.id } })}
          goneCode="git_link_not_found"
          onClose={() => setRemoved(undefined)}
          queryKey={["git-links"]}
          title={`Remove “${removed.title}”?`}
          verb="Remove link"
        >
          It is not shown here again, also when the repository reports it later. Nothing changes at the
          repository.
        </EndDialog>
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
  onRemove,
}: {
  icon: IconType;
  label: string;
  links: readonly GitLink[];
  onRemove: (link: GitLink) => void;
}) {
  if (links.length === 0) return null;
  return (
    <ul aria-label={label} className="flex min-w-0 flex-col">
      {links.map((link) => {
        const { id, title, state, url, author, at, number, repository } = link;
        return (
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
            <IconButton icon={Unlink} label={`Remove “${title}”`} onClick={() => onRemove(link)} size="sm" />
          </li>
        );
      })}
    </ul>
  );
}

import type { OpenArticle } from "@atoll/contract/knowledge/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useState } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { formatDate } from "../../../lib/time/format-date.ts";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import { Badge } from "../../../ui/badge/badge.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import { Button } from "../../../ui/button/button.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { RetryAlert } from "../../../ui/state/retry-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { beginDraft } from "../data/api.ts";
import { keys } from "../data/keys.ts";
import { useVersion, useVersions } from "../data/queries.ts";

const diffPart = lazyPart(() => import("./word-diff.tsx"));

interface VersionsPanelProps {
  article: OpenArticle;
  /** The version that is compared at first. */
  compare: number | null;
  /** Called after a draft was created from an earlier version. */
  onRestored: () => void;
}

/** The published versions, the newest first; the chosen one is compared with the current text by words. */
export function VersionsPanel({ article, compare, onRestored }: VersionsPanelProps) {
  const [chosen, setChosen] = useState<number | null>(compare);
  const { data, error, isFetching, refetch } = useVersions(article.id, article.version);
  if (!data)
    return error ? (
      <ErrorState message={errorMessage(error)} retrying={isFetching} onRetry={() => void refetch()} />
    ) : (
      <RowSkeletons label="Loading versions" mark={28} rowClassName="py-2" />
    );
  return (
    <div className="flex flex-col gap-4">
      <ul className="flex flex-col gap-1">
        {data.map((version) => {
          const isCurrent = version.number === article.version;
          return (
            <li key={version.number}>
              <button
                type="button"
                aria-pressed={version.number === chosen}
                disabled={isCurrent}
                onClick={() => setChosen(version.number === chosen ? null : version.number)}
                className={cx(
                  "flex w-full items-start gap-3 rounded-md px-2 py-2 text-left",
                  version.number === chosen
                    ? "bg-surface-raised shadow-1 inset-ring-1 inset-ring-border"
                    : !isCurrent && "hover:bg-surface-hover",
                )}
              >
                <Avatar
                  decorative
                  userId={version.publishedBy.id}
                  name={authorName(version.publishedBy)}
                  picture={version.publishedBy.avatar}
                  size={24}
                />
                <span className="min-w-0 flex-1">
                  <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
                    <span className="whitespace-nowrap">Version {version.number}</span>
                    {isCurrent && <Badge tone="success">Current</Badge>}
                    {version.mustRead && <Badge tone="outline">Must be read</Badge>}
                  </span>
                  <span className="block text-muted text-xs">
                    {[
                      version.note,
                      authorName(version.publishedBy),
                      version.approvedBy && `approved by ${authorName(version.approvedBy)}`,
                    ]
                      .filter(Boolean)
                      .join(" · ")}
                  </span>
                </span>
                <time className="text-faint text-xs" dateTime={version.publishedAt}>
                  {formatDate(version.publishedAt)}
                </time>
              </button>
            </li>
          );
        })}
      </ul>
      {chosen !== null && chosen !== article.version && (
        <Comparison key={chosen} article={article} number={chosen} onRestored={onRestored} />
      )}
    </div>
  );
}

function Comparison({
  article,
  number,
  onRestored,
}: {
  article: OpenArticle;
  number: number;
  onRestored: () => void;
}) {
  const queryClient = useQueryClient();
  const version = useVersion(article.id, number);
  const part = useLazyPart(diffPart, true, () => undefined);
  const restore = useMutation({
    mutationFn: () => beginDraft(article.id, number),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: keys.open(article.id) });
      await queryClient.invalidateQueries({ queryKey: keys.draft(article.id) });
      notify.success(`Version ${number} is now a draft`);
      onRestored();
    },
    onError: (error) => void notify.error(errorMessage(error, "Failed to restore this version")),
  });
  return (
    <section
      aria-label={`Version ${number} against version ${article.version}`}
      className="flex flex-col gap-3"
    >
      <h3 className="font-semibold text-sm">
        From version {number} to version {article.version}
      </h3>
      {version.error && (
        <RetryAlert
          message={errorMessage(version.error)}
          retrying={version.isFetching}
          onRetry={() => void version.refetch()}
        />
      )}
      {version.data && part && <part.WordDiff before={version.data.body} after={article.body} />}
      {article.canEdit && (
        <Button
          size="sm"
          icon={Undo2}
          className="self-start"
          loading={restore.isPending}
          disabled={article.draft !== null}
          onClick={() => restore.mutate()}
        >
          Restore version {number}
        </Button>
      )}
      {article.canEdit && article.draft !== null && (
        <p className="text-muted text-xs">
          There is a draft. Publish or discard it before you restore a version.
        </p>
      )}
    </section>
  );
}

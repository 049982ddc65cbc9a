import type { ArticleDraft, OpenArticle } from "@atoll/contract/knowledge/schemas";
import { useState } from "react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { useVersions } from "../data/queries.ts";
import { DraftComparison, VersionComparison } from "./comparison.tsx";
import { DraftRow, VersionRow } from "./version-row.tsx";

interface VersionsPanelProps {
  article: OpenArticle;
  /** The draft, where it is written: it is above the versions, and compared at first. */
  draft?: ArticleDraft;
  /** The version that is compared at first. */
  compare?: number | null;
  /** Called after a draft was created from an earlier version. */
  onRestored: () => void;
  /** Called to put an earlier version into the draft that is open. */
  onRestore: (version: number) => void;
}

/** The published versions, the newest first; the chosen one is compared with the current text by words. */
export function VersionsPanel({ article, draft, compare = null, ...restoring }: VersionsPanelProps) {
  const [chosen, setChosen] = useState<number | "draft" | null>(draft ? "draft" : compare);
  const { data, error, isFetching, refetch } = useVersions(article.id, article.version);
  const choose = (one: number | "draft") => () => setChosen(one === chosen ? null : one);
  if (!data)
    return error ? (
      <ErrorState message={errorMessage(error)} retrying={isFetching} onRetry={() => void refetch()} />
    ) : (
      <RowSkeletons label="Loading versions" mark={28} rowClassName="py-2" />
    );
  return (
    <div className="flex flex-col gap-4">
      <ul className="flex flex-col gap-1" aria-label="Versions">
        {draft && (
          <DraftRow
            draft={draft}
            name={`Draft of version ${(article.version ?? 0) + 1}`}
            isChosen={chosen === "draft"}
            onChoose={choose("draft")}
          />
        )}
        {data.map((version) => (
          <VersionRow
            key={version.number}
            version={version}
            isCurrent={version.number === article.version}
            isChosen={version.number === chosen}
            onChoose={choose(version.number)}
          />
        ))}
      </ul>
      {chosen === "draft" && draft && <DraftComparison article={article} draft={draft} />}
      {typeof chosen === "number" && chosen !== article.version && (
        <VersionComparison key={chosen} article={article} number={chosen} {...restoring} />
      )}
    </div>
  );
}

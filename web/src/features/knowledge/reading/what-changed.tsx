import type { OpenArticle } from "@atoll/contract/knowledge/schemas";
import { GitCompare } from "lucide-react";
import { useMemo } from "react";
import { formatDate } from "../../../lib/time/format-date.ts";
import { Button } from "../../../ui/button/button.tsx";
import { useVersion } from "../data/queries.ts";
import { compareSteps } from "../text/compare-steps.ts";
import { splitArticle } from "../text/split-article.ts";

export interface SinceRead {
  version: number;
  readAt: string;
}

/** Steps that are in this version and were not in the one that the reader knows. */
export function useNewSteps(article: OpenArticle, since: SinceRead | null): ReadonlySet<string> {
  const { data } = useVersion(article.id, since?.version ?? null);
  return useMemo(() => {
    if (!data) return new Set<string>();
    const before = new Set(data.steps.map(({ id }) => id));
    return new Set(article.steps.map(({ id }) => id).filter((id) => !before.has(id)));
  }, [data, article.steps]);
}

/** Changes since the version that the viewer read last: steps, or else the author's note. */
export function WhatChanged({
  article,
  since,
  onCompare,
}: {
  article: OpenArticle;
  since: SinceRead;
  onCompare: () => void;
}) {
  const { data } = useVersion(article.id, since.version);
  const changes = useMemo(
    () => (data ? compareSteps(splitArticle(data.body), splitArticle(article.body)) : []),
    [data, article.body],
  );
  return (
    <aside
      aria-label="What changed"
      className="flex gap-3 rounded-lg bg-info-soft px-4 py-3 text-sm print:hidden"
    >
      <GitCompare aria-hidden="true" className="mt-0.5 size-4 flex-none text-info-text" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">
          What changed since version {since.version}, which you read on {formatDate(since.readAt)}
        </p>
        <ul className="mt-1 list-disc pl-5">
          {changes.map(({ id, number, words }) => (
            <li key={id}>
              {number !== null && <strong className="font-semibold">Step {number}</strong>} {words}
            </li>
          ))}
          {changes.length === 0 && <li>{article.note || "The text was edited."}</li>}
        </ul>
      </div>
      <Button size="sm" variant="ghost" className="self-start" onClick={onCompare}>
        Compare
      </Button>
    </aside>
  );
}

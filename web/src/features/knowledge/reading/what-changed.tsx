import type { OpenArticle } from "@atoll/contract/knowledge/schemas";
import { GitCompare } from "lucide-react";
import { useMemo } from "react";
import { formatDate } from "../../../lib/time/format-date.ts";
import { Button } from "../../../ui/button/button.tsx";
import { useVersion } from "../data/queries.ts";
import { type ArticlePart, splitArticle } from "./split-article.ts";

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

type Step = Extract<ArticlePart, { kind: "step" }>;
const stepsOf = (parts: readonly ArticlePart[]) => parts.filter((part): part is Step => part.kind === "step");
/** A step without the keys and anchors of its parts, which depend on the rest of the page. */
const textOf = (step: Step) =>
  JSON.stringify([step.title, step.parts], (name, value) =>
    name === "key" || name === "anchor" ? undefined : value,
  );

/** Steps that are new, different or gone, by their ids: a step that only moved has not changed. */
export function compareSteps(
  before: readonly ArticlePart[],
  after: readonly ArticlePart[],
): { id: string; number: number | null; words: string }[] {
  const old = new Map(stepsOf(before).map((step) => [step.id, step]));
  const now = stepsOf(after);
  const kept = new Set(now.map(({ id }) => id));
  return [
    ...now.flatMap((step) => {
      const was = old.get(step.id);
      if (!was) return [{ id: step.id, number: step.number, words: `is new: ${step.title}` }];
      if (textOf(was) === textOf(step)) return [];
      const words = was.title === step.title ? "has other words" : `is now called ${step.title}`;
      return [{ id: step.id, number: step.number, words }];
    }),
    ...[...old.values()]
      .filter(({ id }) => !kept.has(id))
      .map(({ id, title }) => ({ id, number: null, words: `“${title}” is gone` })),
  ];
}

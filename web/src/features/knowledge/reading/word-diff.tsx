import { useMemo } from "react";
import { compareWords } from "./compare-words.ts";

/** Two texts compared by words. Added words are underlined and removed ones struck, so that neither needs colour. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  const { added, removed, blocks } = useMemo(() => compareWords(before, after), [before, after]);
  if (blocks.length === 0) return <p className="text-muted">The words are the same.</p>;
  return (
    <div className="flex flex-col gap-2">
      <p className="text-xs">
        <span className="font-semibold text-success-text">+{added} words</span>{" "}
        <span className="font-semibold text-danger-text">-{removed} words</span>
      </p>
      <div className="flex flex-col gap-2 rounded-md border bg-surface-raised p-3 text-xs leading-5 wrap-anywhere">
        {blocks.map((block) => (
          <p key={block.key} className="whitespace-pre-wrap">
            {block.runs.map(({ key, kind, text }) =>
              kind === "added" ? (
                <ins key={key} className="bg-success-soft text-success-text underline">
                  {text}
                </ins>
              ) : kind === "removed" ? (
                <del key={key} className="bg-danger-soft text-danger-text line-through">
                  {text}
                </del>
              ) : (
                <span key={key}>{text}</span>
              ),
            )}
          </p>
        ))}
      </div>
    </div>
  );
}

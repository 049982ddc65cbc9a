import type { WordRun } from "../text/compare-words.ts";

/**
 * Words of two texts. Added words are underlined and removed ones struck, so that neither needs colour.
 * @param only leaves out what the other text alone has.
 */
export function Runs({ runs, only }: { runs: readonly WordRun[]; only?: "before" | "after" }) {
  const left = only === "before" ? "added" : only === "after" ? "removed" : undefined;
  return (
    <p className="whitespace-pre-wrap">
      {runs
        .filter(({ kind }) => kind !== left)
        .map(({ key, kind, text }) =>
          kind === "added" ? (
            <ins key={key} className="rounded-xs bg-success-soft text-success-text underline">
              {text}
            </ins>
          ) : kind === "removed" ? (
            <del key={key} className="rounded-xs bg-danger-soft text-danger-text line-through">
              {text}
            </del>
          ) : (
            <span key={key}>{text}</span>
          ),
        )}
    </p>
  );
}

import type { ThingChange } from "@atoll/contract/cards/api-schemas";
import { Badge } from "../../../ui/badge/badge.tsx";

const directions = {
  request: "Request (callers)",
  answer: "Answer (readers)",
  column: "Column",
} as const;
const kinds = { added: "New", gone: "Gone", changed: "Changed" } as const;

/** The differences between two files, and who they break. */
export function ScrolledChanges({ changes }: { changes: readonly ThingChange[] }) {
  return (
    <ul
      aria-label="Changes"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
      tabIndex={0}
      className="flex max-h-[50dvh] flex-col divide-y overflow-y-auto rounded-lg border"
    >
      {changes.map(({ key, title, kind, changes: found }) => (
        <li key={key} className="flex flex-col gap-1 px-3 py-2 text-sm">
          <div className="flex flex-wrap items-center gap-2">
            <Badge tone={kind === "gone" ? "error" : kind === "added" ? "success" : "info"}>
              {kinds[kind]}
            </Badge>
            <span className="font-semibold wrap-anywhere">{title}</span>
            <code className="text-muted text-xs wrap-anywhere">{key}</code>
          </div>
          {kind === "gone" && <p className="text-xs">Breaks everybody who uses it.</p>}
          {found.length > 0 && (
            <ul className="flex flex-col gap-1 text-xs">
              {found.map(({ direction, words, breaks }) => (
                <li key={`${direction} ${words}`} className="flex flex-wrap items-baseline gap-x-2">
                  {breaks ? <Badge tone="error">Breaks</Badge> : <Badge tone="secondary">Safe</Badge>}
                  <span className="text-muted">{directions[direction]}</span>
                  <span className="wrap-anywhere">{words}</span>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The number of things that somebody has to adapt to. */
export function countBreaking(changes: readonly ThingChange[]): number {
  return changes.filter(({ kind, changes: found }) => kind === "gone" || found.some(({ breaks }) => breaks))
    .length;
}

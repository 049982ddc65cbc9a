import { ArrowRight } from "lucide-react";
import { Kbd } from "../../../ui/badge/kbd.tsx";
import type { FieldChange } from "./quadrant-words.ts";

/** The fields that a drop here would change. */
export function ChangePanel({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <div className="rounded-md border bg-surface-raised p-3.5 text-xs shadow-3">
      <div className="mb-1.5 flex items-center">
        <span className="flex-1 font-semibold text-2xs">Dropping here changes</span>
        <span className="max-md:hidden">
          <Kbd>Esc</Kbd>
        </span>
      </div>
      <dl className="grid grid-cols-[64px_minmax(0,1fr)_16px_minmax(0,1fr)] items-center gap-x-2 gap-y-1">
        {changes.map(({ field, before, after }) => (
          <div className="contents" key={field}>
            <dt className="text-muted">{field}</dt>
            <dd className="truncate">{before}</dd>
            <dd aria-hidden="true">
              {after !== undefined && <ArrowRight className="size-3.5 text-primary-text" />}
            </dd>
            <dd className={after === undefined ? "text-muted" : "font-semibold text-primary-text"}>
              {after ?? "Stays"}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
